import type { CollectionChange } from '../../ports/collections.ts';
import { type Database, uuidBytes, uuidText } from './database.ts';
import type { OpenTables, Tables } from './read-model.ts';

/**
 * Collections with their tombstones and counts, and one narrow row a stored ticket. `deleted` is the position of the deletion, kept for
 * ever; a ticket below a tombstone still gets its row, so that the purge finds the stream to erase, and makes the tombstone unpurged again.
 */
export const collectionTables: Tables<CollectionChange> = {
  name: 'collections',
  version: 2,
  schema: (generation) => `
    CREATE TABLE ${generation}_collections (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, user_id TEXT, name TEXT, created_at TEXT,
      ticket_count INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0, position INTEGER NOT NULL, deleted INTEGER, purged INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX ${generation}_collections_of_user ON ${generation}_collections (user_id, created_at, id);
    CREATE INDEX ${generation}_collections_to_purge ON ${generation}_collections (number) WHERE deleted IS NOT NULL AND purged = 0;
    CREATE TABLE ${generation}_tickets (
      collection INTEGER NOT NULL, record BLOB NOT NULL, bytes INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (collection, record)
    ) WITHOUT ROWID`,
  open: (database, generation) => ({
    ...writing(database, generation),
    ...purging(database, generation),
    ids: paging(database, generation),
  }),
};

const writeStatements = (database: Database, generation: string) => ({
  put: database.prepare(`
    INSERT INTO ${generation}_collections (id, user_id, name, created_at, position) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, name = excluded.name, created_at = excluded.created_at
    WHERE user_id IS NULL`),
  addTombstone: database.prepare(`
    INSERT INTO ${generation}_collections (id, position, deleted) VALUES (?1, ?2, ?2)
    ON CONFLICT (id) DO UPDATE SET deleted = ?2, purged = 0, ticket_count = 0, bytes = 0 WHERE deleted IS NULL`),
  numberOf: database.prepare(`SELECT number, deleted FROM ${generation}_collections WHERE id = ?`),
  putTicket: database.prepare(
    `INSERT INTO ${generation}_tickets (collection, record, bytes, position) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  ),
  reopenPurge: database.prepare(`UPDATE ${generation}_collections SET purged = 0 WHERE number = ?`),
  count: database.prepare(`
    UPDATE ${generation}_collections SET (ticket_count, bytes) =
      (SELECT count(*), coalesce(sum(t.bytes), 0) FROM ${generation}_tickets t WHERE t.collection = number)
    WHERE number = ? AND deleted IS NULL`),
});

const writing = (
  database: Database,
  generation: string,
): Pick<OpenTables<CollectionChange>, 'apply' | 'finishBatch'> => {
  const { put, addTombstone, numberOf, putTicket, reopenPurge, count } = writeStatements(database, generation);
  const touched = new Set<number>();

  return {
    apply: (change) => {
      if (change.type === 'put') {
        const { id, userId, name, createdAt } = change.collection;
        put.run(id, userId, name, createdAt, change.position);
      } else if (change.type === 'delete') {
        addTombstone.run(change.collectionId, change.position);
      } else {
        const row = numberOf.get(change.collectionId);
        // A ticket's event never comes before its collection's; without one there is nothing to hang it on.
        if (!row) return;
        const number = row['number'] as number;
        putTicket.run(number, uuidBytes(change.recordId), change.bytes, change.position);
        if (row['deleted'] === null) touched.add(number);
        else reopenPurge.run(number);
      }
    },
    finishBatch: () => {
      for (const number of touched) count.run(number);
      touched.clear();
    },
  };
};

const purging = (
  database: Database,
  generation: string,
): Pick<OpenTables<CollectionChange>, 'orphans' | 'remove' | 'markPurged'> => {
  const orphans = database.prepare(`
    SELECT c.id AS id, t.record AS record FROM ${generation}_collections AS c INDEXED BY ${generation}_collections_to_purge JOIN ${generation}_tickets t ON t.collection = c.number
    WHERE c.deleted IS NOT NULL AND c.purged = 0 LIMIT ?`);
  const remove = database.prepare(`
    DELETE FROM ${generation}_tickets WHERE collection = (SELECT number FROM ${generation}_collections WHERE id = ?) AND record = ?`);
  const markPurged = database.prepare(`
    UPDATE ${generation}_collections SET purged = 1 WHERE deleted IS NOT NULL AND purged = 0
    AND NOT EXISTS (SELECT 1 FROM ${generation}_tickets WHERE collection = number)`);
  return {
    orphans: (limit) =>
      orphans.all(limit).map((row) => ({ collectionId: row['id'] as string, recordId: uuidText(row['record']) })),
    remove: ({ collectionId, recordId }) => {
      remove.run(collectionId, uuidBytes(recordId));
    },
    markPurged: () => {
      markPurged.run();
    },
  };
};

const pageSize = 1000;

/** Pages over the live collections and their tickets; a page goes on into the next collections until it is full. */
const paging = (database: Database, generation: string): OpenTables<CollectionChange>['ids'] => {
  const rest = database.prepare(`
    SELECT c.id, t.record FROM ${generation}_collections c JOIN ${generation}_tickets t ON t.collection = c.number
    WHERE c.id = ? AND c.deleted IS NULL AND t.record > ? ORDER BY t.record LIMIT ?`);
  const following = database.prepare(`
    SELECT c.id, t.record FROM ${generation}_collections c LEFT JOIN ${generation}_tickets t ON t.collection = c.number
    WHERE c.id > ? AND c.deleted IS NULL ORDER BY c.id, t.record LIMIT ?`);
  return (after = '') => {
    const [id = '', record = ''] = after.split('/');
    const rows = rest.all(id, uuidBytes(record), pageSize);
    if (rows.length < pageSize) rows.push(...following.all(id, pageSize - rows.length));
    const ids: string[] = [];
    let last = id;
    for (const row of rows) {
      if (row['id'] !== last) ids.push((last = row['id'] as string));
      if (row['record'] !== null) ids.push(`${last}/${uuidText(row['record'])}`);
    }
    return ids.slice(0, pageSize);
  };
};
