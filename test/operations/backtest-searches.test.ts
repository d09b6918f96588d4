import test from 'ava';
import { askIndex } from '../../src/operations/backtest-searches.ts';
import type { BacktestCase } from '../../src/operations/backtest-cases.ts';
import type { Embedder } from '../../src/ports/embedder.ts';

const blockMs = 10;

/** A model that needs the thread for each question. */
const slow = {
  ...{ model: 'test-2', dimensions: () => 2 },
  embedQuery: () => {
    for (const end = performance.now() + blockMs; performance.now() < end;);
    return Promise.resolve(Float32Array.of(1, 0));
  },
} as unknown as Embedder;

test('the questions of a backtest take at most half of the time of their thread', async (t) => {
  const cases = Array.from({ length: 12 }, (_, index): BacktestCase => ({ question: `${index}` }) as BacktestCase);
  const snapshot = { model: { model: 'test-2', dimensions: 2 }, nearest: () => Promise.resolve([]) };
  const dependencies = {
    ...{ embedders: { of: () => slow }, ticketIndex: { snapshot: () => Promise.resolve(snapshot) } },
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof askIndex>[0];
  const start = performance.now();
  const asked = { tenantId: 't', collectionId: 'c', cases, onDone: () => undefined };
  t.is((await askIndex(dependencies, asked)).outcomes.length, 12);
  // The first rest follows the second question; a timer may be a millisecond early.
  t.true(performance.now() - start >= 12 * blockMs + 10 * (blockMs - 1));
});
