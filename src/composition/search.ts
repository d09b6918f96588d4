import { searchTickets, writeAnswer } from '../queries/search-tickets.ts';
import { gatewayWatch } from './gateway-watch.ts';
import { answersOf, embeddersOf } from './models.ts';
import { openTicketReaders } from './read-stores.ts';
import { serve } from '../threads/rpc.ts';
import type { SearchMethods } from './thread-methods.ts';
import { fail, notify, onLink, threadData } from '../threads/thread.ts';
import type { ThreadData } from './threads.ts';

/** The thread that holds the vectors, read-only: it cleans and embeds a query, finds the nearest tickets and requests the answer, and lists tickets. */
const start = async () => {
  const { config, fileStates } = threadData as ThreadData;
  const { index, tickets } = await openTicketReaders(config, fileStates);
  const watch = gatewayWatch(config);
  const search = searchTickets({ index, embedders: embeddersOf(config, watch) });
  const answer = writeAnswer(answersOf(config, watch));
  const { page: ticketPage, counts: ticketCounts, ofClient: ticketsOfClient, ofUpload: ticketsOfUpload } = tickets;
  const methods: SearchMethods = { search, answer, ticketPage, ticketCounts, ticketsOfClient, ticketsOfUpload };
  onLink(({ port }) => serve(port, methods));
  notify({ kind: 'ready' });
};

start().catch((error: unknown) => fail(String(error)));
