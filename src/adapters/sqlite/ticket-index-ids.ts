import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { uuidBytes, uuidText } from './collection-tables.ts';
import type { Database } from './database.ts';
import type { OpenTables } from './read-model.ts';

const pageSize = 1000;

/** Pages over the records of the live collections; a page goes on into the next collections until it is full. */
export const ticketIndexIds = (database: Database, copy: string): OpenTables<TicketIndexChange>['ids'] => {
  const lives = `NOT EXISTS (SELECT 1 FROM ${copy}_deleted d WHERE d.id = c.id)`;
  const records = `SELECT c.id, t.record FROM ${copy}_collections c CROSS JOIN ${copy}_tickets t ON t.collection = c.number`;
  const rest = database.prepare(`${records} WHERE c.id = ? AND t.record > ? AND ${lives} ORDER BY t.record LIMIT ?`);
  const following = database.prepare(`
    ${records} WHERE c.id > ? AND ${lives} ORDER BY c.id, c.tenant, t.record LIMIT ?`);
  return (after = '') => {
    const [id = '', record = ''] = after.split('/');
    const rows = rest.all(id, uuidBytes(record), pageSize);
    if (rows.length < pageSize) rows.push(...following.all(id, pageSize - rows.length));
    return rows.map((row) => `${String(row['id'])}/${uuidText(row['record'])}`);
  };
};
