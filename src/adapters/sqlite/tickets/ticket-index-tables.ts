import { details } from '../../../domain/ticket-fields.ts';
import type { TicketIndexChange } from '../../../ports/ticket-index.ts';
import { type Database, uuidBytes, uuidText } from '../database.ts';
import type { OpenTables, Tables } from '../read-model.ts';
import { stateNumber } from '../stored-numbers.ts';
import { ticketIndexWrites } from './ticket-index-writes.ts';
import { wordsSchema } from './ticket-words.ts';
import { uploadedSchema } from './uploaded-counts.ts';

/** A detail that older tickets lack may be null. */
const detailColumns = details
  .map(({ name, missing }) => `${name} TEXT${missing === undefined ? '' : ' NOT NULL'}`)
  .join(', ');

type Choice = Extract<TicketIndexChange, { readonly type: 'choose model' }>;

/**
 * The int8 codes and sketches of vectors in blocks, so that a search after a start need not read, encode and sketch all vectors. Each block has those of a collection
 * from after the block before it up to the vector `number`, in their order; vectors after the last block are in none. Whoever deletes a vector empties its
 * block in the same statement, so that no code outlives its vector; an empty or damaged block is filled again from the vectors (vectors/store-code-blocks.ts).
 * The sketches of a collection leave out one direction, the mean of the rows of its first block; it goes with the last block.
 */
const codesSchema = `
  CREATE TABLE codes (number INTEGER PRIMARY KEY, collection INTEGER NOT NULL, codes BLOB, checksum INTEGER);
  CREATE TABLE directions (collection INTEGER PRIMARY KEY, direction BLOB NOT NULL);
  CREATE INDEX codes_of_collection ON codes (collection, number);
  CREATE INDEX codes_empty ON codes (number) WHERE codes IS NULL;
  CREATE TRIGGER codes_outdated AFTER DELETE ON vectors BEGIN
    UPDATE codes SET codes = NULL, checksum = NULL WHERE codes IS NOT NULL AND number = (
      SELECT c.number FROM codes c WHERE c.collection = old.collection AND c.number >= old.number ORDER BY c.number LIMIT 1
    );
  END;`;

/** Categories by their number of tickets, and the sum of a collection's: it may have as many categories as tickets. */
const totalsSchema = `
  CREATE INDEX counts_largest ON counts (collection, state, count DESC, category);
  CREATE TABLE totals (
    collection INTEGER NOT NULL, state INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (collection, state)
  ) WITHOUT ROWID;
  CREATE TRIGGER counts_begun AFTER INSERT ON counts BEGIN
    INSERT INTO totals (collection, state, count) VALUES (new.collection, new.state, new.count)
      ON CONFLICT DO UPDATE SET count = count + excluded.count;
  END;
  CREATE TRIGGER counts_changed AFTER UPDATE OF count ON counts BEGIN
    UPDATE totals SET count = count + new.count - old.count WHERE collection = new.collection AND state = new.state;
  END;`;

/**
 * The embedded ticket index: the chosen model, the tickets with their words, their float32 vectors, how many there are of each category and state, and of each upload, and the
 * tombstones of erased tickets and of deleted collections, kept for ever. The number of a ticket is the position of the event that stored it. Numbers of vectors are never used twice, so that a reader finds what is new
 * by the last number it has seen; one that is written again, or whose ticket is restored, gets a new one. That of a withdrawn ticket stays, and no
 * reader takes it.
 */
