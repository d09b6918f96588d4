import { isOfTime, type TicketFilter } from '../../../domain/ticket-filter.ts';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, prepared } from '../database.ts';

/** Tickets that are read at a time: about a millisecond of work. */
const rowsPerPage = 1_000;

// By indices alone: the rows of tickets hold their texts.
const vectorsOf = (index: string) => `FROM tickets t INDEXED BY ${index} JOIN vectors v ON v.ticket = t.number
  WHERE t.collection = ?1 AND t.state = ${stateNumber('active')}`;
// One text for all of a page: a row for each would take several times as long. `last` is the ticket that the next page begins after.
const pageOf = (last: string, rows: string) =>
  `SELECT json_group_array(vector) AS vectors, count(*) AS count, max(${last}) AS last FROM (${rows})`;

const queries = {
  ofCategory: pageOf(
    'number',
    `SELECT t.number, v.number AS vector ${vectorsOf('tickets_stored_in')} AND t.category = ?2 AND t.number > ?3 ORDER BY t.number LIMIT ?4`,
  ),
  // In the order of the index, which has the number behind the time.
  ofTime: pageOf(
    `at || ' ' || printf('%016d', number)`,
    `SELECT t.number, t.resolved_at AS at, v.number AS vector ${vectorsOf('tickets_resolved')} AND t.resolved_at IS NOT NULL
      AND t.resolved_at >= ?2 AND (t.resolved_at > ?2 OR t.number > ?3) AND t.resolved_at < ?4
      AND (?5 IS NULL OR t.category IN (SELECT value FROM json_each(?5))) ORDER BY t.resolved_at, t.number LIMIT ?6`,
  ),
};

/** Before and after all times in ISO 8601. */
const [firstTime, lastTime] = ['', '~'];

/** Adds the vectors of a page; returns the ticket that the next one begins after, undefined if there is none. */
const takePage = (found: Set<number>, page: Record<string, unknown> | undefined): string | undefined => {
  for (const vector of JSON.parse(String(page?.['vectors'])) as readonly number[]) found.add(vector);
  return page?.['count'] === rowsPerPage ? String(page['last']) : undefined;
};

/** Reads the numbers of the vectors of a collection's active tickets that a filter lets through, in steps. */
export const filteredRowsReader = (database: Database) => {
  const { ofCategory, ofTime } = prepared(database, queries);
  return function* (collection: number, filter: TicketFilter): Generator<void, ReadonlySet<number>> {
    const { categories, resolvedAfter = firstTime, resolvedBefore = lastTime } = filter;
    const found = new Set<number>();
    if (isOfTime(filter)) {
      const names = categories.length === 0 ? null : JSON.stringify(categories);
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
  };
};
