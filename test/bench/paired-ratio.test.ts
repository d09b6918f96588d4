import test from 'ava';
import { type Pair, pairedRatio } from '../../scripts/bench/paired-ratio.ts';
import { seededRandom } from '../../scripts/bench/seeded-random.ts';

/** Pairs on a machine that is up to five times slower in some than in others, with `slower` more for one of the ways. */
const onBusyMachine = (slower: number): readonly Pair<number>[] => {
  const random = seededRandom(7);
  return Array.from({ length: 40 }, () => {
    const pace = 2 + 8 * random();
    const median = (factor: number) => pace * factor * (0.99 + 0.02 * random());
    return { one: median(slower), other: median(1) };
  });
};

const itself = (value: number) => value;

test('a difference of three in a hundred is told although the machine’s pace changes far more', (t) => {
  const [same, slower] = [pairedRatio(onBusyMachine(1), itself), pairedRatio(onBusyMachine(1.03), itself)];
  t.true(same.interval[0] <= 1 && same.interval[1] >= 1 && same.interval[1] < 1.03);
  t.true(slower.interval[0] > 1 && slower.interval[0] <= 1.03 && slower.interval[1] >= 1.03);
});

test('a pair in which one way was disturbed changes nothing, and ways turned round have the ratio turned round', (t) => {
  const disturbed = [2, 2, 400, 2].map((one) => ({ one, other: 1 }));
  t.is(pairedRatio(disturbed, itself).ratio, 2);
  const turned = [1, 2, 4, 8].map((other) => ({ one: 1, other }));
  t.is(pairedRatio(turned, itself).ratio.toFixed(6), (1 / Math.sqrt(8)).toFixed(6));
});
