import type { ErasedContents, ErasedRecords } from '../../../ports/erased-contents.ts';
import { type Database, uuidBytes } from '../database.ts';
import { ticketIndexTables } from './ticket-index-tables.ts';

/** Looks for erased tickets in the tables of all generations of the embedded ticket index. What is left in the file's bytes is to be looked for there. */
export const sqliteErasedContents = (database: Database): ErasedContents => ({
  left: (erased) => {
    const rows = generationsIn(database).reduce((sum, generation) => sum + rowsIn(database, generation, erased), 0);
    return Promise.resolve({ rows, onDisk: 0, copiesAway: 0 });
  },
});

/** Those whose tables exist; one that is being dropped loses its small tables first. */
const generationsIn = (database: Database): readonly string[] => {
  const hasTables = database.prepare(
    `SELECT count(*) AS tables FROM sqlite_schema WHERE type = 'table' AND name IN (?1 || '_tickets', ?1 || '_collections', ?1 || '_vectors')`,
  );
  return database
    .prepare('SELECT name FROM copies WHERE model = ? AND version = ?')
    .all(ticketIndexTables.name, ticketIndexTables.version)
    .map(({ name }) => String(name))
    .filter((name) => hasTables.get(name)?.['tables'] === 3);
};

/** Tickets, and vectors of the collection that have no ticket. */
const rowsIn = (
  database: Database,
  generation: string,
  { tenantId, collectionId, recordIds }: ErasedRecords,
): number => {
  const collection = `(SELECT number FROM ${generation}_collections WHERE id = ? AND tenant = ?)`;
  const ticket = database.prepare(
    `SELECT 1 FROM ${generation}_tickets WHERE collection = ${collection} AND record = ?`,
  );
  const vectors = database.prepare(`
    SELECT count(*) AS n FROM ${generation}_vectors v WHERE collection = ${collection}
    AND NOT EXISTS (SELECT 1 FROM ${generation}_tickets t WHERE t.number = v.ticket)`);
  const tickets = recordIds.filter((recordId) => ticket.get(collectionId, tenantId, uuidBytes(recordId))).length;
  return tickets + Number(vectors.get(collectionId, tenantId)?.['n']);
};
