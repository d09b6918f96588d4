import { erasureSteps } from '../../../domain/erasure-events.ts';
import { type ErasureRow, type Erasures, unprovenPage } from '../../../ports/erasures.ts';
import { type Database, prepared } from '../database.ts';
import { bitsOf } from './erasure-tables.ts';

const live = 'erasures e JOIN collections c ON c.number = e.collection AND c.deleted IS NULL';
const queries = {
  page: `SELECT e.* FROM ${live} WHERE c.id = ? AND e.position < ? ORDER BY e.position DESC LIMIT ?`,
  number: `SELECT count(*) AS number FROM ${live} WHERE c.id = ? AND e.position <= ?`,
  newest: `SELECT max((SELECT max(position) FROM erasures WHERE collection = c.number)) AS position FROM collections c WHERE c.user_id = ? AND c.deleted IS NULL`,
  at: `SELECT e.id FROM ${live} WHERE c.id = ? AND e.position = ?`,
};

/** The steps as a number in the text, so that the index of those that are open serves. */
export const unprovenSql = (steps: number): string => `
  SELECT c.id AS collection_id, c.user_id, e.id, e.position FROM erasures e CROSS JOIN collections c ON c.number = e.collection
  WHERE c.deleted IS NULL AND e.proven & ${steps} <> ${steps} AND e.position > ? ORDER BY e.position LIMIT ${unprovenPage}`;

/** Beyond every position. */
const endOfLog = 2n ** 63n - 1n;

/** Reads erasures, in the tables of collections, on any connection. */
export const sqliteErasures = (database: Database): Erasures => {
  const { page, number, newest, at } = prepared(database, queries);
  const unproven = new Map<number, ReturnType<Database['prepare']>>();
  const unprovenPageOf = (steps: number) => {
    const statement = unproven.get(steps) ?? database.prepare(unprovenSql(steps));
    unproven.set(steps, statement);
    return statement;
  };
  return {
    ofCollection: (collectionId, { before = endOfLog, limit }) =>
      Promise.resolve(page.all(collectionId, before, limit).map(erasureOf)),
    numberAt: (collectionId, position) => Promise.resolve(Number(number.get(collectionId, position)?.['number'])),
    newestOf: (tenantId) => {
      const position = newest.get(tenantId)?.['position'];
      return Promise.resolve(typeof position === 'number' ? BigInt(position) : undefined);
    },
    idAt: (collectionId, position) => Promise.resolve(at.get(collectionId, position)?.['id'] as string | undefined),
    unproven: (steps, after = 0n) => {
      const rows = unprovenPageOf(bitsOf(steps)).all(after);
      const keys = rows.map((row) => ({
        collectionId: row['collection_id'] as string,
        erasureId: row['id'] as string,
        tenantId: row['user_id'] as string,
        position: BigInt(row['position'] as number),
      }));
      const next = rows.length < unprovenPage ? undefined : BigInt(rows.at(-1)?.['position'] as number);
      return Promise.resolve({ keys, next });
    },
  };
};

const erasureOf = (row: Record<string, unknown>): ErasureRow => ({
  id: row['id'] as string,
  requestedAt: row['requested_at'] as string,
  tickets: row['tickets'] as number,
  firstTicketId: row['first_ticket'] as string | null,
  proven: new Set(erasureSteps.filter((step) => ((row['proven'] as number) & bitsOf([step])) !== 0)),
  position: BigInt(row['position'] as number),
});
