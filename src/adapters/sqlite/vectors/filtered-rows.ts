import { isOfTime, type TicketFilter } from '../../../domain/ticket-filter.ts';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, prepared } from '../database.ts';

/** Tickets that are read at a time: about a millisecond of work. */
const rowsPerPage = 1_000;
/** The same of new vectors, whose tickets are looked up one by one. */
const newRowsPerPage = 250;

// By indices alone: the rows of tickets hold their texts.
const vectorsOf = (index: string) => `FROM tickets t INDEXED BY ${index} JOIN vectors v ON v.ticket = t.number
  WHERE t.collection = ?1 AND t.state = ${stateNumber('active')}`;
// One text for all of a page: a row for each would take several times as long. `last` is what the next page begins after.
const pageOf = (last: string, vectors: string, rows: string) =>
  `SELECT ${vectors} AS vectors, count(*) AS count, max(${last}) AS last FROM (${rows})`;
// Those that the filter does not let through are read too, so that a page is never long.
const thosePassing = 'json_group_array(vector) FILTER (WHERE passes)';

const queries = {
  newest: `SELECT max(number) AS number FROM vectors WHERE collection = ?`,
  ofCategory: pageOf(
    'number',
    'json_group_array(vector)',
    `SELECT t.number, v.number AS vector ${vectorsOf('tickets_stored_in')} AND t.category = ?2 AND t.number > ?3 ORDER BY t.number LIMIT ?4`,
  ),
  // In the order of the index, which has the number behind the time.
  ofTime: pageOf(
    `at || ' ' || printf('%016d', number)`,
    thosePassing,
    `SELECT t.number, t.resolved_at AS at, v.number AS vector, ?5 IS NULL OR t.category IN (SELECT value FROM json_each(?5)) AS passes
      ${vectorsOf('tickets_resolved')} AND t.resolved_at IS NOT NULL
      AND t.resolved_at >= ?2 AND (t.resolved_at > ?2 OR t.number > ?3) AND t.resolved_at < ?4 ORDER BY t.resolved_at, t.number LIMIT ?6`,
  ),
  newOnes: pageOf(
    'vector',
    thosePassing,
    `SELECT v.number AS vector, t.state = ${stateNumber('active')} AND (?3 IS NULL OR t.category IN (SELECT value FROM json_each(?3)))
      AND (?4 = 0 OR t.resolved_at >= ?5 AND t.resolved_at < ?6) AS passes
    FROM vectors v JOIN tickets t ON t.number = v.ticket WHERE v.collection = ?1 AND v.number > ?2 ORDER BY v.number LIMIT ?7`,
  ),
};

/** Before and after all times in ISO 8601. */
const [firstTime, lastTime] = ['', '~'];

type Page = Record<string, unknown> | undefined;

/** Adds the vectors of a page; returns what the next one begins after, undefined if there is none. */
const takePage = (found: Set<number>, page: Page, rows = rowsPerPage): string | undefined => {
  for (const vector of JSON.parse(String(page?.['vectors'])) as readonly number[]) found.add(vector);
  return page?.['count'] === rows ? String(page['last']) : undefined;
};

const namesOf = ({ categories }: TicketFilter): string | null =>
  categories.length === 0 ? null : JSON.stringify(categories);

/** Reads the numbers of the vectors of a collection's active tickets that a filter lets through, in steps. */
export const filteredRowsReader = (database: Database) => {
  const { newest, ofCategory, ofTime, newOnes } = prepared(database, queries);
  return {
    /** The highest number of a vector of a collection; 0 if it has none. */
    newest: (collection: number): number => (newest.get(collection)?.['number'] as number | null) ?? 0,
    all: function* (collection: number, filter: TicketFilter): Generator<void, Set<number>> {
      const { categories, resolvedAfter = firstTime, resolvedBefore = lastTime } = filter;
      const found = new Set<number>();
      if (isOfTime(filter)) {
        const names = namesOf(filter);
        for (let last: string | undefined = `${resolvedAfter} -1`; last !== undefined; yield) {
          const [at = '', number] = last.split(' ');
          const page = ofTime.get(collection, at, Number(number), resolvedBefore, names, rowsPerPage);
          last = takePage(found, page);
        }
        return found;
      }
      for (const category of new Set(categories))
        for (let last: string | undefined = '-1'; last !== undefined; yield)
          last = takePage(found, ofCategory.get(collection, category, Number(last), rowsPerPage));
      return found;
    },
    /** Adds those with a number above `last`; returns the highest that was looked at. */
    addNewOnes: function* (
      { collection, filter }: { readonly collection: number; readonly filter: TicketFilter },
      found: Set<number>,
      last: number,
    ): Generator<void, number> {
      const { resolvedAfter = firstTime, resolvedBefore = lastTime } = filter;
      const between = [isOfTime(filter) ? 1 : 0, resolvedAfter, resolvedBefore] as const;
      for (let highest = last; ; yield) {
        const page = newOnes.get(collection, highest, namesOf(filter), ...between, newRowsPerPage);
        const next = takePage(found, page, newRowsPerPage);
        highest = (page?.['last'] as number | null) ?? highest;
        if (next === undefined) return highest;
      }
    },
  };
};
