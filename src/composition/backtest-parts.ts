import { logLimit, retryingReads } from '../commands/retrying-reads.ts';
import type { BacktestDependencies } from '../operations/backtest.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { openStores } from './stores.ts';

type Core = {
  readonly stores: Pick<Awaited<ReturnType<typeof openStores>>, 'log' | 'ticketIndex' | 'questions' | 'readers'>;
  readonly context: { readonly signal: AbortSignal };
};

/** What a backtest reads; it writes nothing. */
export const backtestParts = async (
  { stores: { log, ticketIndex, questions, readers }, context: { signal } }: Core,
  embedders: () => Promise<Embedders>,
): Promise<BacktestDependencies> => ({
  now: () => new Date(),
  signal,
  streams: retryingReads(log, logLimit(signal)),
  embedders: await embedders(),
  ticketIndex,
  questions,
  tickets: readers.tickets,
  collections: readers.collections,
});
