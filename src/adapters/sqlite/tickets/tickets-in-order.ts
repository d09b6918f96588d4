import type { Steps } from '../../../concurrency/steps.ts';
import { isOfTime } from '../../../domain/ticket-filter.ts';
import { ticketStateNames, type TicketsQuery } from '../../../ports/tickets.ts';
import type { Database } from '../database.ts';
import { stateNumber } from '../stored-numbers.ts';
import { rowsPerStep } from './number-lists.ts';

/** A ticket of a list: its number, and its key in the order of the list. */
export type WalkedTicket = { readonly number: number; readonly key: number };

/** A page of a collection, which has this number. */
export type Walk = Omit<TicketsQuery, 'tenantId' | 'collectionId'> & { readonly collection: number };

/** A condition on the row of a ticket. */
export type Condition = { readonly sql: string; readonly values: readonly string[] };

/** Of any ticket. */
export const any: Condition = { sql: '1', values: [] };

/** Whether a ticket was resolved in the time that is wanted, which any will do for if none is. */
export const inTime = (walk: Walk): Condition => {
  const { resolvedAfter = '', resolvedBefore = '~' } = walk;
  if (!isOfTime(walk)) return any;
  return {
    sql: 'resolved_at IS NOT NULL AND resolved_at >= ? AND resolved_at < ?',
    values: [resolvedAfter, resolvedBefore],
  };
};

export const byKey = (tickets: readonly WalkedTicket[]) => tickets.toSorted((a, b) => b.key - a.key);

const keyOf = { stored: 'number', changed: 'changed_position' } as const;
const indexOf = { stored: 'tickets_stored', changed: 'tickets_changed' } as const;

/** After the keys of all tickets. */
export const end = 2n ** 62n;

/** Those of some tickets that are wanted. */
export function* sorted(
  database: Database,
  walk: Walk,
  numbers: readonly number[],
  condition = inTime(walk),
): Steps<readonly WalkedTicket[]> {
  const { state, categories, order, after = end, limit } = walk;
  const key = keyOf[order];
  const rows = database.prepare(`
    SELECT number, ${key} AS key FROM tickets WHERE number IN (SELECT value FROM json_each(?)) AND +${key} < ?
    AND +state IN (SELECT value FROM json_each(?)) AND (? = 0 OR +category IN (SELECT value FROM json_each(?))) AND ${condition.sql}`);
  const named = [JSON.stringify(statesOf(state)), categories.length, JSON.stringify(categories)] as const;
  const found: WalkedTicket[] = [];
  for (let index = 0; index < numbers.length; index += rowsPerStep) {
    const piece = JSON.stringify(numbers.slice(index, index + rowsPerStep));
    found.push(...(rows.all(piece, after, ...named, ...condition.values) as unknown as readonly WalkedTicket[]));
    yield;
  }
  return byKey(found).slice(0, limit);
}

const statesOf = (state: TicketsQuery['state']): readonly number[] =>
  (state === undefined ? ticketStateNames : [state]).map(stateNumber);

type Wanted = { readonly condition?: Condition; readonly isWanted?: (number: number) => boolean };
type LookedAt = WalkedTicket & { readonly fits: unknown };

/** Walks an index for each state, and for each category if some are wanted: it has their tickets in the order of the list. */
export function* inOrder(
  database: Database,
  walk: Walk,
  { condition = inTime(walk), isWanted = () => true }: Wanted = {},
): Steps<readonly WalkedTicket[]> {
  const { collection, state, categories, order, after = end, limit } = walk;
  const key = keyOf[order];
  const [inCategory, suffix] = categories.length === 0 ? ['', ''] : ['AND category = ?', '_in'];
  // Rows that do not fit are read too, so that no step is long.
  const rows = database.prepare(`
    SELECT number, ${key} AS key, ${condition.sql} AS fits FROM tickets INDEXED BY ${indexOf[order]}${suffix}
    WHERE collection = ? AND state = ? ${inCategory} AND ${key} < ? AND ${key} > ? ORDER BY ${key} DESC LIMIT ?`);
  const named = categories.length === 0 ? [[]] : [...new Set(categories)].map((category) => [category]);
  let found: readonly WalkedTicket[] = [];
  for (const part of statesOf(state).flatMap((number) => named.map((category) => [number, ...category]))) {
    // A full page has no place for what comes behind it.
    const last = found.length < limit ? -1 : (found[limit - 1]?.key ?? -1);
    const read = (before: number | bigint, most: number) =>
      rows.all(...condition.values, collection, ...part, before, last, most) as unknown as readonly LookedAt[];
    const fitting = yield* firstFitting(read, { after, limit, isWanted });
    found = byKey([...found, ...fitting]).slice(0, limit);
  }
  return found;
}

type ReadRows = (before: number | bigint, most: number) => readonly LookedAt[];
type Fitting = { readonly after: bigint; readonly limit: number; readonly isWanted: (number: number) => boolean };

function* firstFitting(read: ReadRows, { after, limit, isWanted }: Fitting): Steps<readonly WalkedTicket[]> {
  const found: WalkedTicket[] = [];
  let most = Math.min(limit, rowsPerStep);
  for (let before: number | bigint = after; ; most = rowsPerStep) {
    const rows = read(before, most);
    found.push(...rows.filter(({ number, fits }) => fits === 1 && isWanted(number)));
    yield;
    const last = rows.at(-1);
    if (!last || rows.length < most || found.length >= limit) return found;
    before = last.key;
  }
}
