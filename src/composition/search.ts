import { searchTickets } from '../queries/search-tickets.ts';
import { answersOf, embeddersOf } from './models.ts';
import { openIndex } from './open-readers.ts';
import { serve } from '../threads/rpc.ts';
import type { SearchMethods } from './search-methods.ts';
import { notify, onLink, threadData } from '../threads/thread.ts';
import type { ThreadData } from './api.ts';

/** The thread that holds vectors, read-only: it cleans and embeds a query, finds its neighbours and has the answer written. */
const start = () => {
  const { config } = threadData as ThreadData;
  const search = searchTickets({
    index: openIndex(config),
    embedders: embeddersOf(config),
    answers: answersOf(config),
  });
  onLink(({ port }) => serve(port, { search } satisfies SearchMethods));
  notify({ kind: 'ready' });
};

start();
