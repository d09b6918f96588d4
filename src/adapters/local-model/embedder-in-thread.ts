import type { YieldIfDue } from '../../concurrency/fair-time-slices.ts';
import { runInSlices, runToCompletion, type Steps } from '../../concurrency/steps.ts';
import type { Embedder } from '../../ports/embedder.ts';

/**
 * Returns an embedder that computes vectors in this thread, by one function for tickets and queries: a query equal to a ticket's search text has cosine 1.
 */
export const embedderInThread = (
  model: Pick<Embedder, 'model' | 'dimensions' | 'similarityLevels' | 'scoreNoise' | 'answerOdds' | 'questionGrouping'>,
  vectorOf: (text: string) => Steps<Float32Array>,
): Embedder => ({
  ...model,
  batchSize: 100,
  embedTickets: async (texts, yieldIfDue) => {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      await yieldIfDue?.();
      vectors.push(await run(vectorOf(text), yieldIfDue));
    }
    return vectors;
  },
  embedQuery: (text, _onSent, yieldIfDue) => run(vectorOf(text), yieldIfDue),
});

const run = async <Result>(steps: Steps<Result>, yieldIfDue: YieldIfDue | undefined): Promise<Result> =>
  yieldIfDue ? runInSlices(steps, yieldIfDue) : runToCompletion(steps);
