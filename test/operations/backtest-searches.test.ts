import test from 'ava';
import { askIndex, askOtherModel } from '../../src/operations/backtest-searches.ts';
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

test('another model gets the texts of a page right after it is read, so that what is erased later is sent to nobody', async (t) => {
  const [stored, log] = [['1', '2', '3', '4', '5'], [] as string[]];
  const page = ({ limit, after = 0n }: { readonly limit: number; readonly after?: bigint }) => {
    const rows = stored.slice(Number(after), Number(after) + limit);
    log.push(`read ${rows.join(' ')}`);
    const tickets = rows.map((ticketId) => ({ ticketId, problem: [ticketId], solution: [], flaggedAt: null }));
    const next = Number(after) + limit < stored.length ? after + BigInt(limit) : undefined;
    return Promise.resolve({ tickets, next });
  };
  const embedder = {
    ...{ ...slow, batchSize: 2 },
    embedTickets: (texts: readonly string[]) => {
      log.push(`embedded ${texts.join(' ')}`);
      return Promise.resolve(texts.map(() => Float32Array.of(1, 0)));
    },
  } as unknown as Embedder;
  const dependencies = {
    ...{ tickets: { page }, streams: { readPage: () => Promise.resolve([]) } },
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof askOtherModel>[0];
  const asked = {
    tenantId: 't',
    collectionId: 'c',
    cases: [{ question: 'q' } as BacktestCase],
    onDone: () => undefined,
  };
  await askOtherModel(dependencies, { embedder, model: { model: 'test-2', dimensions: 2 } }, asked);
  t.deepEqual(log, ['read 1 2', 'embedded 1 2', 'read 3 4', 'embedded 3 4', 'read 5', 'embedded 5']);
});
