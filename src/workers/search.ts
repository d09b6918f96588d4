import { join } from 'node:path';
import { openDatabase } from '../adapters/sqlite/database.ts';
import { sqliteTicketIndex } from '../adapters/sqlite/vector-search.ts';
import { searchTickets } from '../queries/search-tickets.ts';
import { answersOf, embeddersOf } from './models.ts';
import { serve } from './rpc.ts';
import type { SearchMethods } from './search-methods.ts';
import { notify, onLink, threadData } from './thread.ts';

/** The thread that holds vectors, read-only: it cleans and embeds a query, finds its neighbours and has the answer written. */
const start = () => {
  const { config } = threadData();
  const search = searchTickets({
    index: sqliteTicketIndex(openDatabase(join(config.dataDir, 'views.db'), 'read')),
    embedders: embeddersOf(config),
    answers: answersOf(config),
  });
  onLink(({ port }) => serve(port, { search } satisfies SearchMethods));
  notify({ kind: 'ready' });
};

start();
