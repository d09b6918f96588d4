import test from 'ava';
import { rememberedRows } from '../../../src/adapters/sqlite/remembered-rows.ts';

/** Rows of a file in which `commit` changes what every read finds; `reads` are the keys that were read. */
const opened = (capacity?: Parameters<typeof rememberedRows<string>>[1]) => {
  let commits = 0n;
  const reads: string[] = [];
  const remembered = rememberedRows<string>(() => commits, capacity);
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

test('what is not there is looked for each time, and what was read first is dropped beyond a number', (t) => {
  const { remembered, look, reads } = opened({ most: 2 });
  let misses = 0;
  const missing = () => void (misses += 1);
  t.is(remembered('c', missing) ?? remembered('c', missing), undefined);
  t.is(misses, 2);
  for (const key of ['a', 'b', 'a', 'c', 'b', 'a']) look(key);
  t.deepEqual(reads, ['a', 'b', 'c', 'a']);
});

test('what was read first is dropped if there is no room for its size', (t) => {
  const { remembered, reads, look } = opened({ most: 60, sizeOf: ({ length }) => length });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'b', 'a']) look(key);
  t.deepEqual(reads, ['a', 'b', 'c', 'd', 'a'], 'three rows of 17 have room');
  const large = 'x'.repeat(61);
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
  const remembered = rememberedRows<number>(undefined);
  const read = () => (reads += 1);
  t.deepEqual([remembered('a', read), remembered('a', read)], [1, 2]);
});
