import test from 'ava';
import { comparisonText, type Section } from '../../scripts/bench/report.ts';

const run = (events: number, replayed: number, searches: readonly number[]): readonly Section[] => [
  ...searches.map((value, number) => ({
    title: `Searches among ${10 ** (number + 3)} tickets`,
    lines: [{ name: 'p50', value, unit: 'ms' }],
  })),
  { title: `Replay of ${events} events`, lines: [{ name: 'everything', value: replayed, unit: 'events/s' }] },
];

test('sections are compared although their titles name other figures, and sizes are not mixed up', (t) => {
  const before = [run(10_019, 1_000, [4, 8]), run(10_021, 2_000, [4, 8])];
  const now = [run(10_023, 3_000, [2, 2]), run(10_020, 4_000, [2, 2])];
  const rows = comparisonText('2e0ca58', [before, now])
    .split('\n')
    .filter((row) => /p50|everything/.test(row))
    .map((row) => row.trim().split(/ {2,}/));
  t.deepEqual(rows, [
    ['p50', '4.00', '2.00 ms', '0.50', '(0.50–0.50)'],
    ['p50', '8.00', '2.00 ms', '0.25', '(0.25–0.25)'],
    ['everything', '2 000', '4 000 events/s', '3.00', '(2.00–3.00)'],
  ]);
});
