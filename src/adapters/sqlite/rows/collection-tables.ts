import type { CollectionChange } from '../../../ports/collections.ts';
import { collectionCounts } from './counts.ts';
import { type Database, uuidBytes, uuidText } from '../database.ts';
import { erasureChanges, erasuresSchema, forgettingTenants, isErasureChange } from './erasure-tables.ts';
import type { OpenTables, Tables } from '../read-model.ts';
import { stateNumber } from '../stored-numbers.ts';
import { usageSchema } from './usage.ts';

/**
 * Collections with their tombstones, settings and counts, and one narrow row a ticket, with the number of its state in `ticketStates`; erasures are rows too. `deleted` is the position of the deletion, kept for
 * ever; a ticket below a tombstone still gets its row, so that the purge finds the stream to erase, and makes the tombstone unpurged again.
 */
export const collectionTables: Tables<CollectionChange> = {
  name: 'collections',
  version: 12,
  schema: `
    CREATE TABLE collections (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, user_id TEXT, name TEXT, created_at TEXT,
      ticket_url TEXT, not_names TEXT NOT NULL DEFAULT '[]', sync_cursors TEXT NOT NULL DEFAULT '{}', synced INTEGER NOT NULL DEFAULT 0, ticket_count INTEGER NOT NULL DEFAULT 0, withdrawn INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
      event_bytes INTEGER NOT NULL DEFAULT 0, erasure_bytes INTEGER NOT NULL DEFAULT 0, events_counted INTEGER NOT NULL DEFAULT 0, position INTEGER NOT NULL, configured INTEGER NOT NULL DEFAULT 0, deleted INTEGER, purged INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX collections_of_user ON collections (user_id, created_at, id) WHERE deleted IS NULL;
    CREATE INDEX collections_deleted_of_user ON collections (user_id) WHERE deleted IS NOT NULL;
    CREATE INDEX collections_to_purge ON collections (number) WHERE deleted IS NOT NULL AND purged = 0;
    ${usageSchema}
    CREATE TABLE tickets (
      collection INTEGER NOT NULL, record BLOB NOT NULL, state INTEGER NOT NULL, bytes INTEGER NOT NULL, present_bytes INTEGER NOT NULL,
      position INTEGER NOT NULL, PRIMARY KEY (collection, record)
    ) WITHOUT ROWID;
    ${erasuresSchema}`,
  open: (database) => ({
    ...writing(database),
    ...purging(database),
    ids: paging(database),
    counts: collectionCounts(database),
  }),
};

const writeStatements = (database: Database) => ({
  put: database.prepare(`
    INSERT INTO collections (id, user_id, name, created_at, position) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, name = excluded.name, created_at = excluded.created_at
    WHERE user_id IS NULL`),
  addTombstone: database.prepare(`
    INSERT INTO collections (id, position, deleted) VALUES (?1, ?2, ?2)
    ON CONFLICT (id) DO UPDATE SET deleted = ?2, purged = 0, sync_cursors = '{}', ticket_count = 0, withdrawn = 0, bytes = 0, event_bytes = 0 WHERE deleted IS NULL`),
  configure: database.prepare(`
    UPDATE collections SET name = coalesce(?2, name), ticket_url = CASE WHEN ?3 THEN ?4 ELSE ticket_url END,
      not_names = coalesce(?6, not_names), configured = ?5
    WHERE id = ?1 AND configured < ?5`),
  advanceSync: database.prepare(`
    UPDATE collections SET synced = ?5, sync_cursors = CASE WHEN ?3 IS NULL THEN json_remove(sync_cursors, ?2)
      ELSE json_set(sync_cursors, ?2, json_object('cursor', ?3, 'at', ?4)) END
    WHERE id = ?1 AND synced < ?5 AND deleted IS NULL`),
  numberOf: database.prepare(`SELECT number, deleted FROM collections WHERE id = ?`),
  putTicket: database.prepare(
    `INSERT INTO tickets (collection, record, state, bytes, present_bytes, position) VALUES (?, ?, 0, ?, ?, ?) ON CONFLICT DO NOTHING`,
  ),
  changeTicket: database.prepare(`
    UPDATE tickets SET state = coalesce(?3, state), bytes = bytes + ?6 + coalesce(?4 - present_bytes, 0),
      present_bytes = coalesce(?4, present_bytes), position = ?5
    WHERE collection = ?1 AND record = ?2 AND position < ?5 AND state <> ${stateNumber('erased')}`),
  eraseTicket: database.prepare(`
    INSERT INTO tickets (collection, record, state, bytes, present_bytes, position) VALUES (?1, ?2, ${stateNumber('erased')}, 0, 0, ?3)
    ON CONFLICT DO UPDATE SET state = excluded.state, bytes = 0, present_bytes = 0, position = excluded.position`),
  countEvent: database.prepare(`
    UPDATE collections SET event_bytes = event_bytes + ?2, events_counted = ?3
    WHERE id = ?1 AND events_counted < ?3 AND deleted IS NULL`),
  countErasure: database.prepare(`
    UPDATE collections SET erasure_bytes = erasure_bytes + ?2, events_counted = ?3 WHERE id = ?1 AND events_counted < ?3`),
  reopenPurge: database.prepare(`UPDATE collections SET purged = 0 WHERE number = ?`),
  ticket: database.prepare(`SELECT state, bytes FROM tickets WHERE collection = ? AND record = ?`),
  addToCounts: database.prepare(`
    UPDATE collections SET ticket_count = ticket_count + ?2, withdrawn = withdrawn + ?3, bytes = bytes + ?4
    WHERE number = ?1 AND deleted IS NULL`),
});

