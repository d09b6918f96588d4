/** Counts the commits to a file, in memory that the threads of a process share. Whoever is told of a commit finds it counted. */
export type Commits = () => bigint;

/** Rows, or what is made of them, by their keys, as `read` finds them; it may return undefined, which is not remembered. */
export type RememberedRows<Value> = (key: string, read: () => Value | undefined) => Value | undefined;

/** How much is remembered of one kind; the size of a value is 1 unless `sizeOf` returns another. */
type Capacity<Value> = { readonly most: number; readonly sizeOf?: (value: Value) => number };

/** Rows of one kind that are remembered: some hundred bytes each. */
const defaultRows = 1_000;

/**
 * Remembers what was read until the next commit to the file, so that it is as fresh as if it were read each time: a request reads its account, its
 * collection and the generations of both, which change seldom. Beyond the capacity what was read first is dropped. Without `commits`
 * each call reads.
 */
export const rememberedRows = <Value>(
  commits: Commits | undefined,
  { most, sizeOf = () => 1 }: Capacity<Value> = { most: defaultRows },
): RememberedRows<Value> => {
  if (!commits) return (_key, read) => read();
  const rows = new Map<string, Value>();
  let size = 0;
  let readAt: bigint | undefined;
  const clear = () => {
    rows.clear();
    size = 0;
  };
  const remember = (key: string, value: Value) => {
    rows.set(key, value);
    size += sizeOf(value);
    for (const [first, dropped] of rows) {
      if (size <= most) return;
      rows.delete(first);
      size -= sizeOf(dropped);
    }
  };
  return (key, read) => {
    // Before the read: a commit during it is one that has not been seen.
    const now = commits();
    if (now !== readAt) clear();
    readAt = now;
    const known = rows.get(key);
    if (known !== undefined) return known;
    const found = read();
    if (found !== undefined) remember(key, found);
    return found;
  };
};
