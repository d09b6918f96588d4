import { type QuantisedVectors, quantisedVectors } from './quantised-vectors.ts';
import { vectorKernel } from './vector-kernel.ts';

/** The vectors of a collection that have been read so far; `last` is their highest row number, `reading` a read in progress. */
export type CachedVectors = {
  readonly generation: string;
  readonly collection: number;
  readonly vectors: QuantisedVectors;
  last: number;
  /** The count of commits before everything was read that they hold. */
  readAt: bigint | undefined;
  reading: Promise<unknown> | undefined;
  /** Sketches are being made. */
  isSketching: boolean;
  /** How many have got and not released it. */
  users: number;
};

/** The vectors of recently searched collections, by generation of the index and collection number. */
export type VectorCache = {
  /** The vectors of a collection; the caller must `release` them after use. */
  readonly get: (generation: string, collection: number, dimensions: number) => CachedVectors;
  /** Keeps vectors for another user, who calls `release` too. */
  readonly retain: (cached: CachedVectors) => void;
  readonly release: (cached: CachedVectors) => void;
  /** Removes the least recently used collections until the rest fits; the last one stays even if it is too large. */
  readonly evict: () => void;
  /** Removes the collections that `keep` rejects. */
  readonly filter: (keep: (cached: CachedVectors) => boolean) => void;
  readonly bytes: () => number;
};

const defaultBytes = 1 << 30;

/** A least-recently-used cache for about `maxBytes` of vectors. Memory of removed collections is freed after their last `release`. */
export const vectorCache = (maxBytes = defaultBytes): VectorCache => {
  const kernel = vectorKernel();
  // In the order of insertion: the least recently used first.
  const all = new Map<string, CachedVectors>();
  const bytes = () => [...all.values()].reduce((sum, { vectors }) => sum + vectors.bytes(), 0);
  const use = (cached: CachedVectors, change: 1 | -1) => {
    cached.users += change;
    freeUnused(all, cached);
  };
  const remove = (cached: CachedVectors) => {
    all.delete(nameOf(cached));
    freeUnused(all, cached);
  };
  return {
    get: (generation, collection, dimensions) => {
      const name = nameOf({ generation, collection });
      const cached = all.get(name) ?? {
        ...{ generation, collection, last: 0, readAt: undefined, reading: undefined, isSketching: false, users: 0 },
        vectors: quantisedVectors(kernel, dimensions),
      };
      all.delete(name);
      all.set(name, cached);
      use(cached, 1);
      return cached;
    },
    retain: (cached) => use(cached, 1),
    release: (cached) => use(cached, -1),
    evict: () => {
      let total = bytes();
      for (const cached of all.values()) {
        if (total <= maxBytes || all.size === 1) return;
        total -= cached.vectors.bytes();
        remove(cached);
      }
    },
    filter: (keep) => {
      for (const cached of all.values()) if (!keep(cached)) remove(cached);
    },
    bytes,
  };
};

const freeUnused = (all: ReadonlyMap<string, CachedVectors>, cached: CachedVectors): void => {
  if (cached.users === 0 && all.get(nameOf(cached)) !== cached) cached.vectors.release();
};

const nameOf = ({ generation, collection }: Pick<CachedVectors, 'generation' | 'collection'>): string =>
  `${generation}/${collection}`;
