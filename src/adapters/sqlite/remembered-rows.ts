/** Counts the commits to a file, in memory that the threads of a process share. Whoever is told of a commit finds it counted. */
export type Commits = () => bigint;

/** Rows, or what is made of them, by their keys, as `read` finds them; it may return undefined, which is not remembered. */
export type RememberedRows<Value> = (key: string, read: () => Value | undefined) => Value | undefined;

/** How much is remembered of one kind at most; the size of a value is 1 unless `sizeOf` returns another. What has more than half of `most` is not remembered. */
type Capacity<Value> = { readonly most: number; readonly sizeOf?: (value: Value) => number };

/** Rows of one kind that are remembered: some hundred bytes each. */
const defaultRows = 1_000;

/**
 * Remembers what was read until the next commit to the file, so that it is as fresh as if it were read each time: a request reads its account, its
 * collection and the generations of both, which change seldom. Without `commits` each call reads.
 *
 * What was used last has one half of the capacity, what was used before that the other; when the first half is full the second is dropped as a whole. A map from
 * which rows are deleted one by one would be copied again and again, and each copy that has come to be old would keep the next one, with all its rows, from the garbage collector.
 */
export const rememberedRows = <Value>(
  commits: Commits | undefined,
  { most, sizeOf = () => 1 }: Capacity<Value> = { most: defaultRows },
): RememberedRows<Value> => {
  if (!commits) return (_key, read) => read();
  let recent = new Map<string, Value>();
  let earlier = new Map<string, Value>();
  let recentSize = 0;
  let readAt: bigint | undefined;
  const begin = (before: Map<string, Value>) => {
    earlier = before;
    recent = new Map();
    recentSize = 0;
  };
  const remember = (key: string, value: Value) => {
    const size = sizeOf(value);
    if (size > most / 2) return;
    if (recentSize + size > most / 2) begin(recent);
    recent.set(key, value);
    recentSize += size;
  };
  return (key, read) => {
    // Before the read: a commit during it is one that has not been seen.
    const now = commits();
    if (now !== readAt) begin(new Map());
    readAt = now;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const found = earlier.get(key) ?? read();
    if (found !== undefined) remember(key, found);
    return found;
  };
};
