import test from 'ava';
import { Chain, labels } from '../../../src/personal-data/names/chain.ts';
import { seededRandom } from '../../../scripts/bench/seeded-random.ts';

const random = seededRandom(7);
const numbers = (count: number): Float64Array => Float64Array.from({ length: count }, () => random() * 4 - 2);

/** All ways to label so many tokens in which no name goes on that has not begun. */
const labellings = (count: number): number[][] =>
  (count === 0 ? [[]] : labellings(count - 1).flatMap((way) => [0, 1, 2].map((label) => [...way, label]))).filter(
    (way) => !way.some((label, at) => label === 2 && (way[at - 1] ?? 0) === 0),
  );

/** The weight of a labelling between two tokens outside names. */
const weightOf = (way: readonly number[], scores: Float64Array, transitions: Float64Array): number => {
  const sum = [...way, 0].reduce((score, label, at) => {
    const own = label === 0 ? 0 : (scores[at * 2 + label - 1] ?? 0);
    return score + own + (transitions[(way[at - 1] ?? 0) * labels + label] ?? 0);
  }, 0);
  return Math.exp(sum);
};

test('the probabilities of a chain are those of all ways to label it', (t) => {
  for (const count of [1, 2, 5]) {
    const [scores, transitions] = [numbers(count * 2), numbers(labels * labels)];
    const ways = labellings(count).map((way) => ({ way, weight: weightOf(way, scores, transitions) }));
    const all = ways.reduce((sum, { weight }) => sum + weight, 0);
    const shareOf = (is: (way: readonly number[]) => boolean): number =>
      ways.reduce((sum, { way, weight }) => sum + (is(way) ? weight : 0), 0) / all;
    const chain = new Chain(transitions);
    chain.run(scores, 0, count);
    for (let at = 0; at < count; at++)
      for (let label = 0; label < labels; label++)
        t.true(Math.abs((chain.probabilities[at * labels + label] ?? 0) - shareOf((way) => way[at] === label)) < 1e-9);
    const pairs = new Float64Array(labels * labels);
    chain.addTransitions(count, pairs, 1);
    for (let before = 0; before < labels; before++)
      for (let label = 0; label < labels; label++) {
        const expected = Array.from({ length: count + 1 }, (_, at) =>
          shareOf((way) => (way[at - 1] ?? 0) === before && (way[at] ?? 0) === label),
        ).reduce((sum, share) => sum + share, 0);
        t.true(Math.abs((pairs[before * labels + label] ?? 0) - expected) < 1e-9, `${count}: ${before} ${label}`);
      }
  }
});

test('scores beyond all bounds give probabilities', (t) => {
  const chain = new Chain(new Float64Array(labels * labels));
  chain.run(Float64Array.from([1e6, 0, 0, 1e6, -1e6, -1e6]), 0, 3);
  t.deepEqual([...chain.probabilities.subarray(0, 9)].map(Math.round), [0, 1, 0, 0, 0, 1, 1, 0, 0]);
});
