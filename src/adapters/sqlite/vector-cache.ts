import { type QuantisedVectors, quantisedVectors } from './quantised-vectors.ts';

/** The vectors of a collection that have been read so far; `last` is their highest row number, `reading` a read in progress. */
export type CachedVectors = {
  readonly generation: string;
  readonly collection: number;
  readonly vectors: QuantisedVectors;
  last: number;
  reading: Promise<unknown> | undefined;
};

/** The vectors of recently searched collections, by generation of the index and collection number. */
export type VectorCache = {
  readonly get: (generation: string, collection: number, dimensions: number) => CachedVectors;
  /** Removes the least recently used collections until the rest fits; the last one stays, whatever its size. */
  readonly evict: () => void;
  /** Removes the collections that `keep` rejects. */
  readonly retain: (keep: (cached: CachedVectors) => boolean) => void;
  readonly bytes: () => number;
};

/** A least-recently-used cache for about `maxBytes` of vectors. A search that is running keeps what is removed until it ends. */
export const vectorCache = (maxBytes: number): VectorCache => {
  // In the order of insertion: the least recently used first.
  const all = new Map<string, CachedVectors>();
  const bytes = () => [...all.values()].reduce((sum, { vectors }) => sum + vectors.bytes(), 0);
  return {
    get: (generation, collection, dimensions) => {
      const name = `${generation}/${collection}`;
      const cached = all.get(name) ?? {
        generation,
        collection,
        vectors: quantisedVectors(dimensions),
        last: 0,
        reading: undefined,
      };
      all.delete(name);
      all.set(name, cached);
      return cached;
    },
    evict: () => {
      let total = bytes();
      for (const [name, { vectors }] of all) {
        if (total <= maxBytes || all.size === 1) return;
        total -= vectors.bytes();
        all.delete(name);
      }
    },
    retain: (keep) => {
      for (const [name, cached] of all) if (!keep(cached)) all.delete(name);
    },
    bytes,
  };
};
