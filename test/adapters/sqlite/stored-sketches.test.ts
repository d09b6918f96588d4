import test from 'ava';
import { seededRandom } from '../../../scripts/bench/seeded-random.ts';
import { codeBlockReader } from '../../../src/adapters/sqlite/vectors/code-blocks.ts';
import { quantisedVectors } from '../../../src/vector-engine/quantised-vectors.ts';
import { geometryOf, type StoredRows } from '../../../src/vector-engine/vector-blocks.ts';
import { vectorKernel } from '../../../src/vector-engine/vector-kernel.ts';
import { scan, scanQuery } from '../../../src/vector-engine/vector-scan.ts';
import { runToCompletion } from '../../../src/concurrency/steps.ts';
import { openIndexFile } from '../../support/index-file.ts';
import { bruteForce, clusteredVectors } from '../../support/vectors.ts';

/** With so many dimensions a stored block has 128 rows, one in memory 1024. */
const dimensions = 1024;
const blockRows = 128;

test('stored sketches are used as they are if all leave out one direction, and by whole blocks', async (t) => {
  const many = clusteredVectors(seededRandom(42), { count: 1_100, dimensions });
  const file = await openIndexFile(t, dimensions, many);
  await file.store();
  const kernel = vectorKernel(1);
  const geometry = geometryOf(dimensions);
  const { next } = codeBlockReader(file.database);
  const read = () => {
    const stored: StoredRows[] = [];
    for (let block = next(geometry, 1, 0); block?.rows; block = next(geometry, 1, block.number))
      stored.push(block.rows);
    return stored;
  };
  const check = (stored: readonly StoredRows[], { first = [] as readonly Float32Array[], sketched = 0 }) => {
    const store = quantisedVectors(kernel, dimensions);
    first.forEach((vector, index) => store.add(2_000 + index, vector));
    store.addStored(stored);
    t.is(store.blocks[0]?.sketched, sketched);
    const prepared = many.slice(0, 20).map((vector) => scanQuery(vector, 5));
    for (const [index, candidates] of runToCompletion(scan(store, prepared)).entries()) {
      const rows = candidates.map(({ block, row }) => block.numbers[row]);
      const nearest = bruteForce(many.slice(0, 1024), many[index] ?? new Float32Array(dimensions), 5);
      t.true(nearest.every((one) => rows.includes(one.index + 1)));
    }
    runToCompletion(store.sketch());
    t.is(store.blocks[0]?.sketched, 1024);
    store.release();
  };
  check(read(), { sketched: 1024 });
  const strange = read();
  strange[3] = { ...(strange[3] as StoredRows), direction: new Uint8Array(4096).fill(7) };
  check(strange, {});
  // Not together with rows that came before.
  check(read(), { first: many.slice(1_090) });
  // The last rows of a block that is filled up are no rows.
  const padded = quantisedVectors(kernel, dimensions);
  padded.addStored(read().slice(1));
  t.is(padded.blocks[0]?.sketched, 1024);
  const found = runToCompletion(scan(padded, [scanQuery(new Float32Array(dimensions).fill(-1), 1_000)]))[0] ?? [];
  t.is(found.length, 7 * blockRows);
});