const writing = (database: Database): Pick<OpenTables<CollectionChange>, 'apply'> => {
  const { put, configure, advanceSync, addTombstone, countEvent, countErasure, numberOf, reopenPurge, ...statements } =
    writeStatements(database);
  const changeTickets = ticketChanges(statements);
  const changeErasures = erasureChanges(database);
  const forget = forgettingTenants(database);
  const applyOne = (change: CollectionChange): void => {
    if (change.type === 'put') {
      const { id, userId, name, createdAt } = change.collection;
      put.run(id, userId, name, createdAt, change.position);
    } else if (change.type === 'configure') {
      const { name = null, ticketUrl, notNames } = change.settings;
      const words = notNames === undefined ? null : JSON.stringify(notNames);
      const isUrlSet = Number(ticketUrl !== undefined);
      configure.run(change.collectionId, name, isUrlSet, ticketUrl ?? null, change.position, words);
    } else if (change.type === 'advance sync') {
      const { collectionId, source, cursor, at, position } = change;
      advanceSync.run(collectionId, `$."${source}"`, cursor, at, position);
    } else if (change.type === 'delete') {
      addTombstone.run(change.collectionId, change.position);
    } else if (change.type === 'count event') {
      (change.outlives ? countErasure : countEvent).run(change.collectionId, change.bytes, change.position);
    } else if (change.type === 'forget tenant') {
      forget(change.tenantId);
    } else {
      const row = numberOf.get(change.collectionId);
      // A ticket's event never comes before its collection's; without one there is nothing to hang it on.
      if (!row) return;
      const number = row['number'] as number;
      if (isErasureChange(change)) changeErasures(number, change);
      else {
        changeTickets(number, change);
        if (row['deleted'] !== null) reopenPurge.run(number);
      }
    }
  };
  return { apply: (changes) => changes.forEach(applyOne) };
};

type TicketChange = Extract<CollectionChange, { readonly type: 'ticket' | 'change ticket' | 'erase tickets' }>;
type TicketStatements = Pick<
  ReturnType<typeof writeStatements>,
  'putTicket' | 'changeTicket' | 'eraseTicket' | 'ticket' | 'addToCounts'
>;

/** Changes tickets and adjusts the counts of their collection: a recount of a large collection would take longer than a batch. */
const ticketChanges = ({ putTicket, changeTicket, eraseTicket, ticket, addToCounts }: TicketStatements) => {
  const counted = (collection: number, record: Uint8Array, run: () => void): void => {
    const countsNow = () => countsOf(ticket.get(collection, record));
    const before = countsNow();
    run();
    const after = countsNow();
    addToCounts.run(
      collection,
      after.active - before.active,
      after.withdrawn - before.withdrawn,
      after.bytes - before.bytes,
    );
  };
  return (collection: number, change: TicketChange): void => {
    if (change.type === 'ticket') {
      const { logged, present } = change.bytes;
      const bytes = logged + present;
      const { changes } = putTicket.run(collection, uuidBytes(change.recordId), bytes, present, change.position);
      if (changes > 0) addToCounts.run(collection, 1, 0, bytes);
    } else if (change.type === 'change ticket') {
      const record = uuidBytes(change.recordId);
      const { logged, present = null, state } = change.change;
      const number = state === undefined ? null : stateNumber(state);
      counted(collection, record, () => changeTicket.run(collection, record, number, present, change.position, logged));
    } else {
      for (const recordId of change.recordIds) {
        const record = uuidBytes(recordId);
        counted(collection, record, () => eraseTicket.run(collection, record, change.position));
      }
    }
  };
};

/** What a ticket adds to the counts of its collection; nothing if there is none. */
const countsOf = (row: Readonly<Record<string, unknown>> | undefined) => ({
  active: Number(row?.['state'] === stateNumber('active')),
  withdrawn: Number(row?.['state'] === stateNumber('withdrawn') || row?.['state'] === stateNumber('undone')),
  bytes: (row?.['bytes'] as number | undefined) ?? 0,
});

const purging = (database: Database): Pick<OpenTables<CollectionChange>, 'orphans' | 'remove' | 'markPurged'> => {
  const orphans = database.prepare(`
    SELECT c.id AS id, t.record AS record FROM collections AS c INDEXED BY collections_to_purge JOIN tickets t ON t.collection = c.number
    WHERE c.deleted IS NOT NULL AND c.purged = 0 LIMIT ?`);
  const remove = database.prepare(`
    DELETE FROM tickets WHERE collection = (SELECT number FROM collections WHERE id = ?) AND record = ?`);
  const markPurged = database.prepare(`
    UPDATE collections SET purged = 1 WHERE deleted IS NOT NULL AND purged = 0
    AND NOT EXISTS (SELECT 1 FROM tickets WHERE collection = number)`);
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
const paging = (database: Database): OpenTables<CollectionChange>['ids'] => {
  const rest = database.prepare(`
    SELECT c.id, t.record FROM collections c JOIN tickets t ON t.collection = c.number
    WHERE c.id = ? AND c.deleted IS NULL AND t.record > ? AND t.state <> ${stateNumber('erased')} ORDER BY t.record LIMIT ?`);
  const following = database.prepare(`
    SELECT c.id, t.record FROM collections c LEFT JOIN tickets t ON t.collection = c.number AND t.state <> ${stateNumber('erased')}
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
