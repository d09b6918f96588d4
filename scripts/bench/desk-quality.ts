import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../src/ports/embedder.ts';
import { readLines } from './labelled-lines.ts';
import { nearest, type Neighbour, readTicketText, type TicketOfList } from './retrieval-quality.ts';

/** A question to one desk: the ids of the tickets that answer it, none if there is none. */
type DeskQuery = {
  readonly query: string;
  readonly desk: string;
  readonly gold: readonly string[];
  readonly kind: string;
  /** What it is about, if the list says so. */
  readonly intent?: string;
};

/** Tickets of several desks, each a collection of its own, and questions to them. */
export type DeskList = {
  readonly tickets: readonly (TicketOfList & { readonly desk: string })[];
  readonly queries: readonly DeskQuery[];
};

/** The share of questions whose nearest ticket answers them, and of those with such a ticket among five. */
export type DeskQuality = { readonly top1: number; readonly anyOf5: number; readonly count: number };

/** The files of a list, of tickets and of questions. */
export type DeskFiles = { readonly tickets: string; readonly queries: string };

/** Returns the lists of desks in a folder: `X_tickets_Y.jsonl` and `X_queries_Y.jsonl`. */
export const deskFiles = (folder: string): readonly DeskFiles[] =>
  readdirSync(folder)
    .filter((name) => name.includes('_tickets_') && name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => ({ tickets: join(folder, name), queries: join(folder, name.replace('_tickets_', '_queries_')) }));

/** Returns a list in JSON Lines. */
export const readDesks = ({ tickets, queries }: DeskFiles): DeskList => ({
  tickets: readLines<DeskList['tickets'][number]>(tickets),
  queries: readLines<DeskQuery>(queries),
});

/** Returns the SHA-256 of a list. */
export const digestOfDesks = ({ tickets, queries }: DeskFiles): string =>
  createHash('sha256').update(readFileSync(tickets)).update(readFileSync(queries)).digest('hex');

type Candidate = { readonly ticket: TicketOfList; readonly vector: Float32Array };

/** A question and the five nearest tickets of its desk. */
type FoundInDesk = { readonly query: DeskQuery; readonly neighbours: readonly Neighbour<Candidate>[] };

/** Returns the questions with what a model finds for them, by exact cosine. */
export const findInDesks = async (
  embedder: Embedder,
  { tickets, queries }: DeskList,
): Promise<readonly FoundInDesk[]> => {
  const vectors = await embedder.embedTickets(tickets.map(readTicketText));
  const desks = Map.groupBy(
    tickets.map((ticket, at) => ({ ticket, vector: vectors[at] ?? new Float32Array() })),
    ({ ticket }) => ticket.desk,
  );
  const found: FoundInDesk[] = [];
  for (const query of queries) {
    const vector = await embedder.embedQuery(query.query);
    found.push({ query, neighbours: nearest(vector, desks.get(query.desk) ?? []) });
  }
  return found;
};

/** Returns the quality for each kind of question that has a ticket, and for all of them, under `all`. */
export const measureDesks = async (embedder: Embedder, list: DeskList): Promise<ReadonlyMap<string, DeskQuality>> => {
  const found = new Map<string, { first: number; any: number; count: number }>();
  for (const { query, neighbours } of await findInDesks(embedder, list)) {
    if (query.gold.length === 0) continue;
    const hits = neighbours.map(({ candidate }) => query.gold.includes(String(candidate.ticket.ticket_id)));
    for (const name of [query.kind, 'all']) {
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
