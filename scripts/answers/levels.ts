import type { SimilarityLevels } from '../../src/ports/embedder.ts';
import type { AnswerExample } from './examples.ts';

/** The share of right tickets among those that are called so. Nine in ten are promised of the upper level: other lists come out a little worse than the one learnt from. */
const shares = { verySimilar: 0.93, similar: 0.5 };
const steps = 100;

/** Returns, for the nearest tickets and for all, the lowest similarities, in hundredths: from the one on, more than nine in ten of the tickets that are found answer the question, and half of those between both. */
export const learnLevels = (examples: readonly AnswerExample[]): SimilarityLevels => ({
  ...levelsOf(examples.flatMap(({ found }) => found)),
  first: levelsOf(examples.flatMap(({ found }) => found.slice(0, 1))),
});

const levelsOf = (found: AnswerExample['found']) => {
  const lowest = (share: number, below: number): number => {
    for (let level = 0; level < Math.min(1, below) * steps; level += 1) {
      const called = found.filter(({ score }) => score >= level / steps && score < below);
      if (called.filter(({ isRight }) => isRight).length >= share * called.length) return level / steps;
    }
    return Math.min(1, below);
  };
  const verySimilar = lowest(shares.verySimilar, Infinity);
  return { verySimilar, similar: lowest(shares.similar, verySimilar) };
};
