import type { LearntAnswers } from './answer-odds.ts';

/** When the nearest ticket answers a question, what its similarity is called, and which differences of it say nothing. Written by `npm run train:answers` (docs/benchmarks.md, "Answers without a gateway"). */
export const learntAnswers: LearntAnswers = {
  lists: 'b363b45613bd63584d91ab707bc58f9762188652ed079d54642456c320441c61',
  models: {
    'local-1': {
      similarityLevels: {
        verySimilar: 0.58,
        similar: 0.44,
        first: { verySimilar: 0.52, similar: 0.43 },
      },
      scoreNoise: 0.017,
      decision: {
        constant: -0.561,
        threshold: -1.118,
        shares: {
          lead: { mean: 0.086, deviation: 0.104, weight: 1.614 },
          inProblem: { mean: 0.401, deviation: 0.321, weight: 0.782 },
          inTicket: { mean: 0.447, deviation: 0.333, weight: 1.33 },
          rarestMissing: { mean: 0.761, deviation: 0.342, weight: -0.347 },
          missingCode: { mean: 0.047, deviation: 0.212, weight: -0.526 },
          length: { mean: 1.843, deviation: 0.4, weight: 0.193 },
        },
      },
    },
    'local-2': {
      similarityLevels: {
        verySimilar: 0.55,
        similar: 0.47,
        first: { verySimilar: 0.55, similar: 0.46 },
      },
      scoreNoise: 0.023,
      decision: {
        constant: 0.681,
        threshold: 0.442,
        shares: {
          lead: { mean: 0.099, deviation: 0.098, weight: 1.554 },
          inProblem: { mean: 0.379, deviation: 0.331, weight: 0.562 },
          inTicket: { mean: 0.44, deviation: 0.331, weight: 0.251 },
          rarestMissing: { mean: 0.763, deviation: 0.34, weight: -0.801 },
          missingCode: { mean: 0.049, deviation: 0.217, weight: -0.55 },
          length: { mean: 1.843, deviation: 0.4, weight: 0.632 },
        },
      },
    },
  },
};
