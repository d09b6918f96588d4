import test from 'ava';
import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { nearestVectors } from '../../src/vector-engine/nearest-vectors.ts';
import { packQuery, type ScanQuery } from '../../src/vector-engine/packed-query.ts';
import { type QuantisedVectors, quantisedVectors } from '../../src/vector-engine/quantised-vectors.ts';
import { deletedRow, geometryOf, kernelAddressesOf } from '../../src/vector-engine/vector-blocks.ts';
import { vectorCache } from '../../src/vector-engine/vector-cache.ts';
import { vectorKernel } from '../../src/vector-engine/vector-kernel.ts';
import { scan, scanQuery } from '../../src/vector-engine/vector-scan.ts';
import { bruteForce, clusteredVectors, cosineOf, randomVector } from '../support/vectors.ts';

const random = seededRandom(31);

/** Sets of vectors of `dimensions` that are as different as embeddings can be; of each set some are queries. */
const setsOf = (dimensions: number, count: number): Readonly<Record<string, readonly Float32Array[]>> => {
  const centre = randomVector(random, dimensions);
  const near = (spread: number) => () =>
    randomVector(random, dimensions).map((value, i) => (centre[i] ?? 0) + spread * value);
  const few = Array.from({ length: 7 }, () => randomVector(random, dimensions));
  const sparse = () =>
    new Float32Array(dimensions).map(() => (random() < 8 / dimensions ? random() - 0.5 : 0)).fill(1, 0, 1);
  const make = (one: (index: number) => Float32Array) => Array.from({ length: count }, (_, index) => one(index));
  return {
    clusters: clusteredVectors(random, { count, dimensions }),
    'around one direction': make(near(0.6)),
    'collapsed to one direction': make(near(1e-4)),
    copies: make((index) => few[index % few.length] ?? centre),
    'copies among others': make((index) => (index % 3 === 0 ? centre : randomVector(random, dimensions))),
    'opposite directions': make((index) => near(0.3)().map((value) => (index % 2 ? value : -value))),
    sparse: make(sparse),
    'one dimension above all': make(() => randomVector(random, dimensions).fill(40, 3, 4)),
  };
};

const kernel = vectorKernel();

const storeOf = (vectors: readonly Float32Array[], dimensions: number) => {
  const store = quantisedVectors(kernel, dimensions);
  vectors.forEach((vector, index) => store.add(index, vector));
  return store;
};

const sketched = (vectors: readonly Float32Array[], dimensions: number) => {
  const store = storeOf(vectors, dimensions);
  runToCompletion(store.sketch());
  return store;
};

const search = (store: QuantisedVectors, vectors: readonly Float32Array[], query: Float32Array) => {
  const prepared = scanQuery(query, 5);
  const scored = runToCompletion(
    nearestVectors(runToCompletion(scan(store, [prepared]))[0] ?? [], prepared, (index) => vectors[index]),
  );
  return (scored ?? []).map(({ score }) => score).toSorted((a, b) => b - a);
};

/** Whether each row of the first block is left by the sketches alone at a floor of the cosine. */
const leftBySketches = (store: QuantisedVectors, wanted: ScanQuery, floor: number): ReadonlySet<number> => {
  const [block] = store.blocks;
  if (!block) throw new Error('there is no block');
  const rows = { block, from: 0, count: block.count };
  const query = packQuery(store, wanted);
  // The floor of the codes is that of the sketches, so that only these decide if it lies below all.
  query.setFloor(floor);
  kernel.floats(query.address + 36, 1).set([-9]);
  const { stride, size } = store.geometry;
  const addresses = kernelAddressesOf(kernel, store.geometry, rows);
  const task = { ...addresses, rows: block.count, stride, size, query: query.address };
  const take = kernel.pool.begin({ tasks: [task], maxRows: block.count, isShared: false });
  const left = new Set<number>();
  for (const step of ['estimate', 'compare'] as const) {
    take(step, (_, address, count) => {
      left.clear();
      const found = kernel.numbers(address, count * 2);
      for (let i = 0; i < count; i += 1) left.add(found[2 * i] as number);
    });
  }
  query.release();
  return left;
};

