/** Counts the commits to a file, in memory that the threads of a process share. Whoever is told of a commit finds it counted. */
export type Commits = () => bigint;

/** Rows, or what is made of them, by their keys, as `read` finds them; it may return undefined, which is not remembered. */
export type RememberedRows<Value> = (key: string, read: () => Value | undefined) => Value | undefined;

/** Rows of one kind that are remembered: some hundred bytes each. */
const defaultKeys = 1_000;

/**
 * Remembers what was read until the next commit to the file, so that it is as fresh as if it were read each time: a request reads its account, its
 * collection and the generations of both, which change seldom. Beyond `maxKeys` what was read first is dropped. Without `commits`
 * each call reads.
 */
export const rememberedRows = <Value>(commits: Commits | undefined, maxKeys = defaultKeys): RememberedRows<Value> => {
  if (!commits) return (_key, read) => read();
  const rows = new Map<string, Value>();
  let readAt: bigint | undefined;
  return (key, read) => {
    // Before the read: a commit during it is one that has not been seen.
    const now = commits();
    if (now !== readAt) rows.clear();
    readAt = now;
    const known = rows.get(key);
    if (known !== undefined) return known;
    const found = read();
    if (found === undefined) return undefined;
    const [first] = rows.keys();
    if (rows.size >= maxKeys && first !== undefined) rows.delete(first);
    rows.set(key, found);
    return found;
  };
};
