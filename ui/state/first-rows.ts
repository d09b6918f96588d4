/**
 * Returns the function that numbers a page of a list: the number of its first row, from 1. A page may have fewer rows than `pageSize` though another follows, so
 * that the rows are counted as pages are read one after the other. `after`: what the pages up to this one began after, the first page left out.
 */
export const firstRows = (pageSize: number) => {
  /** By what the page begins after. */
  const firsts = new Map<string, number>();
  return (
    after: readonly string[],
    { next, count }: { readonly next: string | null; readonly count: number },
  ): number => {
    const start = after.at(-1);
    if (start === undefined) firsts.clear();
    // Who begins on a later page has not counted those before: they are taken for full.
    const first = firsts.get(start ?? '') ?? after.length * pageSize + 1;
    if (next !== null) firsts.set(next, first + count);
    return first;
  };
};
