import type { TicketState } from '../../../ports/collections.ts';
import { ticketOutcomes } from '../../../ports/uploads.ts';
import type { Counts } from '../../../ports/read-model.ts';
import type { Database } from '../database.ts';
import { outcomeNumber, stateNumber } from '../stored-numbers.ts';
import { expiredStates } from './expired-uploads.ts';

type PagesOfCounts = (after: string | undefined) => readonly Counts[];

const pageSize = 1000;

/** The stored counts of live collections, with those recounted from their tickets. */
export const collectionCounts = (database: Database): PagesOfCounts => {
  const inState = (...states: readonly TicketState[]) =>
    `coalesce(sum(t.state IN (${states.map(stateNumber).join(', ')})), 0)`;
  const page = database.prepare(`
    SELECT c.id, c.ticket_count, c.withdrawn, c.bytes,
      ${inState('active')} AS active_rows, ${inState('withdrawn', 'undone')} AS withdrawn_rows, coalesce(sum(t.bytes), 0) AS bytes_of_rows
    FROM collections c LEFT JOIN tickets t ON t.collection = c.number
    WHERE c.id > ? AND c.deleted IS NULL GROUP BY c.id ORDER BY c.id LIMIT ${pageSize}`);
  return (after = '') =>
    page.all(after).map((row) => ({
      id: row['id'] as string,
      stored: { active: Number(row['ticket_count']), withdrawn: Number(row['withdrawn']), bytes: Number(row['bytes']) },
      ofRows: {
        active: Number(row['active_rows']),
        withdrawn: Number(row['withdrawn_rows']),
        bytes: Number(row['bytes_of_rows']),
      },
    }));
};

/** The stored counts of uploads into live collections, with those recounted from their tickets. */
export const uploadCounts = (database: Database): PagesOfCounts => {
  const rowsOf = ticketOutcomes.map(
    (outcome) => `coalesce(sum(o.outcome = ${outcomeNumber(outcome)}), 0) AS "${outcome} rows"`,
  );
  const page = database.prepare(`
    SELECT u.*, ${rowsOf.join(', ')} FROM uploads u LEFT JOIN outcomes o ON o.upload = u.number
    WHERE (u.collection_id, u.id) > (?, ?) AND u.state NOT IN (${expiredStates})
      AND NOT EXISTS (SELECT 1 FROM tombstones g WHERE g.collection_id = u.collection_id)
    GROUP BY u.collection_id, u.id ORDER BY u.collection_id, u.id LIMIT ${pageSize}`);
  return (after = '') => {
    const [collectionId = '', uploadId = ''] = after.split('/');
    return page.all(collectionId, uploadId).map((row) => {
      const numbers = (suffix: string) =>
        Object.fromEntries(ticketOutcomes.map((outcome) => [outcome, Number(row[`${outcome}${suffix}`])]));
      const id = `${String(row['collection_id'])}/${String(row['id'])}`;
      return { id, stored: numbers(''), ofRows: numbers(' rows') };
    });
  };
};
