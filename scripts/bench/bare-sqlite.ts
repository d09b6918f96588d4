import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/adapters/sqlite/database.ts';
import { currentGeneration } from '../../src/adapters/sqlite/generations.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/ticket-index-tables.ts';
import { sqliteTicketIndex } from '../../src/adapters/sqlite/vector-search.ts';
import { type BareEngine, nearestWanted, type StoredVector, type Where } from './bare-engine.ts';

/** The embedded engine on the folder of a service that may be running; nothing is written. */
export const bareSqlite = (folder: string, where: Where): BareEngine => {
  const database = openDatabase(join(folder, 'views.db'), 'read');
  const index = sqliteTicketIndex(database);
  return {
    ask: async (vector) => (await index.snapshot())?.nearest({ ...where, vector, count: nearestWanted }),
    stored: () => storedVectors(database, where),
    close: () => database.close(),
  };
};

function* storedVectors(database: Database, { tenantId, collectionId }: Where): Generator<StoredVector> {
  const copy = currentGeneration(database, ticketIndexTables.name, ticketIndexTables.version)();
  if (copy === undefined) return;
  const rows = database.prepare(
    `SELECT t.ticket_id AS id, v.vector AS vector FROM ${copy}_collections c JOIN ${copy}_vectors v ON v.collection = c.number
     JOIN ${copy}_tickets t ON t.number = v.number WHERE c.id = ? AND c.tenant = ?`,
  );
  for (const row of rows.iterate(collectionId, tenantId)) {
    const { buffer, byteOffset, byteLength } = row['vector'] as Uint8Array;
    yield { id: row['id'] as string, vector: new Float32Array(buffer, byteOffset, byteLength / 4) };
  }
}
