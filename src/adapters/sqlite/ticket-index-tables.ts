import { ContentRefused } from '../../ports/read-model.ts';
import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { type Database, uuidBytes, uuidText } from './database.ts';
import type { OpenTables, Tables } from './read-model.ts';

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
  schema: (generation) => `
    CREATE TABLE ${generation}_model (
      only INTEGER PRIMARY KEY CHECK (only = 1), model TEXT NOT NULL, dimensions INTEGER NOT NULL, position INTEGER NOT NULL
    );
    CREATE TABLE ${generation}_collections (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, tenant TEXT NOT NULL, UNIQUE (id, tenant)
    );
    CREATE TABLE ${generation}_deleted (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, position INTEGER NOT NULL, purged INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX ${generation}_deleted_to_purge ON ${generation}_deleted (id) WHERE purged = 0;
    CREATE TABLE ${generation}_tickets (
      number INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, record BLOB NOT NULL, position INTEGER NOT NULL,
      ticket_id TEXT NOT NULL, category TEXT NOT NULL, client TEXT NOT NULL, problem TEXT NOT NULL, solution TEXT NOT NULL,
      UNIQUE (collection, record)
    );
    CREATE TABLE ${generation}_vectors (number INTEGER PRIMARY KEY, collection INTEGER NOT NULL, vector BLOB NOT NULL);
    CREATE INDEX ${generation}_vectors_of_collection ON ${generation}_vectors (collection)`,
  open: (database, generation) => {
    const put = putting(database, generation);
    const choose = choosing(database, generation);
    const addTombstone = database.prepare(
      `INSERT INTO ${generation}_deleted (id, position) VALUES (?, ?) ON CONFLICT (id) DO NOTHING`,
    );
    const apply: OpenTables<TicketIndexChange>['apply'] = (change) => {
      if (change.type === 'put') put(change);
      else if (change.type === 'choose model') choose(change);
      else addTombstone.run(change.collectionId, change.position);
    };
    return { apply, ...ticketIndexPurge(database, generation), ids: ticketIndexIds(database, generation) };
  },
};

const choosing = (database: Database, generation: string) => {
  const first = database.prepare(
    `INSERT INTO ${generation}_model (only, model, dimensions, position) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  return ({ model: { model, dimensions }, position }: Choice) => {
    first.run(model, dimensions, position);
  };
};

const putting = (database: Database, generation: string) => {
  const find = database.prepare(`
    SELECT model, dimensions, (SELECT number FROM ${generation}_collections WHERE id = ?1 AND tenant = ?2) AS collection,
      EXISTS (SELECT 1 FROM ${generation}_deleted WHERE id = ?1) AS deleted FROM ${generation}_model`);
  const addCollection = database.prepare(`INSERT INTO ${generation}_collections (id, tenant) VALUES (?, ?)`);
  const insert = database.prepare(`
    INSERT INTO ${generation}_tickets (collection, record, position, ticket_id, category, client, problem, solution)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (collection, record) DO NOTHING`);
  const insertVector = database.prepare(
    `INSERT INTO ${generation}_vectors (number, collection, vector) VALUES (?, ?, ?)`,
  );
  const removeOlder = database.prepare(
    `DELETE FROM ${generation}_tickets WHERE collection = ? AND record = ? AND position < ? RETURNING number`,
  );
  const removeVector = database.prepare(`DELETE FROM ${generation}_vectors WHERE number = ?`);

  return ({ ticket, model, vector, position }: Put) => {
    const { tenantId, collectionId, recordId, ticketId, category, client, problem, solution } = ticket;
    const row = find.get(collectionId, tenantId);
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

type Purge = Pick<OpenTables<TicketIndexChange>, 'orphans' | 'remove' | 'markPurged'>;

/** Empties deleted collections by index, a few records at a time; nothing outside of them is ever removed. */
const ticketIndexPurge = (database: Database, generation: string): Purge => {
  // In the order of the rows, because neighbours share pages: half the cost of the order of the ids.
  const orphans = database.prepare(`
    SELECT d.id AS id, t.record AS record FROM ${generation}_deleted d CROSS JOIN ${generation}_collections c ON c.id = d.id
    CROSS JOIN ${generation}_vectors v ON v.collection = c.number CROSS JOIN ${generation}_tickets t ON t.number = v.number
    WHERE d.purged = 0 LIMIT ?`);
  const remove = database.prepare(`
    DELETE FROM ${generation}_tickets WHERE record = ?2 AND collection IN (
      SELECT c.number FROM ${generation}_collections c JOIN ${generation}_deleted d ON d.id = c.id WHERE c.id = ?1
    ) RETURNING number`);
  const removeVector = database.prepare(`DELETE FROM ${generation}_vectors WHERE number = ?`);
  const markPurged = database.prepare(`
    UPDATE ${generation}_deleted SET purged = 1 WHERE purged = 0 AND NOT EXISTS (
      SELECT 1 FROM ${generation}_collections c JOIN ${generation}_tickets t ON t.collection = c.number WHERE c.id = ${generation}_deleted.id
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

const pageSize = 1000;

/** Pages over the records of the live collections; a page goes on into the next collections until it is full. */
const ticketIndexIds = (database: Database, generation: string): OpenTables<TicketIndexChange>['ids'] => {
  const lives = `NOT EXISTS (SELECT 1 FROM ${generation}_deleted d WHERE d.id = c.id)`;
  const records = `SELECT c.id, t.record FROM ${generation}_collections c CROSS JOIN ${generation}_tickets t ON t.collection = c.number`;
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
