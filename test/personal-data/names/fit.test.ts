import test from 'ava';
import { Chain } from '../../../src/personal-data/names/chain.ts';
import { fit, scoresOf, type Example } from '../../../scripts/names/fit.ts';

/** A chain whose tokens have one feature each. */
const example = (features: readonly number[], truth: readonly number[]): Example => ({
  features: features.map((feature) => Int32Array.of(feature)),
  truth: Uint8Array.from(truth),
  share: 1,
});

/** Feature 0 is said of names and of what follows them, 1 of what stands between, 2 of the beginning. */
const examples = [
  example([1, 0, 0, 1], [0, 1, 2, 0]),
  example([0, 1, 2], [1, 0, 1]),
  example([1, 2, 0], [0, 1, 2]),
  example([1, 1], [0, 0]),
];
const settings = { count: 3, passes: 200, rate: 0.2, runs: 2 };

test('what is learnt labels the examples as they are, and is the same each time', (t) => {
  const model = fit(examples, settings);
  t.deepEqual(fit(examples, settings), model);
  const chain = new Chain(model.transitions);
  for (const one of examples) {
    chain.run(scoresOf(one, model.weights), 0, one.truth.length);
    const found = Array.from(one.truth, (_, at) => {
      const chances = [...chain.probabilities.subarray(at * 3, at * 3 + 3)];
      return chances.indexOf(Math.max(...chances));
    });
    t.deepEqual(found, [...one.truth]);
  }
});

test('scores that are given are added to, and transitions that are given stay', (t) => {
  const transitions = Float64Array.from({ length: 9 }, () => 0.5);
  const based = { ...example([1], [1]), base: Float64Array.of(20, 0) };
  const model = fit([based], { ...settings, transitions });
  t.deepEqual(model.transitions, transitions);
  t.true(Math.abs(model.weights[2] ?? 1) < 0.1, 'nothing is left to learn');
  t.is(scoresOf(based, model.weights)[0], 20 + (model.weights[2] ?? 0));
});
