import type { Embedder } from '../../src/ports/embedder.ts';
import { readLines } from './labelled-lines.ts';
import { type Candidate, nearest, readTicketText, type TicketOfList } from './retrieval-quality.ts';

/** A question to one desk: the ids of the tickets that answer it, none if there is none. */
type DeskQuery = {
  readonly query: string;
  readonly desk: string;
  readonly gold: readonly string[];
  readonly kind: string;
};

/** Tickets of several desks, each a collection of its own, and questions to them. */
export type DeskList = {
  readonly tickets: readonly (TicketOfList & { readonly desk: string })[];
  readonly queries: readonly DeskQuery[];
};

/** The share of questions whose nearest ticket answers them, and of those with such a ticket among five. */
export type DeskQuality = { readonly top1: number; readonly anyOf5: number; readonly count: number };

/** Returns the list of a file of tickets and one of questions, in JSON Lines. */
export const readDesks = (tickets: string, queries: string): DeskList => ({
  tickets: readLines<DeskList['tickets'][number]>(tickets),
  queries: readLines<DeskQuery>(queries).filter(({ gold }) => gold.length > 0),
});

/** Returns the quality for each kind of question, and for all of them, under `all`. */
export const measureDesks = async (
  embedder: Embedder,
  { tickets, queries }: DeskList,
): Promise<ReadonlyMap<string, DeskQuality>> => {
  const vectors = await embedder.embedTickets(tickets.map(readTicketText));
  const ofDesk = Map.groupBy(
    tickets.map((ticket, at) => ({ ...ticket, at })),
    ({ desk }) => desk,
  );
  const indexes = new Map<string, readonly Candidate[]>();
  for (const [desk, members] of ofDesk) {
    indexes.set(
      desk,
      members.map(({ ticket_id, at }) => ({ intent: String(ticket_id), vector: vectors[at] ?? new Float32Array() })),
    );
  }
  const found = new Map<string, { first: number; any: number; count: number }>();
  for (const { query, desk, gold, kind } of queries) {
    const hits = nearest(await embedder.embedQuery(query), indexes.get(desk) ?? []).map(({ candidate }) =>
      gold.includes(candidate.intent),
    );
    for (const name of [kind, 'all']) {
      const sums = found.get(name) ?? { first: 0, any: 0, count: 0 };
      sums.first += Number(hits[0] === true);
      sums.any += Number(hits.includes(true));
      sums.count += 1;
      found.set(name, sums);
    }
  }
  const all = found.get('all');
  found.delete('all');
  if (all) found.set('all', all);
  return new Map(
    [...found].map(([kind, { first, any, count }]) => [kind, { top1: first / count, anyOf5: any / count, count }]),
  );
};
