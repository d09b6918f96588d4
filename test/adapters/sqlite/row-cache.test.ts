import test from 'ava';
import { rowCache } from '../../../src/adapters/sqlite/row-cache.ts';

/** Rows of a file in which `commit` changes what every read finds; `reads` are the keys that were read. */
const opened = (capacity?: Parameters<typeof rowCache<string>>[1]) => {
  let commits = 0n;
  const reads: string[] = [];
  const remembered = rowCache<string>(() => commits, capacity);
  const look = (key: string, before = () => {}) =>
    remembered(key, () => {
      reads.push(key);
      const found = `${key} after ${commits} commits`;
      before();
      return found;
    });
  return { remembered, look, reads, commit: () => (commits += 1n) };
};

test('a row is read once between two commits', (t) => {
  const { look, reads, commit } = opened();
  t.deepEqual([look('a'), look('b'), look('a')], ['a after 0 commits', 'b after 0 commits', 'a after 0 commits']);
  t.deepEqual(reads, ['a', 'b']);
  commit();
  t.deepEqual([look('a'), look('a')], ['a after 1 commits', 'a after 1 commits']);
  t.deepEqual(reads, ['a', 'b', 'a']);
});

test('a commit during a read counts as one after it', (t) => {
  const { look, commit } = opened();
  t.is(look('a', commit), 'a after 0 commits');
  t.is(look('a'), 'a after 1 commits');
});

test('what is not there is looked for each time', (t) => {
  const { remembered } = opened();
  let misses = 0;
  const missing = () => void (misses += 1);
  t.is(remembered('c', missing) ?? remembered('c', missing), undefined);
  t.is(misses, 2);
});

test('beyond a number what was not used for long is dropped', (t) => {
  const { look, reads } = opened({ maxSize: 4 });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'b']) look(key);
  t.deepEqual(reads, ['a', 'b', 'c', 'd', 'e', 'b'], 'a is used again and again');
});

test('what was not used for long is dropped if there is no room for its size', (t) => {
  const { remembered, reads, look } = opened({ maxSize: 80, sizeOf: ({ length }) => length });
  for (const key of ['a', 'b', 'a', 'c', 'd', 'b', 'e', 'f', 'a']) look(key);
  t.deepEqual(reads, ['a', 'b', 'c', 'd', 'e', 'f', 'a'], 'two rows of 17 have room in each half');
  const large = 'x'.repeat(41);
  let largeReads = 0;
  const readLarge = () => {
    largeReads += 1;
    return large;
  };
  t.deepEqual([remembered('large', readLarge), remembered('large', readLarge)], [large, large]);
  t.is(largeReads, 2, 'a row that is too large alone is not kept');
});

test('without a count of commits every row is read each time', (t) => {
  let reads = 0;
  const remembered = rowCache<number>(undefined);
  const read = () => (reads += 1);
  t.deepEqual([remembered('a', read), remembered('a', read)], [1, 2]);
});
