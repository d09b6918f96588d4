import { embedderInThread } from './embedder-in-thread.ts';
import { answerOdds } from './answer-odds.ts';
import { learntAnswers } from './learnt-answers.ts';
import { lexicalModel } from './model-names.ts';
import { unitVector } from '../../domain/vector.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { dimensions } from './slots.ts';
import { textTokens, textTokenSteps, textVectors } from './text-vector.ts';

/** Measured by `npm run bench:retrieval` (docs/recorded-questions.md, "Gaps"). */
const groupingLevel = 0.4;

/** Returns the lexical embedder that runs in this process: Russian and English, tolerant of endings, typos and the wrong keyboard layout. Never throws. */
export const localEmbedder = (): Embedder => {
  const tokens = textTokenSteps();
  const read = textVectors(tokens);
  const { similarityLevels, scoreNoise, decision } = learntAnswers.models[lexicalModel];
  const model = {
    model: lexicalModel,
    dimensions: () => dimensions,
    similarityLevels,
    scoreNoise,
    answerOdds: answerOdds(decision, textTokens(tokens)),
    questionGrouping: { level: groupingLevel, weighed: unitVector },
  };
  return embedderInThread(model, function* (text) {
    return (yield* read(text)).vector;
  });
};