export const ticketIndexTables: Tables<TicketIndexChange> = {
  name: 'ticket-index',
  version: 14,
  schema: `
    CREATE TABLE model (
      only INTEGER PRIMARY KEY CHECK (only = 1), model TEXT NOT NULL, dimensions INTEGER NOT NULL, position INTEGER NOT NULL
    );
    CREATE TABLE collections (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, tenant TEXT NOT NULL, UNIQUE (id, tenant)
    );
    CREATE TABLE deleted (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, position INTEGER NOT NULL, purged INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX deleted_to_purge ON deleted (id) WHERE purged = 0;
    CREATE TABLE tickets (
      number INTEGER PRIMARY KEY, collection INTEGER NOT NULL, record BLOB NOT NULL, position INTEGER NOT NULL,
      state INTEGER NOT NULL, revision INTEGER NOT NULL, corrected INTEGER NOT NULL DEFAULT 0, changed_position INTEGER NOT NULL, stored_at TEXT NOT NULL, changed_at TEXT NOT NULL, flagged_at TEXT,
      upload_id TEXT, updated_by TEXT, ticket_id TEXT NOT NULL, ${detailColumns}, texts_hash TEXT NOT NULL, problem TEXT NOT NULL, solution TEXT NOT NULL,
      UNIQUE (collection, record)
    );
    CREATE TABLE erased (collection INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (collection, record)) WITHOUT ROWID;
    CREATE INDEX tickets_resolved ON tickets (collection, resolved_at, number, state, category) WHERE resolved_at IS NOT NULL;
    CREATE INDEX tickets_of_client ON tickets (collection, client, number);
    CREATE INDEX tickets_of_texts ON tickets (collection, texts_hash, number) WHERE state = ${stateNumber('active')};
    CREATE INDEX tickets_by_id ON tickets (collection, ticket_id);
    CREATE INDEX tickets_stored ON tickets (collection, state, number, ticket_id);
    CREATE INDEX tickets_changed ON tickets (collection, state, changed_position, ticket_id);
    CREATE INDEX tickets_stored_in ON tickets (collection, category, state, number, ticket_id);
    CREATE INDEX tickets_changed_in ON tickets (collection, category, state, changed_position, ticket_id);
    CREATE TABLE counts (
      collection INTEGER NOT NULL, state INTEGER NOT NULL, category TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (collection, state, category)
    ) WITHOUT ROWID;
    ${totalsSchema}
    ${uploadedSchema}
    CREATE INDEX tickets_flagged ON tickets (collection, number) WHERE flagged_at IS NOT NULL;
    CREATE TABLE vectors (
      number INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, ticket INTEGER NOT NULL, vector BLOB NOT NULL
    );
    CREATE INDEX vectors_of_collection ON vectors (collection, number, ticket);
    CREATE INDEX vectors_of_ticket ON vectors (ticket);
    ${codesSchema}
    ${wordsSchema}`,
  open: (database) => {
    const { additions, put, changeState, flag, erase, remove } = ticketIndexWrites(database);
    const choose = choosing(database);
    const addTombstone = database.prepare(
      `INSERT INTO deleted (id, position) VALUES (?, ?) ON CONFLICT (id) DO NOTHING`,
    );
    const applyOne = (change: TicketIndexChange): void => {
      if (change.type === 'put') put(change);
      else if (change.type === 'change state') changeState(change);
      else if (change.type === 'flag') flag(change);
      else if (change.type === 'erase') erase(change);
      else if (change.type === 'choose model') choose(change);
      else addTombstone.run(change.collectionId, change.position);
    };
    const apply: OpenTables<TicketIndexChange>['apply'] = (changes) => {
      const { add, finish } = additions();
      for (const change of changes) {
        if (change.type === 'put' && add(change)) continue;
        finish();
        applyOne(change);
      }
      finish();
    };
    return { apply, ...ticketIndexPurge(database, remove), ids: ticketIndexIds(database) };
  },
};

const choosing = (database: Database) => {
  const first = database.prepare(
    `INSERT INTO model (only, model, dimensions, position) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  return ({ model: { model, dimensions }, position }: Choice) => {
    first.run(model, dimensions, position);
  };
};

type Purge = Pick<OpenTables<TicketIndexChange>, 'orphans' | 'remove' | 'markPurged'>;

/** Empties deleted collections by index, a few records at a time; nothing outside of them is ever removed. */
const ticketIndexPurge = (database: Database, removeTicket: (number: number) => void): Purge => {
  // In the order of the rows, because neighbours share pages: half the cost of the order of the ids.
  const orphans = database.prepare(`
    SELECT d.id AS id, t.record AS record FROM deleted d CROSS JOIN collections c ON c.id = d.id
    CROSS JOIN tickets t INDEXED BY tickets_stored ON t.collection = c.number
    WHERE d.purged = 0 LIMIT ?`);
  const find = database.prepare(`
    SELECT number FROM tickets WHERE record = ?2 AND collection IN (
      SELECT c.number FROM collections c JOIN deleted d ON d.id = c.id WHERE c.id = ?1
    )`);
  const markPurged = database.prepare(`
    UPDATE deleted SET purged = 1 WHERE purged = 0 AND NOT EXISTS (
      SELECT 1 FROM collections c JOIN tickets t ON t.collection = c.number WHERE c.id = deleted.id
    )`);
  return {
    orphans: (limit) =>
      orphans.all(limit).map((row) => ({ collectionId: row['id'] as string, recordId: uuidText(row['record']) })),
    remove: ({ collectionId, recordId }) => {
      for (const row of find.all(collectionId, uuidBytes(recordId))) removeTicket(row['number'] as number);
    },
    markPurged: () => {
      markPurged.run();
    },
  };
};

const pageSize = 1000;

/** Pages over the records of the live collections that have a vector, withdrawn ones included; a page goes on into the next collections until it is full. */
const ticketIndexIds = (database: Database): OpenTables<TicketIndexChange>['ids'] => {
  const lives = `NOT EXISTS (SELECT 1 FROM deleted d WHERE d.id = c.id)
    AND EXISTS (SELECT 1 FROM vectors v WHERE v.ticket = t.number)`;
  const records = `SELECT c.id, t.record FROM collections c CROSS JOIN tickets t ON t.collection = c.number`;
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
