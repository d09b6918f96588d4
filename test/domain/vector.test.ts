import test from 'ava';
import { decodeVector, encodeVector } from '../../src/domain/vector.ts';

test('a vector is decoded as it was, whatever its length', (t) => {
  for (const length of [0, 1, 2, 3, 384, 1536]) {
    const vector = Float32Array.from({ length }, (_, index) => Math.fround(Math.sin(index)));
    t.deepEqual(decodeVector(encodeVector(vector)), vector);
  }
});

test('a damaged text has the values that it has whole, and none that it has not', (t) => {
  const text = encodeVector(Float32Array.of(1, 2, 3, 4));
  t.deepEqual(decodeVector(text.slice(0, 14)), Float32Array.of(1, 2));
  t.deepEqual(decodeVector(`${text.slice(0, 6)}!!!!${text.slice(10)}`).length, 3);
});
