import { ContentRefused } from '../../ports/read-model.ts';
import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { uuidBytes } from './collection-tables.ts';
import type { Database } from './database.ts';
import type { OpenTables, Tables } from './read-model.ts';
import { ticketIndexIds } from './ticket-index-ids.ts';
import { ticketIndexPurge } from './ticket-index-purge.ts';

type Put = Extract<TicketIndexChange, { readonly type: 'put' }>;
type Choice = Extract<TicketIndexChange, { readonly type: 'choose model' }>;

/**
 * The embedded ticket index: the chosen model, the records, their float32 vectors, and the tombstones of deleted collections, kept for ever.
 * Row numbers of tickets are never used twice, so that a reader finds what is new by the last number it has seen; a record that is
 * written again gets a new one.
 */
export const ticketIndexTables: Tables<TicketIndexChange> = {
  name: 'ticket_index',
  version: 1,
  schema: (copy) => `
    CREATE TABLE ${copy}_model (
      only INTEGER PRIMARY KEY CHECK (only = 1), model TEXT NOT NULL, dimensions INTEGER NOT NULL, position INTEGER NOT NULL
    );
    CREATE TABLE ${copy}_collections (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, tenant TEXT NOT NULL, UNIQUE (id, tenant)
    );
    CREATE TABLE ${copy}_deleted (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, position INTEGER NOT NULL, purged INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX ${copy}_deleted_to_purge ON ${copy}_deleted (id) WHERE purged = 0;
    CREATE TABLE ${copy}_tickets (
      number INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, record BLOB NOT NULL, position INTEGER NOT NULL,
      ticket_id TEXT NOT NULL, category TEXT NOT NULL, client TEXT NOT NULL, problem TEXT NOT NULL, solution TEXT NOT NULL,
      UNIQUE (collection, record)
    );
    CREATE TABLE ${copy}_vectors (number INTEGER PRIMARY KEY, collection INTEGER NOT NULL, vector BLOB NOT NULL);
    CREATE INDEX ${copy}_vectors_of_collection ON ${copy}_vectors (collection)`,
  open: (database, copy) => {
    const put = putting(database, copy);
    const choose = choosing(database, copy);
    const bury = database.prepare(
      `INSERT INTO ${copy}_deleted (id, position) VALUES (?, ?) ON CONFLICT (id) DO NOTHING`,
    );
    const apply: OpenTables<TicketIndexChange>['apply'] = (change) => {
      if (change.type === 'put') put(change);
      else if (change.type === 'choose model') choose(change);
      else bury.run(change.collectionId, change.position);
    };
    return { apply, ...ticketIndexPurge(database, copy), ids: ticketIndexIds(database, copy) };
  },
};

const choosing = (database: Database, copy: string) => {
  const first = database.prepare(
    `INSERT INTO ${copy}_model (only, model, dimensions, position) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  return ({ model: { model, dimensions }, position }: Choice) => {
    first.run(model, dimensions, position);
  };
};

const putting = (database: Database, copy: string) => {
  const standing = database.prepare(`
    SELECT model, dimensions, (SELECT number FROM ${copy}_collections WHERE id = ?1 AND tenant = ?2) AS collection,
      EXISTS (SELECT 1 FROM ${copy}_deleted WHERE id = ?1) AS deleted FROM ${copy}_model`);
  const addCollection = database.prepare(`INSERT INTO ${copy}_collections (id, tenant) VALUES (?, ?)`);
  const insert = database.prepare(`
    INSERT INTO ${copy}_tickets (collection, record, position, ticket_id, category, client, problem, solution)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (collection, record) DO NOTHING`);
  const insertVector = database.prepare(`INSERT INTO ${copy}_vectors (number, collection, vector) VALUES (?, ?, ?)`);
  const removeOlder = database.prepare(
    `DELETE FROM ${copy}_tickets WHERE collection = ? AND record = ? AND position < ? RETURNING number`,
  );
  const removeVector = database.prepare(`DELETE FROM ${copy}_vectors WHERE number = ?`);

  return ({ ticket, model, vector, position }: Put) => {
    const { tenantId, collectionId, recordId, ticketId, category, client, problem, solution } = ticket;
    const row = standing.get(collectionId, tenantId);
    if (row?.['model'] !== model || row['dimensions'] !== vector.length || row['deleted'] === 1) return;
    refuseUnusable(vector);
    const known = row['collection'] as number | null;
    const collection = known ?? Number(addCollection.run(collectionId, tenantId).lastInsertRowid);
    const record = uuidBytes(recordId);
    const texts = [ticketId, category, client, JSON.stringify(problem), JSON.stringify(solution)] as const;

    let inserted = insert.run(collection, record, position, ...texts);
    if (inserted.changes === 0) {
      const older = removeOlder.get(collection, record, position);
      if (!older) return;
      removeVector.run(older['number'] as number);
      inserted = insert.run(collection, record, position, ...texts);
    }
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    insertVector.run(inserted.lastInsertRowid, collection, bytes);
  };
};

/** Cosine needs vectors that point somewhere. */
const refuseUnusable = (vector: Float32Array) => {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) throw new ContentRefused('ZeroVector');
  if (!Number.isFinite(squares)) throw new ContentRefused('VectorNotFinite');
};
