import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { uuidText } from './collection-tables.ts';
import type { Database } from './database.ts';
import { hashOf } from './digest.ts';
import type { OpenTables } from './read-model.ts';

type Place = readonly [collection: string, tenant: string, record: string];

const pageSize = 1000;

/** Pages over the records of the live collections in the order of their ids; a page goes on into the next collection until it is full. */
export const ticketIndexDigest = (database: Database, copy: string): OpenTables<TicketIndexChange>['digest'] => {
  const nextCollection = database.prepare(`
    SELECT number, id, tenant FROM ${copy}_collections c
    WHERE (id, tenant) > (?, ?) AND NOT EXISTS (SELECT 1 FROM ${copy}_deleted d WHERE d.id = c.id)
    ORDER BY id, tenant LIMIT 1`);
  const sameCollection = database.prepare(`
    SELECT number, id, tenant FROM ${copy}_collections c
    WHERE id = ? AND tenant = ? AND NOT EXISTS (SELECT 1 FROM ${copy}_deleted d WHERE d.id = c.id)`);
  const records = database.prepare(
    `SELECT record FROM ${copy}_tickets WHERE collection = ? AND record > ? ORDER BY record LIMIT ?`,
  );

  return (after) => {
    let [id, tenant, record] = after === undefined ? (['', '', ''] as const) : (JSON.parse(after) as Place);
    let [count, sum] = [0, 0n];
    let row = sameCollection.get(id, tenant) ?? nextCollection.get(id, tenant);
    while (row) {
      // A collection that was deleted since the last page is passed over, and the next one is read from its beginning.
      const from = row['id'] === id && row['tenant'] === tenant ? Buffer.from(record, 'hex') : Buffer.alloc(0);
      [id, tenant] = [row['id'] as string, row['tenant'] as string];
      const page = records.all(row['number'] as number, from, pageSize - count);
      for (const found of page) sum += hashOf(`${id}/${uuidText(found['record'])}`);
      count += page.length;
      if (count === pageSize) {
        record = Buffer.from(page.at(-1)?.['record'] as Uint8Array).toString('hex');
        return { count, sum, next: JSON.stringify([id, tenant, record] satisfies Place) };
      }
      row = nextCollection.get(id, tenant);
    }
    return { count, sum, next: undefined };
  };
};
