import test from 'ava';
import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import fc from 'fast-check';
import { fairTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import { inSlicesOf, type RunSteps, runToCompletion } from '../../src/concurrency/steps.ts';
import { nearestVectors } from '../../src/vector-engine/nearest-vectors.ts';
import { quantisedVectors } from '../../src/vector-engine/quantised-vectors.ts';
import { sharedScans } from '../../src/vector-engine/shared-scans.ts';
import { vectorCache } from '../../src/vector-engine/vector-cache.ts';
import { vectorKernel } from '../../src/vector-engine/vector-kernel.ts';
import { scan, scanQuery } from '../../src/vector-engine/vector-scan.ts';
import { bruteForce, clusteredVectors, cosineOf, randomVector } from '../support/vectors.ts';

const kernel = vectorKernel();

const storeOf = (vectors: readonly Float32Array[], dimensions: number) => {
  const store = quantisedVectors(kernel, dimensions);
  vectors.forEach((vector, index) => store.add(index, vector));
  return store;
};

/** Searches in memory; `reads` counts the float32 vectors that were read. */
const search = (vectors: readonly Float32Array[], query: Float32Array, count: number) => {
  const store = storeOf(vectors, query.length);
  const prepared = scanQuery(query, count);
  let reads = 0;
  const scored = runToCompletion(
    nearestVectors(runToCompletion(scan(store, [prepared]))[0] ?? [], prepared, (index) => {
      reads += 1;
      return vectors[index];
    }),
  );
  return { scores: (scored ?? []).map(({ score }) => score).sort((a, b) => b - a), reads };
};

const scoresOf = (vectors: readonly Float32Array[], query: Float32Array, count: number) =>
  bruteForce(vectors, query, count).map(({ score }) => score);

/** Values of very different sizes, so that rounding to int8 loses most of some vectors. */
const anyVector = (dimensions: number) =>
  fc
    .array(fc.tuple(fc.float({ min: -1, max: 1, noNaN: true }), fc.constantFrom(1e-4, 0.003, 0.1, 1, 50)), {
      minLength: dimensions,
      maxLength: dimensions,
    })
    .map((values) => Float32Array.from(values, ([value, size]) => value * size))
    .filter((vector) => vector.some((value) => Math.abs(value) > 1e-12));

test('the result equals that of an exact search for any vectors', (t) => {
  const examples = fc.integer({ min: 1, max: 12 }).chain((dimensions) =>
    fc.record({
      vectors: fc.array(anyVector(dimensions), { minLength: 1, maxLength: 120 }),
      query: anyVector(dimensions),
      count: fc.integer({ min: 1, max: 8 }),
    }),
  );
  t.notThrows(() =>
    fc.assert(
      fc.property(examples, ({ vectors, query, count }) => {
        const found = search(vectors, query, count).scores.slice(0, count);
        const expected = scoresOf(vectors, query, count);
        return (
          found.length === expected.length &&
          expected.every((score, index) => Math.abs(score - (found[index] ?? 9)) < 2e-7)
        );
      }),
      { numRuns: 300 },
    ),
  );
});

test('neighbours that int8 codes cannot separate are ranked by their float32 vectors', (t) => {
  const random = seededRandom(11);
  const dimensions = 40;
  const centre = randomVector(random, dimensions);
  const vectors = Array.from({ length: 2500 }, () =>
    randomVector(random, dimensions).map((value, index) => (centre[index] ?? 0) + value * 0.003),
  );
  const found = search(vectors, centre, 20).scores.slice(0, 20);
  for (const [index, score] of scoresOf(vectors, centre, 20).entries()) {
    t.true(Math.abs(score - (found[index] ?? 9)) < 2e-7);
  }
});

test('few float32 vectors are read to prove a result', (t) => {
  const random = seededRandom(5);
  const vectors = clusteredVectors(random, { count: 4000, dimensions: 256 });
  const { reads } = search(vectors, vectors[7] ?? new Float32Array(256), 20);
  t.true(reads < 200, `${reads} of 4000`);
});

test('collections that are searched in turn while they grow have their own rows where the kernel finds them', (t) => {
  const random = seededRandom(23);
  const collections = [300, 300, 40].map((dimensions) => ({
    store: quantisedVectors(kernel, dimensions),
    dimensions,
    vectors: [] as Float32Array[],
  }));
  const searchIn = ({ store, dimensions, vectors }: (typeof collections)[number]) => {
    const query = randomVector(random, dimensions);
    const prepared = scanQuery(query, 5);
    const near = runToCompletion(scan(store, [prepared]))[0] ?? [];
    const found = runToCompletion(nearestVectors(near, prepared, (index) => vectors[index])) ?? [];
    const nearest = bruteForce(vectors, query, 5).map(({ index }) => index);
    t.deepEqual(found.map(({ number }) => number).toSorted(), nearest.toSorted());
  };
  for (let turn = 0; turn < 20; turn += 1) {
    for (const [index, collection] of collections.entries()) {
      for (let added = (turn * 17 + index) % 50; added >= 0; added -= 1) {
        const vector = randomVector(random, collection.dimensions);
        collection.store.add(collection.vectors.push(vector) - 1, vector);
      }
      searchIn(collection);
      if ((turn + index) % 2 === 0) searchIn(collection);
    }
  }
});

test('a deleted row is marked, and the next search skips it', (t) => {
  const vectors = Array.from({ length: 30 }, (_, index) => Float32Array.of(1, index));
  const store = storeOf(vectors, 2);
  const query = scanQuery(Float32Array.of(1, 0), 3);
  const attempt = () =>
    runToCompletion(
      nearestVectors(runToCompletion(scan(store, [query]))[0] ?? [], query, (index) =>
        index === 1 ? undefined : vectors[index],
      ),
    );
  t.is(attempt(), undefined);
  t.deepEqual(
    attempt()?.map(({ number }) => number),
    [0, 2, 3],
  );
});

test('searches that share a pass return what each returns alone', async (t) => {
  const vectors = clusteredVectors(seededRandom(9), { count: 2000, dimensions: 600 });
  const store = storeOf(vectors, 600);
  const run = inSlicesOf(fairTimeSlices(undefined, 0.1).of('a'));
  const scans = sharedScans();
  const queries = vectors.slice(0, 21).map((vector, index) => scanQuery(vector, 1 + (index % 5)));
  const together = await Promise.all(queries.map((query) => scans(store, query, run)));
  const rowsOf = (candidates: (typeof together)[number]) =>
    candidates.map(({ block, row }) => block.numbers[row]).toSorted();
  queries.forEach((query, index) => {
    t.deepEqual(rowsOf(together[index] ?? []), rowsOf(runToCompletion(scan(store, [query]))[0] ?? []));
  });
});

test('a failed scan fails all searches that share it, and the next one works', async (t) => {
  const store = storeOf([Float32Array.of(1, 0)], 2);
  let failing = true;
  const scans = sharedScans();
  const run: RunSteps = async (work) => {
    await Promise.resolve();
    if (failing) throw new Error('out of memory');
    return runToCompletion(work);
  };
  const query = scanQuery(Float32Array.of(1, 0), 1);
  const both = await Promise.allSettled([scans(store, query, run), scans(store, query, run)]);
  t.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  failing = false;
  t.is((await scans(store, query, run)).length, 1);
});

test('the cache evicts the collections that were searched least recently', (t) => {
  const cache = vectorCache(8000);
  const bytes = storeOf([Float32Array.of(1, 0)], 2).bytes();
  const fill = (collection: number) => {
    const cached = cache.get('copy', collection, 2);
    if (cached.last === 0) cached.vectors.add((cached.last = 1), Float32Array.of(1, 0));
    cache.evict();
  };
  const most = Math.floor(8000 / bytes);
  for (let collection = 0; collection < most; collection += 1) fill(collection);
  fill(0);
  fill(most);
  t.is(cache.get('copy', 0, 2).last, 1);
  t.is(cache.get('copy', 1, 2).last, 0);
  t.true(cache.bytes() <= 8000 + bytes);
});

test('the cache removes collections that no longer exist', (t) => {
  const cache = vectorCache(1e9);
  for (const collection of [1, 2, 3]) cache.get('copy', collection, 2).last = 9;
  cache.filter(({ collection }) => collection !== 2);
  t.deepEqual(
    [1, 2, 3].map((collection) => cache.get('copy', collection, 2).last),
    [9, 0, 9],
  );
});

test('the error of int8 codes is within its stated bound', (t) => {
  const random = seededRandom(21);
  for (let run = 0; run < 50; run += 1) {
    const vector = randomVector(random, 64).map((value) => value ** 3);
    const store = storeOf([vector], 64);
    const [block] = store.blocks;
    const codes = Float32Array.from(block?.codes.subarray(0, 64) ?? [], (code) => code * (block?.scales[0] ?? 0));
    const length = Math.hypot(...vector);
    const lost = Math.hypot(...vector.map((value, index) => value / length - (codes[index] ?? 0)));
    t.true(Math.abs(lost - (block?.errors[0] ?? 9)) < 1e-6);
    t.true(cosineOf(vector, codes) > 0.9);
  }
});
