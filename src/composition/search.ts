import { searchTickets } from '../queries/search-tickets.ts';
import { answersOf, embeddersOf } from './models.ts';
import { openTicketIndex } from './read-stores.ts';
import { serve } from '../threads/rpc.ts';
import type { SearchMethods } from './thread-methods.ts';
import { fail, notify, onLink, threadData } from '../threads/thread.ts';
import type { ThreadData } from './api.ts';

/** The thread that holds the vectors, read-only: it cleans and embeds a query, finds the nearest tickets and requests the answer. */
const start = async () => {
  const { config, fileStates } = threadData as ThreadData;
  const search = searchTickets({
    index: await openTicketIndex(config, fileStates),
    embedders: embeddersOf(config),
    answers: answersOf(config),
  });
  onLink(({ port }) => serve(port, { search } satisfies SearchMethods));
  notify({ kind: 'ready' });
};

start().catch((error: unknown) => fail(String(error)));
