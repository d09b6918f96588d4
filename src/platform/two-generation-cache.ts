import { copyString } from './copy-string.ts';

/**
 * Returns a memoised function whose cache has two generations of at most `size` results: a full young generation replaces the old one, so that
 * results in use stay, at no cost per look-up.
 */
export const twoGenerationCache = <Value>(size: number, compute: (key: string) => Value): ((key: string) => Value) => {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return (key) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const value = old.get(key) ?? compute(key);
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(copyString(key), value);
    return value;
  };
};
