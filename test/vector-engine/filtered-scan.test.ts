import test from 'ava';
import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { nearestVectors } from '../../src/vector-engine/nearest-vectors.ts';
import { quantisedVectors } from '../../src/vector-engine/quantised-vectors.ts';
import { vectorKernel } from '../../src/vector-engine/vector-kernel.ts';
import { scan, scanQuery } from '../../src/vector-engine/vector-scan.ts';
import { bruteForce, clusteredVectors } from '../support/vectors.ts';

test('a search among some rows finds the nearest of these, and rules most others out without a look at each', (t) => {
  const random = seededRandom(29);
  const vectors = clusteredVectors(random, { count: 12_000, dimensions: 512 });
  const store = quantisedVectors(vectorKernel(), 512);
  vectors.forEach((vector, index) => store.add(index, vector));
  for (const every of [2, 5, 12]) {
    let looked = 0;
    const among = new (class extends Set<number> {
      override has(row: number): boolean {
        looked += 1;
        return super.has(row);
      }
    })(vectors.flatMap((_, index) => (index % every === 1 ? [index] : [])));
    const query = vectors[every + 1] ?? new Float32Array(512);
    const prepared = scanQuery(query, 20, among);
    const near = runToCompletion(scan(store, [prepared]))[0] ?? [];
    t.true(looked < vectors.length / 3, `${looked} of ${vectors.length}, one in ${every}`);
    const found = runToCompletion(nearestVectors(near, prepared, (index) => vectors[index])) ?? [];
    const rows = [...among];
    const wanted = bruteForce(
      rows.map((row) => vectors[row] ?? query),
      query,
      20,
    );
    t.deepEqual(
      found.map(({ number }) => number).toSorted((a, b) => a - b),
      wanted.map(({ index }) => rows[index] ?? -1).toSorted((a, b) => a - b),
    );
  }
});
