import type { Collection, Collections } from '../../ports/collections.ts';
import { collectionTables, uuidBytes } from './collection-tables.ts';
import type { Database } from './database.ts';
import { preparedPer } from './prepared.ts';
import { currentGeneration } from './generations.ts';

/** Reads collections on any connection, from whichever copy is active; a deleted one does not exist. */
export const sqliteCollections = (database: Database): Collections => {
  const active = currentGeneration(database, collectionTables.name, collectionTables.version);
  const statements = preparedPer(database, (copy) => ({
    id: `SELECT * FROM ${copy}_collections WHERE id = ? AND deleted IS NULL AND user_id IS NOT NULL`,
    user: `SELECT * FROM ${copy}_collections WHERE user_id = ? AND deleted IS NULL ORDER BY created_at, id`,
    ticket: `SELECT position FROM ${copy}_tickets WHERE collection = ? AND record = ?`,
  }));
  return {
    byId: (id) => {
      const copy = active();
      const row = copy && statements(copy).id.get(id);
      return Promise.resolve(row ? collectionOf(row) : undefined);
    },
    ofUser: (userId) => {
      const copy = active();
      return Promise.resolve(copy ? statements(copy).user.all(userId).map(collectionOf) : []);
    },
    stored: (collectionId, recordIds) => {
      const found = new Map<string, bigint>();
      const copy = active();
      const number = copy && statements(copy).id.get(collectionId)?.['number'];
      if (!copy || typeof number !== 'number') return Promise.resolve(found);
      for (const recordId of recordIds) {
        const position = statements(copy).ticket.get(number, uuidBytes(recordId))?.['position'];
        if (typeof position === 'number') found.set(recordId, BigInt(position));
      }
      return Promise.resolve(found);
    },
  };
};

const collectionOf = (row: Record<string, unknown>): Collection => ({
  id: row['id'] as string,
  userId: row['user_id'] as string,
  name: row['name'] as string,
  ticketCount: row['ticket_count'] as number,
  createdAt: row['created_at'] as string,
});