for (const dimensions of [300, 4096]) {
  test(`no row that reaches a floor is ruled out, of ${dimensions} dimensions`, (t) => {
    const { rows } = geometryOf(dimensions);
    for (const [name, vectors] of Object.entries(setsOf(dimensions, rows))) {
      const store = sketched(vectors, dimensions);
      t.is(store.blocks[0]?.sketched, rows);
      for (const query of vectors.slice(0, 2)) {
        const cosines = vectors.map((vector) => cosineOf(vector, query));
        for (const floor of [...cosines.toSorted((a, b) => b - a).slice(1, 20), 0, -0.5]) {
          const found = leftBySketches(store, scanQuery(query, 5), floor - 1e-7);
          t.true(
            cosines.every((cosine, row) => cosine < floor || found.has(row)),
            `${name}, ${floor}`,
          );
        }
      }
      store.release();
    }
  });
}

for (const dimensions of [255, 1000]) {
  test(`a search finds what an exact search finds, with and without sketches, in any set of ${dimensions} dimensions`, (t) => {
    const { rows } = geometryOf(dimensions);
    for (const [name, vectors] of Object.entries(setsOf(dimensions, Math.floor(rows * 1.1)))) {
      const store = storeOf(vectors, dimensions);
      const queries = [...vectors.slice(0, 2), randomVector(random, dimensions)].map((query) => ({
        query,
        expected: bruteForce(vectors, query, 5),
      }));
      for (const stage of ['without', 'with'] as const) {
        for (const { query, expected } of queries) {
          const found = search(store, vectors, query);
          for (const [index, { score }] of expected.entries()) {
            t.true(Math.abs(score - (found[index] ?? 9)) < 3e-7, `${name}, ${stage}, ${index}`);
          }
        }
        runToCompletion(store.sketch());
        t.false(store.isUnsketched());
      }
      t.is(store.blocks[0]?.sketched, dimensions < 256 ? 0 : rows);
      store.release();
    }
  });
}

test('sketches rule out most rows, in any direction that the vectors share', (t) => {
  const common = randomVector(random, 512);
  for (const share of [0, 2]) {
    const vectors = clusteredVectors(random, { count: 2048, dimensions: 512 }).map((vector) => {
      const length = Math.hypot(...vector) / Math.hypot(...common);
      return vector.map((value, i) => value + share * length * (common[i] ?? 0));
    });
    const store = sketched(vectors, 512);
    for (const query of vectors.slice(0, 20)) {
      const floor = bruteForce(vectors, query, 5).at(-1)?.score ?? 1;
      const left = leftBySketches(store, scanQuery(query, 5), floor).size;
      t.true(left < 100, `${left} of 2048 left, ${share} shared`);
    }
    store.release();
  }
});

test('rows that are added while sketches are made, and deleted ones, are found as they are', (t) => {
  const vectors = [...clusteredVectors(random, { count: 9000, dimensions: 256 })];
  const store = storeOf(vectors.slice(0, 8500), 256);
  const work = store.sketch();
  for (let step = 0; step < 40; step += 1) work.next();
  vectors.slice(8500).forEach((vector, index) => store.add(8500 + index, vector));
  const [first] = store.blocks;
  if (first) first.numbers[7] = deletedRow;
  for (const query of [7, 8, 4200, 8999].map((index) => vectors[index] ?? new Float32Array(256))) {
    const expected = bruteForce(vectors, query, 6).filter(({ index }) => index !== 7);
    search(store, vectors, query).forEach((score, index) =>
      t.true(Math.abs(score - (expected[index]?.score ?? 9)) < 3e-7),
    );
  }
  runToCompletion(work);
  store.release();
});

test('memory of evicted vectors is used again, but not while a search uses it', (t) => {
  const dimensions = 256;
  const cache = vectorCache(1);
  const vectors = clusteredVectors(random, { count: 4200, dimensions });
  const fill = (collection: number) => {
    const cached = cache.get('copy', collection, dimensions);
    vectors.forEach((vector, index) => cached.vectors.add(index, vector));
    cached.last = vectors.length;
    cache.evict();
    return cached;
  };
  const first = fill(1);
  const query = scanQuery(vectors[1] ?? new Float32Array(dimensions), 5);
  const running = scan(first.vectors, [query]);
  running.next();
  const second = fill(2);
  t.not(second.vectors.blocks[0]?.address, first.vectors.blocks[0]?.address);
  const rows = runToCompletion(running)[0]?.map(({ block, row }) => block.numbers[row]);
  t.true(rows?.includes(1));
  cache.release(first);
  t.is(fill(3).vectors.blocks[0]?.address, first.vectors.blocks[0]?.address);
});
