import type { SameText } from '../domain/erasure-events.ts';
import type { PresentTicket } from '../domain/ticket.ts';
import { pieceBytes } from '../platform/piece-scanner.ts';
import type { Collection } from '../ports/collections.ts';
import { readTicket } from '../ports/ticket-streams.ts';
import { type ListedTicket, pagesOf } from '../ports/tickets.ts';
import type { Turns } from './erasure-turns.ts';
import {
  type ErasureStores,
  ownerOf,
  recordsOf,
  type RequestedErasure,
  type CheckResult,
  streamsOf,
} from './requested-erasure.ts';

/** Words of a text that a list is searched by, the longest, and rows of its answer. */
const searchedWords = 24;
const searchedCharacters = 64;
const searchedRows = 50;

/** Searches of an erasure in the tenant's other collections: with more tickets and collections it is not looked in all of them, and said so. */
const maxSearchesElsewhere = 2_000;

/** Collections that are named, and ids of each: an event has 1 MiB. */
const maxNamed = { collections: 50, tickets: 20 };

type Texts = PresentTicket['data'];

/**
 * Searches the lists of all collections of the tenant for the id and words of each ticket: in that of the erasure it must not be found, nor be in the index;
 * other tickets with the same text stay, and are named.
 */
export async function* checkLists(stores: ErasureStores, erasure: RequestedErasure): Turns<CheckResult> {
  const { store, contents, collections } = stores;
  const { tenantId, collectionId } = ownerOf(erasure);
  const ids = new Set(erasure.tickets.map(({ ticketId }) => ticketId));
  const others = (await collections.ofUser(tenantId)).filter(({ id }) => id !== collectionId);
  const found = sameTexts();
  let [searches, elsewhere, unsearched, listed] = [0, 0, 0, 0];
  for (const stream of streamsOf(erasure)) {
    const { state } = await readTicket(store, stream);
    if (!('data' in state)) continue;
    const own = await rowsLike(stores, { tenantId, collectionId }, state.data);
    const left = own.rows.filter(({ ticketId }) => ids.has(ticketId));
    listed += left.length;
    searches += own.searches;
    const name = erasure.request.collectionName;
    found.add({ id: collectionId, name }, withSameText(own.rows, state.data, ids));
    for (const other of others) {
      if (elsewhere >= maxSearchesElsewhere) unsearched += 1;
      else {
        const { rows, ...done } = await rowsLike(stores, { tenantId, collectionId: other.id }, state.data);
        elsewhere += done.searches;
        found.add(other, withSameText(rows, state.data));
        yield;
      }
    }
    yield;
  }
  const { rows } = await contents.left({ tenantId, collectionId, recordIds: recordsOf(erasure) });
  if (listed + rows > 0 || !(await areHidden(stores, erasure)))
    return { waitsFor: 'the read models do not have the erasure yet' };
  const seen = { tickets: ids.size, searches, listed, rows, collections: others.length, elsewhere, unsearched };
  return { proof: { found: seen, elsewhere: found.all() } };
}

/** A deleted collection has no tickets, nor the tombstones of those that were erased. */
const areHidden = async ({ collections }: ErasureStores, erasure: RequestedErasure): Promise<boolean> => {
  const { collectionId } = ownerOf(erasure);
  if ((await collections.byId(collectionId)) === undefined) return true;
  const known = await collections.known(collectionId, recordsOf(erasure));
  return recordsOf(erasure).every((recordId) => known.get(recordId)?.state === 'erased');
};

type Owner = { readonly tenantId: string; readonly collectionId: string };

/** The tickets of a collection whose id begins like that of a ticket, or that have the first words of its problem. */
const rowsLike = async ({ tickets }: Pick<ErasureStores, 'tickets'>, owner: Owner, texts: Texts) => {
  const words = firstWords(texts.problem.join('\n'));
  const rows = new Map<string, ListedTicket>();
  let searches = 0;
  for (const text of [texts.ticketId, words]) {
    if (text === '') continue;
    const query = { ...owner, categories: [], text, order: 'stored', limit: searchedRows } as const;
    let seen = 0;
    for await (const page of pagesOf(tickets, query)) {
      for (const row of page) rows.set(row.ticketId, row);
      seen += page.length;
      if (seen >= searchedRows) break;
    }
    searches += 1;
  }
  return { rows: [...rows.values()], searches };
};

/** As they are written: the list takes their stems, and the stem of a stem may be another one. */
const firstWords = (text: string): string =>
  text
    .split(/\s+/, searchedWords)
    .filter((word) => word.length <= searchedCharacters)
    .join(' ');

/** Of a short text nobody can say whose it is. */
const isLong = (text: string): boolean => Buffer.byteLength(text) >= pieceBytes;

/** Those that have the whole problem of a ticket, or with its id a text of it; without those that are erased with it. */
const withSameText = (
  rows: readonly ListedTicket[],
  { ticketId, problem }: Texts,
  erased: ReadonlySet<string> = new Set(),
): readonly string[] => {
  const whole = problem.join('\n');
  const isSame = (row: ListedTicket) =>
    (isLong(whole) && row.problem.join('\n') === whole) ||
    (row.ticketId === ticketId && row.problem.some((text) => isLong(text) && problem.includes(text)));
  return rows.filter((row) => !erased.has(row.ticketId) && isSame(row)).map((row) => row.ticketId);
};

/** Collects the tickets with the same texts by their collections. */
const sameTexts = () => {
  const byCollection = new Map<string, { readonly name: string; readonly ids: Set<string> }>();
  return {
    add: ({ id, name }: Pick<Collection, 'id' | 'name'>, ticketIds: readonly string[]): void => {
      if (ticketIds.length === 0) return;
      const { ids } = byCollection.get(id) ?? { ids: new Set<string>() };
      for (const ticketId of ticketIds) ids.add(ticketId);
      byCollection.set(id, { name, ids });
    },
    all: (): readonly SameText[] =>
      [...byCollection].slice(0, maxNamed.collections).map(([collectionId, { name: collectionName, ids }]) => ({
        ...{ collectionId, collectionName },
        ...{ ticketIds: [...ids].slice(0, maxNamed.tickets), tickets: ids.size },
      })),
  };
};
