import type { TestFn } from 'ava';
import type { TicketIndex, TicketIndexModel } from '../../src/ports/ticket-index.ts';
import { filteredSearches } from './filtered-searches.ts';
import { ticketIndexDeletions } from './ticket-index-deletions.ts';
import { ticketIndexReplays } from './ticket-index-replays.ts';
import { ticketIndexSearches } from './ticket-index-searches.ts';
import { ticketIndexStates } from './ticket-index-states.ts';

/** An empty index with its two sides. `settled` resolves when a search may find all that was applied; `close` frees what it took. */
export type TicketIndexSubject = {
  readonly model: TicketIndexModel;
  readonly index: TicketIndex;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type TicketIndexSuite = {
  readonly test: TestFn;
  readonly name: string;
  readonly makeSubject: () => Promise<TicketIndexSubject>;
};

/** The promises of every ticket index. */
export const ticketIndexContract = (
  test: TestFn,
  name: string,
  makeSubject: () => Promise<TicketIndexSubject>,
): void => {
  const suite = { test, name, makeSubject };
  ticketIndexSearches(suite);
  filteredSearches(suite);
  ticketIndexDeletions(suite);
  ticketIndexReplays(suite);
  ticketIndexStates(suite);
};
