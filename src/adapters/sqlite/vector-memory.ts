import { type QuantisedVectors, quantisedVectors } from './quantised-vectors.ts';

/** One collection's vectors as far as they have been read; `last` is the highest row number among them. */
export type HeldVectors = {
  readonly copy: string;
  readonly collection: number;
  readonly vectors: QuantisedVectors;
  last: number;
  reading: Promise<unknown> | undefined;
};

/** What is held of recently searched collections, each named by its number in one copy of the index. */
export type VectorMemory = {
  readonly hold: (copy: string, collection: number, dimensions: number) => HeldVectors;
  /** Lets the least recently searched go until the rest fits; the one searched last stays whatever its size. */
  readonly trim: () => void;
  /** Lets go of whatever `keep` denies. */
  readonly sweep: (keep: (held: HeldVectors) => boolean) => void;
  readonly bytes: () => number;
};

/** Memory for about `limit` bytes of vectors. What is let go while a search runs on it is freed when that search ends. */
export const vectorMemory = (limit: number): VectorMemory => {
  // A Map keeps the order of insertion: the first is the one searched longest ago.
  const all = new Map<string, HeldVectors>();
  const bytes = () => [...all.values()].reduce((sum, { vectors }) => sum + vectors.bytes(), 0);
  return {
    hold: (copy, collection, dimensions) => {
      const name = `${copy}/${collection}`;
      const held = all.get(name) ?? {
        copy,
        collection,
        vectors: quantisedVectors(dimensions),
        last: 0,
        reading: undefined,
      };
      all.delete(name);
      all.set(name, held);
      return held;
    },
    trim: () => {
      let total = bytes();
      for (const [name, { vectors }] of all) {
        if (total <= limit || all.size === 1) return;
        total -= vectors.bytes();
        all.delete(name);
      }
    },
    sweep: (keep) => {
      for (const [name, held] of all) if (!keep(held)) all.delete(name);
    },
    bytes,
  };
};
