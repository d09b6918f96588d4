import { isOfTime } from '../../../domain/ticket-filter.ts';
import type { TicketsQuery } from '../../../ports/tickets.ts';
import { ticketStateNames } from '../../../ports/tickets.ts';
import { stateNumber } from '../stored-numbers.ts';
import type { Database } from '../database.ts';
import { wordsQuery } from './ticket-words.ts';

/** A ticket of a list: its number, and its key in the order of the list. */
export type WalkedTicket = { readonly number: number; readonly key: number };

/** A page of a collection, which has this number. */
type Walk = Omit<TicketsQuery, 'tenantId' | 'collectionId'> & { readonly collection: number };

/**
 * The tickets of a page in the order of its list. One with a text has those with its words and those whose ids begin with it: as many of each as the page
 * may have, merged.
 */
export const walkTickets = (database: Database, walk: Walk): readonly WalkedTicket[] => {
  const { text = '', limit } = walk;
  if (walk.flagged) return among(database, walk, flaggedIn(walk)).slice(0, limit);
  const resolved = resolvedIn(walk);
  if (text === '') return (resolved ? among(database, walk, resolved) : inOrder(database, walk)).slice(0, limit);
  const keys = new Map<number, number>();
  for (const { number, key } of [...withWords(database, walk), ...withId(database, walk)]) keys.set(number, key);
  return byKey([...keys].map(([number, key]) => ({ number, key }))).slice(0, limit);
};

/** The tickets of a collection that were resolved in the time that is wanted, by an index that has no texts; undefined if any time will do. */
const resolvedIn = ({ collection, resolvedAfter, resolvedBefore }: Walk): Sql | undefined =>
  isOfTime({ resolvedAfter, resolvedBefore })
    ? {
        sql: `SELECT number FROM tickets INDEXED BY tickets_resolved WHERE collection = ? AND resolved_at IS NOT NULL AND resolved_at >= ? AND resolved_at < ?`,
        values: [collection, resolvedAfter ?? '', resolvedBefore ?? '~'],
      }
    : undefined;

/** Those of a selection whose numbers are in `column` that were resolved in the time that is wanted. The plus keeps an index from being asked for each of them. */
const inTime = (walk: Walk, { sql, values }: Sql, column = 'number'): Sql => {
  const resolved = resolvedIn(walk);
  if (!resolved) return { sql, values };
  return { sql: `${sql} AND +${column} IN (${resolved.sql})`, values: [...values, ...resolved.values] };
};

/** The flagged tickets of a collection, which are few, that a text is found in. */
const flaggedIn = (walk: Walk): Sql => {
  const { collection, text = '' } = walk;
  const flagged = `SELECT number FROM tickets INDEXED BY tickets_flagged WHERE collection = ? AND flagged_at IS NOT NULL`;
  if (text === '') return inTime(walk, { sql: flagged, values: [collection] });
  const words = wordsQuery({ collection, text, state: undefined, categories: [], changed: undefined });
  const begins = idBeginsWith(text);
  const withWords =
    words === undefined ? '' : ` OR number IN (SELECT rowid FROM ticket_words WHERE ticket_words MATCH ?)`;
  return inTime(walk, {
    sql: `${flagged} AND ((${begins.sql})${withWords})`,
    values: [collection, ...begins.values, ...(words === undefined ? [] : [words])],
  });
};

const idBeginsWith = (text: string): Sql => ({
  sql: 'ticket_id >= ? AND ticket_id < ?',
  values: [text, `${text}\u{10ffff}`],
});

const byKey = (tickets: readonly WalkedTicket[]) => tickets.toSorted((a, b) => b.key - a.key);

const keyOf = { stored: 'number', changed: 'changed_position' } as const;
const indexOf = { stored: 'tickets_stored', changed: 'tickets_changed' } as const;

const end = 2n ** 62n;

/** A condition, or a selection of numbers of tickets. */
type Sql = { readonly sql: string; readonly values: readonly (string | number)[] };

/**
 * The full-text index intersects in the order of numbers, and a page ends it early: five lists of 100 000 tickets take some 15 ms where nothing
 * matches. Of tickets that have not changed since they were stored, that order is the one of the last change too.
 */
