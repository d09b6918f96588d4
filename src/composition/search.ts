import { urgentWork } from '../concurrency/urgent-work.ts';
import { openNames } from '../personal-data/find.ts';
import { searchTickets, writeAnswer } from '../queries/search-tickets.ts';
import { streamAnswer } from '../queries/stream-answer.ts';
import { trySolution } from '../queries/try-solution.ts';
import { gatewayWatch } from './gateway-watch.ts';
import { answersOf, embeddersOf } from './models.ts';
import { openTicketReaders } from './read-stores.ts';
import { serveIterables } from '../threads/remote-iterables.ts';
import { serve } from '../threads/rpc.ts';
import { servedRequests } from '../threads/running-requests.ts';
import type { SearchMethods } from './thread-methods.ts';
import { fail, notify, onLink, threadData } from '../threads/thread.ts';
import type { ThreadData } from './threads.ts';
import { callTracing, openTracing, tracedAnswers, tracedEmbedders, tracedIndex } from './tracing.ts';

/** The thread that holds the vectors, read-only: it cleans and embeds a query, finds the nearest tickets and requests the answer, and lists tickets. */
const start = async () => {
  const { config, fileStates } = threadData as ThreadData;
  const { schedule, urgent } = urgentWork();
  const { index, tickets } = await openTicketReaders(config, fileStates, schedule);
  const tracing = await openTracing(config, { thread: 'search' });
  const watch = gatewayWatch(config, tracing);
  const parts = {
    index: tracedIndex(tracing, index),
    embedders: tracedEmbedders(tracing, embeddersOf(config, watch)),
  };
  openNames();
  const answer = writeAnswer(tracedAnswers(tracing, answersOf(config, watch)));
  const { open: openAnswer, next: nextOfAnswer, close: closeAnswer } = serveIterables(streamAnswer(answer));
  const listing = {
    ...{ ticketPage: tickets.page, ticketIdPage: tickets.idPage, ticketCounts: tickets.counts },
    ...{ ticketsOfClient: tickets.ofClient, ticketsOfUpload: tickets.ofUpload },
  };
  const stop = async () => tracing?.close();
  const answering = { answer, openAnswer, nextOfAnswer, closeAnswer };
  const { run: tried, abandon: abandonTrial } = servedRequests(trySolution({ ...parts, schedule }));
  const searching = { search: urgent(searchTickets(parts)), trySolution: tried, abandonTrial };
  const methods: SearchMethods = { ...searching, ...answering, ...listing, stop };
  onLink(({ port }) => serve(port, methods, callTracing(tracing, 'search')));
  notify({ kind: 'ready' });
};

start().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
