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
    young.set(key, value);
    return value;
  };
};
