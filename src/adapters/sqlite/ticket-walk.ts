import type { TicketsQuery } from '../../ports/tickets.ts';
import { ticketStateNames } from '../../ports/tickets.ts';
import { stateNumber } from './collection-tables.ts';
import type { Database } from './database.ts';

/** A ticket of a list: its number, and its key in the order of the list. */
export type WalkedTicket = { readonly number: number; readonly key: number };

/** Which tickets match a text: a list of them if they are few, else a test of one. */
export type Candidates =
  | { readonly kind: 'few'; readonly numbers: readonly number[] }
  | { readonly kind: 'many'; readonly matches: (number: number) => boolean };

/** Up to so many matches are read and sorted; more of them are so dense that a walk in the order of the list soon meets a page of them. */
const maxFew = 5_000;

type Text = { readonly collection: number; readonly text: string; readonly words: string | undefined };

/** The tickets that match a text by their words, if it has any, or by the beginning of their ids. */
export const ticketCandidates = (
  database: Database,
  generation: string,
  { collection, text, words }: Text,
): Candidates => {
  const after = `${text}\u{10ffff}`;
  const byId = database
    .prepare(
      `SELECT number FROM ${generation}_tickets WHERE collection = ? AND ticket_id >= ? AND ticket_id < ? LIMIT ?`,
    )
    .all(collection, text, after, maxFew);
  const byWords =
    words === undefined
      ? []
      : database
          .prepare(`SELECT rowid AS number FROM ${generation}_words WHERE ${generation}_words MATCH ? LIMIT ?`)
          .all(words, maxFew);
  if (byId.length < maxFew && byWords.length < maxFew) {
    return { kind: 'few', numbers: [...new Set([...byId, ...byWords].map(({ number }) => number as number))] };
  }
  const hasWords = database.prepare(
    `SELECT 1 FROM ${generation}_words WHERE ${generation}_words MATCH ? AND rowid = ?`,
  );
  const hasId = database.prepare(
    `SELECT 1 FROM ${generation}_tickets WHERE number = ? AND ticket_id >= ? AND ticket_id < ?`,
  );
  const matches = (number: number): boolean =>
    (words !== undefined && hasWords.get(words, number) !== undefined) || hasId.get(number, text, after) !== undefined;
  return { kind: 'many', matches };
};

type Walk = Pick<TicketsQuery, 'state' | 'categories' | 'order' | 'after' | 'limit'> & {
  readonly collection: number;
  readonly candidates: Candidates | undefined;
};

/** The tickets of a list in its order, of the wanted states and categories. */
export function* walkTickets(database: Database, generation: string, walk: Walk): Generator<WalkedTicket, void> {
  const { candidates } = walk;
  if (candidates?.kind === 'few') yield* sortedFew(database, generation, { ...walk, numbers: candidates.numbers });
  else {
    for (const ticket of merged(partsOf(walk).map((part) => walkPart(database, generation, { ...walk, ...part })))) {
      if (!candidates || candidates.matches(ticket.number)) yield ticket;
    }
  }
}

/** An index has the tickets of one state, and of one category if categories are wanted, in the order of the list. */
type Part = { readonly stateNumber: number; readonly category: string | undefined };

const partsOf = ({ state, categories }: Walk): readonly Part[] => {
  const wanted = state === undefined ? ticketStateNames : [state];
  const named = categories.length === 0 ? [undefined] : [...new Set(categories)];
  return wanted.flatMap((name) => named.map((category) => ({ stateNumber: stateNumber(name), category })));
};

const keyOf = { stored: 'number', changed: 'changed_position' } as const;

const end = BigInt(2) ** BigInt(62);

function* walkPart(
  database: Database,
  generation: string,
  { collection, stateNumber: state, category, order, after = end, limit }: Omit<Walk, 'state'> & Part,
): Generator<WalkedTicket, void> {
  const key = keyOf[order];
  const inCategory = category === undefined ? '' : 'AND category = ?';
  const page = database.prepare(`
    SELECT number, ${key} AS key FROM ${generation}_tickets WHERE collection = ? AND state = ? ${inCategory} AND ${key} < ?
    ORDER BY ${key} DESC LIMIT ?`);
  const values = category === undefined ? [collection, state] : [collection, state, category];
  for (let [last, size] = [after, limit]; ; size = Math.min(size * 2, 1_000)) {
    const rows = page.all(...values, last, size) as unknown as readonly WalkedTicket[];
    yield* rows;
    const lowest = rows.at(-1);
    if (!lowest || rows.length < size) return;
    last = BigInt(lowest.key);
  }
}

/** Merges sequences that are each in descending order of their keys. */
function* merged(parts: readonly Generator<WalkedTicket, void>[]): Generator<WalkedTicket, void> {
  const heads = parts.map((part) => ({ part, head: part.next() }));
  for (;;) {
    let first: (typeof heads)[number] | undefined;
    for (const one of heads) {
      if (!one.head.done && (!first || one.head.value.key > (first.head.value as WalkedTicket).key)) first = one;
    }
    if (!first || first.head.done) return;
    yield first.head.value;
    first.head = first.part.next();
  }
}

const sortedFew = (
  database: Database,
  generation: string,
  { numbers, state, categories, order, after = end, limit }: Walk & { readonly numbers: readonly number[] },
): readonly WalkedTicket[] => {
  const key = keyOf[order];
  const rows = database
    .prepare(
      `SELECT number, ${key} AS key FROM ${generation}_tickets WHERE number IN (SELECT value FROM json_each(?)) AND ${key} < ?
        AND (?3 IS NULL OR state = ?3) AND (?4 IS NULL OR category IN (SELECT value FROM json_each(?4))) ORDER BY ${key} DESC LIMIT ?5`,
    )
    .all(
      JSON.stringify(numbers),
      after,
      state === undefined ? null : stateNumber(state),
      categories.length === 0 ? null : JSON.stringify(categories),
      limit,
    );
  return rows as unknown as readonly WalkedTicket[];
};