const withWords = (database: Database, walk: Walk): readonly WalkedTicket[] => {
  const { order, after = end, limit } = walk;
  const matching = (changed: boolean | undefined): Sql => {
    const sql = `SELECT rowid AS number, rowid AS key FROM ticket_words WHERE ticket_words MATCH ?`;
    return inTime(walk, { sql, values: [wordsQuery({ ...walk, changed }) ?? ''] }, 'rowid');
  };
  if (wordsQuery({ ...walk, changed: undefined }) === undefined) return [];
  const { sql, values } = matching(order === 'changed' ? false : undefined);
  const found = database
    .prepare(`${sql} AND rowid < ? ORDER BY rowid DESC LIMIT ?`)
    .all(...values, after, limit) as unknown as readonly WalkedTicket[];
  if (order === 'stored') return found;
  const changed = matching(true);
  return [...found, ...among(database, walk, { ...changed, sql: `SELECT number FROM (${changed.sql})` })];
};

/** So many ids are listed; a beginning that more have is met soon in the order of the list. */
const maxListed = 5_000;

const withId = (database: Database, walk: Walk): readonly WalkedTicket[] => {
  const { collection, text = '' } = walk;
  const begins = idBeginsWith(text);
  const subset = inTime(walk, {
    sql: `SELECT number FROM tickets WHERE collection = ? AND ${begins.sql}`,
    values: [collection, ...begins.values],
  });
  return hasFewer(database, subset, maxListed)
    ? among(database, walk, subset)
    : inOrder(database, walk, inTime(walk, begins));
};

/** So many tickets are read and sorted in less time than an index of 100 000 is walked. */
const maxSorted = 2_000;

const among = (database: Database, walk: Walk, subset: Sql): readonly WalkedTicket[] =>
  hasFewer(database, subset, maxSorted)
    ? sorted(database, walk, subset)
    : inOrder(database, walk, { ...subset, sql: `+number IN (${subset.sql})` });

const hasFewer = (database: Database, { sql, values }: Sql, most: number): boolean =>
  Number(database.prepare(`SELECT count(*) AS count FROM (${sql} LIMIT ?)`).get(...values, most)?.['count']) < most;

const sorted = (
  database: Database,
  { state, categories, order, after = end, limit }: Walk,
  subset: Sql,
): readonly WalkedTicket[] => {
  const key = keyOf[order];
  const rows = database
    .prepare(
      `SELECT number, ${key} AS key FROM tickets WHERE number IN (${subset.sql}) AND +${key} < ?
        AND +state IN (SELECT value FROM json_each(?)) AND (? = 0 OR +category IN (SELECT value FROM json_each(?))) ORDER BY ${key} DESC LIMIT ?`,
    )
    .all(
      ...subset.values,
      after,
      JSON.stringify(statesOf(state)),
      categories.length,
      JSON.stringify(categories),
      limit,
    );
  return rows as unknown as readonly WalkedTicket[];
};

const statesOf = (state: TicketsQuery['state']): readonly number[] =>
  (state === undefined ? ticketStateNames : [state]).map(stateNumber);

/** Walks an index for each state, and for each category if some are wanted: it has their tickets in the order of the list. */
const inOrder = (database: Database, walk: Walk, condition?: Sql): readonly WalkedTicket[] => {
  const { collection, state, categories, order, after = end, limit } = walk;
  const key = keyOf[order];
  const [inCategory, suffix] = categories.length === 0 ? ['', ''] : ['AND category = ?', '_in'];
  const page = database.prepare(`
    SELECT number, ${key} AS key FROM tickets INDEXED BY ${indexOf[order]}${suffix}
    WHERE collection = ? AND state = ? ${inCategory} AND ${key} < ? ${condition ? `AND ${condition.sql}` : ''} ORDER BY ${key} DESC LIMIT ?`);
  const named = categories.length === 0 ? [[]] : [...new Set(categories)].map((category) => [category]);
  const parts = statesOf(state).flatMap((number) => named.map((category) => [number, ...category]));
  const found = parts.flatMap((part) => page.all(collection, ...part, after, ...(condition?.values ?? []), limit));
  return byKey(found as unknown as readonly WalkedTicket[]);
};
