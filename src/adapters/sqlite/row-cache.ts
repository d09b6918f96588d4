/** Reads the number of commits to a file, from memory that the threads of a process share. A commit is counted before it is acknowledged. */
export type CommitCount = () => bigint;

/** Returns the value for a key, from the cache or by `read`; undefined is not cached. */
export type RowCache<Value> = (key: string, read: () => Value | undefined) => Value | undefined;

/** The size of a value is 1 without `sizeOf`. Values larger than half of `maxSize` are not cached. */
type Capacity<Value> = { readonly maxSize: number; readonly sizeOf?: (value: Value) => number };

/** Rows of some hundred bytes each. */
const defaultMaxSize = 1_000;

/**
 * A cache that the next commit to the file empties, so that it is never stale: each request reads its account, its collection and the generations of both, which
 * change seldom. Without `commits` nothing is cached.
 *
 * It has two generations: when the young one is full, it replaces the old one, which is dropped as a whole. Deleting rows one by one would make V8 copy
 * the map's table again and again, and a copy in V8's old space keeps the next one alive with all its rows.
 */
export const rowCache = <Value>(
  commits: CommitCount | undefined,
  { maxSize, sizeOf = () => 1 }: Capacity<Value> = { maxSize: defaultMaxSize },
): RowCache<Value> => {
  if (!commits) return (_key, read) => read();
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let youngSize = 0;
  let readAt: bigint | undefined;
  const rotate = (before: Map<string, Value>) => {
    old = before;
    young = new Map();
    youngSize = 0;
  };
  const put = (key: string, value: Value) => {
    const size = sizeOf(value);
    if (size > maxSize / 2) return;
    if (youngSize + size > maxSize / 2) rotate(young);
    young.set(key, value);
    youngSize += size;
  };
  return (key, read) => {
    // Before the read, so that a commit during the read empties the cache.
    const now = commits();
    if (now !== readAt) rotate(new Map());
    readAt = now;
    const cached = young.get(key);
    if (cached !== undefined) return cached;
    const found = old.get(key) ?? read();
    if (found !== undefined) put(key, found);
    return found;
  };
};
