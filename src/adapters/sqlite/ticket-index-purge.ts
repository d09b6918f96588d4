import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { uuidBytes, uuidText } from './collection-tables.ts';
import type { Database } from './database.ts';
import type { OpenTables } from './read-model.ts';

type Purge = Pick<OpenTables<TicketIndexChange>, 'orphans' | 'remove' | 'markPurged'>;

/** Empties deleted collections by index, a few records at a time; nothing outside of them is ever removed. */
export const ticketIndexPurge = (database: Database, copy: string): Purge => {
  // In the order of the rows, because neighbours share pages: half the cost of the order of the ids.
  const orphans = database.prepare(`
    SELECT d.id AS id, t.record AS record FROM ${copy}_deleted d CROSS JOIN ${copy}_collections c ON c.id = d.id
    CROSS JOIN ${copy}_vectors v ON v.collection = c.number CROSS JOIN ${copy}_tickets t ON t.number = v.number
    WHERE d.purged = 0 LIMIT ?`);
  const remove = database.prepare(`
    DELETE FROM ${copy}_tickets WHERE record = ?2 AND collection IN (
      SELECT c.number FROM ${copy}_collections c JOIN ${copy}_deleted d ON d.id = c.id WHERE c.id = ?1
    ) RETURNING number`);
  const removeVector = database.prepare(`DELETE FROM ${copy}_vectors WHERE number = ?`);
  const markPurged = database.prepare(`
    UPDATE ${copy}_deleted SET purged = 1 WHERE purged = 0 AND NOT EXISTS (
      SELECT 1 FROM ${copy}_collections c JOIN ${copy}_tickets t ON t.collection = c.number WHERE c.id = ${copy}_deleted.id
    )`);
  return {
    orphans: (limit) =>
      orphans.all(limit).map((row) => ({ collectionId: row['id'] as string, recordId: uuidText(row['record']) })),
    remove: ({ collectionId, recordId }) => {
      for (const row of remove.all(collectionId, uuidBytes(recordId))) removeVector.run(row['number'] as number);
    },
    markPurged: () => {
      markPurged.run();
    },
  };
};
