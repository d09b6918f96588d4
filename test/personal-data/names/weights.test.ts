import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { digestOfLessons } from '../../../scripts/names/examples.ts';
import { writeWeights } from '../../../scripts/names/write-weights.ts';
import { readWeights, WeightsDamaged, weightsPath } from '../../../src/personal-data/names/weights.ts';

const folder = mkdtempSync(join(tmpdir(), 'weights-'));
test.after.always(() => rmSync(folder, { recursive: true }));

test('weights are read as they were written, but for those near 0', (t) => {
  const first = new Map([
    [0, [1, -2]],
    [16_777_215, [0.04, 12.7]],
    [300, [0.01, -0.04]],
  ] as const);
  const path = join(folder, 'whole');
  const transitions = Float64Array.from({ length: 9 }, (_, at) => at / 2);
  writeFileSync(path, writeWeights({ digest: 'of lines', transitions, passes: [first, new Map([[5, [1, 1]]])] }));
  const read = readWeights(path);
  t.is(read.digest, 'of lines');
  t.deepEqual(read.transitions, transitions);
  const rounded = (hash: number) => read.tables[0].of(hash).map((weight) => Number(weight.toFixed(1)));
  t.deepEqual([0, 16_777_215, 300, 7].map(rounded), [
    [1, -2],
    [0, 12.7],
    [0, 0],
    [0, 0],
  ]);
  const sums = new Float64Array(2);
  read.tables[0].add(Int32Array.of(0, 16_777_215, 300), 2, sums, 0);
  t.deepEqual(
    [...sums].map((sum) => Number(sum.toFixed(1))),
    [1, 10.7],
  );
});

test('a file that is damaged or missing is an error of one line', (t) => {
  const whole = readFileSync(weightsPath);
  const flipped = Buffer.from(whole);
  flipped[whole.length - 1] = (whole.at(-1) ?? 0) ^ 1;
  const files = { flipped, cut: whole.subarray(0, -100), empty: Buffer.alloc(0), other: Buffer.from('{}\nabc') };
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const { message } = t.throws(() => readWeights(path), { instanceOf: WeightsDamaged });
    t.is(message, `The model file models/${name} is damaged: install the service again`);
  }
  t.throws(() => readWeights(join(folder, 'none')), {
    message: 'The model file models/none cannot be read: install the service again',
  });
});

test('the weights are small, and were learnt from the lines, lists and features of today (npm run train:names)', (t) => {
  t.true(statSync(weightsPath).size < 500_000);
  t.is(readWeights().digest, digestOfLessons());
});
