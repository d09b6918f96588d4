import test from 'ava';
import { nameSet } from '../../src/platform/name-set.ts';

test('names that were deleted are gone, and all others are still found, however full the table is', (t) => {
  const set = nameSet();
  const names = Array.from({ length: 5_000 }, (_, index) => `name ${index}`);
  for (const name of names) set.add(name);
  for (const name of names.filter((_, index) => index % 3 === 0)) {
    set.delete(name);
    set.delete(name);
  }
  t.true(names.every((name, index) => set.has(name) === (index % 3 !== 0)));
  for (const name of names) set.add(name);
  t.true(names.every((name) => set.has(name)));
});
