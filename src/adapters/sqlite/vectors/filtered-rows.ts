import { isOfTime, type TicketFilter } from '../../../domain/ticket-filter.ts';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, prepared } from '../database.ts';

/** Tickets that are read at a time: about a millisecond of work. */
const rowsPerPage = 1_000;

// By indices alone: the rows of tickets hold their texts.
const vectorsOf = (index: string) => `FROM tickets t INDEXED BY ${index} JOIN vectors v ON v.ticket = t.number
  WHERE t.collection = ?1 AND t.state = ${stateNumber('active')}`;

const queries = {
  ofCategory: `SELECT t.number, v.number AS vector ${vectorsOf('tickets_stored_in')} AND t.category = ?2 AND t.number > ?3 ORDER BY t.number LIMIT ?4`,
  // In the order of the index, which has the number behind the time.
  ofTime: `SELECT t.number, t.resolved_at AS at, v.number AS vector ${vectorsOf('tickets_resolved')} AND t.resolved_at IS NOT NULL
    AND t.resolved_at >= ?2 AND (t.resolved_at > ?2 OR t.number > ?3) AND t.resolved_at < ?4
    AND (?5 IS NULL OR t.category IN (SELECT value FROM json_each(?5))) ORDER BY t.resolved_at, t.number LIMIT ?6`,
};

/** Before and after all times in ISO 8601. */
const [firstTime, lastTime] = ['', '~'];

/** Reads the numbers of the vectors of a collection's active tickets that a filter lets through, in steps. */
export const filteredRowsReader = (database: Database) => {
  const { ofCategory, ofTime } = prepared(database, queries);
  return function* (collection: number, filter: TicketFilter): Generator<void, ReadonlySet<number>> {
    const { categories, resolvedAfter, resolvedBefore } = filter;
    const found = new Set<number>();
    if (isOfTime(filter)) {
      const names = categories.length === 0 ? null : JSON.stringify(categories);
      let last = { at: resolvedAfter ?? firstTime, number: -1 };
      for (let isLast = false; !isLast; yield) {
        const page = ofTime.all(collection, last.at, last.number, resolvedBefore ?? lastTime, names, rowsPerPage);
        for (const row of page) found.add(row['vector'] as number);
        isLast = page.length < rowsPerPage;
        last = (page.at(-1) as typeof last | undefined) ?? last;
      }
      return found;
    }
    for (const category of new Set(categories)) {
      let last = -1;
      for (let isLast = false; !isLast; yield) {
        const page = ofCategory.all(collection, category, last, rowsPerPage);
        for (const row of page) found.add(row['vector'] as number);
        isLast = page.length < rowsPerPage;
        last = (page.at(-1)?.['number'] as number | undefined) ?? last;
      }
    }
    return found;
  };
};
