import { erasureSteps } from '../../../domain/erasure-events.ts';
import { type ErasureRow, type Erasures, type TenantErasure, unprovenPage } from '../../../ports/erasures.ts';
import { type Database, prepared } from '../database.ts';
import { bitsOf } from './erasure-tables.ts';

const joined = 'erasures e JOIN collections c ON c.number = e.collection';
const queries = {
  page: `SELECT e.* FROM ${joined} WHERE c.id = ? AND e.position < ? ORDER BY e.position DESC LIMIT ?`,
  ofTenant: `SELECT e.*, c.id AS collection_id, c.deleted FROM ${joined} WHERE e.tenant = ? AND e.position < ? ORDER BY e.position DESC LIMIT ?`,
  ofTenantIn: `SELECT e.*, c.id AS collection_id, c.deleted FROM ${joined} WHERE c.id = ? AND e.tenant = ? AND e.position < ? ORDER BY e.position DESC LIMIT ?`,
  collection: `SELECT c.id FROM ${joined} WHERE e.tenant = ? AND e.id = ?`,
  number: `SELECT count(*) AS number FROM ${joined} WHERE c.id = ? AND e.position <= ?`,
  newest: `SELECT max(position) AS position FROM erasures WHERE tenant = ?`,
  at: `SELECT e.id FROM ${joined} WHERE c.id = ? AND e.position = ?`,
};

/** The steps as a number in the text, so that the index of those that are open serves. */
export const unprovenSql = (steps: number): string => `
  SELECT c.id AS collection_id, e.tenant, e.id, e.position FROM erasures e CROSS JOIN collections c ON c.number = e.collection
  WHERE e.proven & ${steps} <> ${steps} AND e.position > ? ORDER BY e.position LIMIT ${unprovenPage}`;

/** Beyond every position. */
const endOfLog = 2n ** 63n - 1n;

/** Reads erasures, in the tables of collections, on any connection. */
export const sqliteErasures = (database: Database): Erasures => {
  const { page, ofTenant, ofTenantIn, collection, number, newest, at } = prepared(database, queries);
  const unproven = new Map<number, ReturnType<Database['prepare']>>();
  const unprovenPageOf = (steps: number) => {
    const statement = unproven.get(steps) ?? database.prepare(unprovenSql(steps));
    unproven.set(steps, statement);
    return statement;
  };
  return {
    ofCollection: (collectionId, { before = endOfLog, limit }) =>
      Promise.resolve(page.all(collectionId, before, limit).map(erasureOf)),
    ofTenant: (tenantId, { before = endOfLog, limit, collections = null }) => {
      if (collections === null) return Promise.resolve(ofTenant.all(tenantId, before, limit).map(tenantErasureOf));
      const rows = collections.flatMap((id) => ofTenantIn.all(id, tenantId, before, limit));
      const newestFirst = rows.map(tenantErasureOf).toSorted((one, other) => Number(other.position - one.position));
      return Promise.resolve(newestFirst.slice(0, limit));
    },
    collectionOf: (tenantId, erasureId) =>
      Promise.resolve(collection.get(tenantId, erasureId)?.['id'] as string | undefined),
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
        tenantId: row['tenant'] as string,
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
  isHeldBack: row['held_back'] === 1,
  position: BigInt(row['position'] as number),
});

const tenantErasureOf = (row: Record<string, unknown>): TenantErasure => ({
  ...erasureOf(row),
  collectionId: row['collection_id'] as string,
  collectionName: row['collection_name'] as string,
  isCollectionDeleted: row['deleted'] !== null,
});
