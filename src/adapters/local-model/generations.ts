/** A part cut from a long text keeps the whole of it in memory; this copy does not. */
const ownCopy = (key: string): string => Buffer.from(key, 'utf16le').toString('utf16le');

/**
 * Returns a function that remembers what it computed, at most two generations of `size` results: when the young one is full it becomes the
 * old one, so that what is in use stays and the rest falls out, at no cost a look-up.
 */
export const generations = <Value>(size: number, compute: (key: string) => Value): ((key: string) => Value) => {
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
    young.set(ownCopy(key), value);
    return value;
  };
};
