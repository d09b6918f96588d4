import type { Steps } from '../../../concurrency/steps.ts';
import { idBeginnings } from '../../../domain/id-words.ts';
import { isOfTime } from '../../../domain/ticket-filter.ts';
import type { Database } from '../database.ts';
import { intersection, knownNumbers, type NumberList, selectedNumbers } from './number-lists.ts';
import { changedQuery, type WordKind, wordQueries } from './ticket-words.ts';
import {
  any,
  byKey,
  type Condition,
  end,
  inOrder,
  inTime,
  sorted,
  type Walk,
  type WalkedTicket,
} from './tickets-in-order.ts';

/**
 * The tickets of a page in the order of its list, in steps that each look at a bounded number of rows, however many a list has. One with a text has those with its
 * words, those whose ids have them and those whose ids begin with it: as many of each as the page may have, merged.
 */
export function* walkTickets(database: Database, walk: Walk): Steps<readonly WalkedTicket[]> {
  const { text = '', flagged, limit } = walk;
  if (text !== '') {
    const found = [
      ...(yield* withWords(database, walk, 'text')),
      ...(yield* withWords(database, walk, 'id')),
      ...(yield* withId(database, walk)),
    ];
    const keys = new Map(found.map(({ number, key }) => [number, key]));
    return byKey([...keys].map(([number, key]) => ({ number, key }))).slice(0, limit);
  }
  if (flagged) return yield* sorted(database, walk, yield* intersection({ all: [flaggedIn(database, walk)] }));
  const resolved = fewResolved(database, walk);
  return yield* resolved ? sorted(database, walk, resolved) : inOrder(database, walk);
}

const idBeginsWith = (text: string): Condition => ({
  sql: 'ticket_id >= ? AND ticket_id < ?',
  values: [text, `${text}\u{10ffff}`],
});

const either = (conditions: readonly Condition[]): Condition => ({
  sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
  values: conditions.flatMap(({ values }) => values),
});

const both = (one: Condition, other: Condition): Condition => ({
  sql: `${one.sql} AND ${other.sql}`,
  values: [...one.values, ...other.values],
});

type Read = Readonly<Record<string, unknown>>;

const numbersOf = (rows: readonly Read[]): readonly number[] => rows.map(({ number }) => number as number);

/** So many tickets are read and sorted in less time than an index of 100 000 is walked. */
const maxSorted = 2_000;

/** The tickets of a collection that were resolved in the time that is wanted, by an index that has no texts; undefined if they are many or any time will do. */
const fewResolved = (database: Database, walk: Walk): readonly number[] | undefined => {
  if (!isOfTime(walk)) return undefined;
  const { sql, values } = inTime(walk);
  const found = database
    .prepare(`SELECT number FROM tickets INDEXED BY tickets_resolved WHERE collection = ? AND ${sql} LIMIT ?`)
    .all(walk.collection, ...values, maxSorted);
  return found.length < maxSorted ? numbersOf(found) : undefined;
};

/** The flagged tickets of a collection, of all states. */
const flaggedIn = (database: Database, { collection }: Walk): NumberList =>
  selectedNumbers(
    database,
    `SELECT number FROM tickets INDEXED BY tickets_flagged
      WHERE collection = ? AND flagged_at IS NOT NULL AND number <= ? ORDER BY number DESC LIMIT ?`,
  )(collection);

/**
 * The tickets that have the words. In the order of their numbers a page ends the walk early; of tickets that have not changed since they were stored, that order is
 * the one of the last change too. Where many have changed, all that have the words are found, and met in the order of the list.
 */
function* withWords(database: Database, walk: Walk, kind: WordKind): Steps<readonly WalkedTicket[]> {
  const { order, limit, after = end } = walk;
  const lists = wordLists(database, walk, kind);
  if (!lists) return [];
  const { changed, having } = lists;
  const page = { limit, most: Number(after) - 1 };
  const isInTime = timeCheck(database, walk);
  if (order === 'stored') return asStored(yield* intersection({ ...having(), ...page, isWanted: isInTime }));
  const few = yield* intersection({ all: [changed], limit: maxSorted });
  if (few.length < maxSorted) {
    const { all, none } = having();
    const others = { all, none: [...none, knownNumbers(few)], ...page, isWanted: isInTime };
    const unchanged = asStored(yield* intersection(others));
    const found = yield* intersection({ all: [knownNumbers(few), ...having().all] });
    return [...unchanged, ...(yield* sorted(database, walk, found))];
  }
  const found = yield* intersection(having());
  if (found.length < maxSorted) return yield* sorted(database, walk, found);
  const numbers = new Set(found);
  const isWanted = (number: number) => numbers.has(number) && isInTime(number);
  return yield* inOrder(database, { ...walk, categories: [] }, { condition: any, isWanted });
}

const asStored = (numbers: readonly number[]): readonly WalkedTicket[] =>
  numbers.map((number) => ({ number, key: number }));

/** The lists of the tickets that have changed, and of those that have the words, state, categories and flag that are wanted; undefined for a text without words. */
const wordLists = (database: Database, walk: Walk, kind: WordKind) => {
  const queries = wordQueries(walk, kind);
  if (!queries) return undefined;
  const listOf = selectedNumbers(
    database,
    `SELECT rowid AS number FROM ticket_words WHERE ticket_words MATCH ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?`,
  );
  const resolved = fewResolved(database, walk);
  const limiting = () => [
    ...(resolved ? [knownNumbers(resolved)] : []),
    ...(walk.flagged ? [flaggedIn(database, walk)] : []),
  ];
  return {
    changed: listOf(changedQuery(walk.collection)),
    /** Lists that are read once. */
    having: () => ({
      all: [...limiting(), ...queries.all.map((query) => listOf(query))],
      none: queries.none.map((query) => listOf(query)),
    }),
  };
};

/** Tells whether a ticket was resolved in the time that is wanted. */
const timeCheck = (database: Database, walk: Walk): ((number: number) => boolean) => {
  if (!isOfTime(walk)) return () => true;
  const { sql, values } = inTime(walk);
  const row = database.prepare(`SELECT 1 FROM tickets WHERE number = ? AND ${sql}`);
  return (number) => row.get(number, ...values) !== undefined;
};

/** So many ids are listed; a beginning that more have is met soon in the order of the list. */
const maxListed = 5_000;

function* withId(database: Database, walk: Walk): Steps<readonly WalkedTicket[]> {
  const { collection, text = '', flagged } = walk;
  const beginnings = idBeginnings(text).map(idBeginsWith);
  const condition = both(either(beginnings), inTime(walk));
  if (flagged)
    return yield* sorted(database, walk, yield* intersection({ all: [flaggedIn(database, walk)] }), condition);
  const listed = new Set<number>();
  for (const { sql, values } of beginnings) {
    const rows = database
      .prepare(`SELECT number FROM tickets INDEXED BY tickets_by_id WHERE collection = ? AND ${sql} LIMIT ?`)
      .all(collection, ...values, maxListed - listed.size);
    for (const number of numbersOf(rows)) listed.add(number);
    yield;
  }
  return yield* listed.size < maxListed ? sorted(database, walk, [...listed]) : inOrder(database, walk, { condition });
}
