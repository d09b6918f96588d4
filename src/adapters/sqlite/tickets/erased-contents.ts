import type { ErasedContents, ErasedRecords } from '../../../ports/erased-contents.ts';
import { type Database, uuidBytes } from '../database.ts';
import type { SqliteReadModel } from '../read-model-files.ts';

/** The number of erased tickets in a generation, and of vectors of their collection that have no ticket. */
const erasedRowsIn = (database: Database, { tenantId, collectionId, recordIds }: ErasedRecords): number => {
  const collection = '(SELECT number FROM collections WHERE id = ? AND tenant = ?)';
  const ticket = database.prepare(`SELECT 1 FROM tickets WHERE collection = ${collection} AND record = ?`);
  const vectors = database.prepare(`
    SELECT count(*) AS n FROM vectors v WHERE collection = ${collection}
    AND NOT EXISTS (SELECT 1 FROM tickets t WHERE t.number = v.ticket)`);
  const tickets = recordIds.filter((recordId) => ticket.get(collectionId, tenantId, uuidBytes(recordId))).length;
  return tickets + Number(vectors.get(collectionId, tenantId)?.['n']);
};

/** Checks for erased tickets in all generations of the embedded ticket index. The bytes of its files are searched by the step `read_models`. */
export const sqliteErasedContents = ({ inAll }: Pick<SqliteReadModel<never>, 'inAll'>): ErasedContents => ({
  left: (erased) => {
    const rows = inAll((database) => erasedRowsIn(database, erased)).reduce((sum, count) => sum + count, 0);
    return Promise.resolve({ rows, onDisk: 0, unavailableCopies: 0 });
  },
});
