import test from 'ava';
import { smallFloats, smallIntegers } from '../../src/platform/small-arrays.ts';

test('small arrays share buffers, have zeros and do not overlap', (t) => {
  for (const make of [smallIntegers, smallFloats]) {
    const all = Array.from({ length: 5_000 }, (_, index) => {
      const array = make(3 + (index % 7));
      t.true(array.every((value) => value === 0));
      return array.fill(index);
    });
    all.forEach((array, index) => t.true(array.every((value) => value === index)));
    t.true(new Set(all.map(({ buffer }) => buffer)).size < all.length / 500);
  }
});

test('one that is larger than a shared buffer has room as well', (t) => {
  t.is(smallFloats(100_000).fill(1).length, 100_000);
});
