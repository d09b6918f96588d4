import { isUploadStream, streamOf } from '../../../domain/streams.ts';
import { type TicketOutcome, ticketOutcomes, type UploadChange } from '../../../ports/uploads.ts';
import { uploadCounts } from './counts.ts';
import { expiredPurge, expiredStates, expiring } from './expired-uploads.ts';
import type { Database } from '../database.ts';
import type { OpenTables, Tables } from '../read-model.ts';
import { outcomeNumber } from '../stored-numbers.ts';

/**
 * Uploads with a count of each outcome, and a narrow row a ticket. `revision` is that of the newest event of the upload's own stream, so that an
 * event that is applied again changes nothing. A deleted collection leaves a tombstone for ever; its uploads stay until they are purged.
 */
export const uploadTables: Tables<UploadChange> = {
  name: 'uploads',
  version: 6,
  schema: `
    CREATE TABLE uploads (
      number INTEGER PRIMARY KEY, user_id TEXT NOT NULL, id TEXT NOT NULL, collection_id TEXT NOT NULL, surface TEXT NOT NULL,
      file_name TEXT, format TEXT, on_duplicate TEXT NOT NULL, run TEXT NOT NULL, state TEXT NOT NULL, detail TEXT, started_at TEXT NOT NULL, finished_at TEXT,
      undo_state TEXT, undo_surface TEXT, undo_started_at TEXT, undo_finished_at TEXT, undo_figures TEXT,
      figures TEXT, unlisted TEXT NOT NULL DEFAULT '{}', position INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0,
      ${ticketOutcomes.map((outcome) => `"${outcome}" INTEGER NOT NULL DEFAULT 0`).join(', ')},
      UNIQUE (collection_id, id)
    );
    CREATE INDEX uploads_of_collection ON uploads (collection_id, position);
    CREATE INDEX uploads_running ON uploads (number) WHERE state = 'running';
    CREATE INDEX uploads_undoing ON uploads (position) WHERE undo_state = 'running';
    CREATE INDEX uploads_ended ON uploads (finished_at) WHERE finished_at IS NOT NULL;
    CREATE INDEX uploads_expired ON uploads (number) WHERE state = 'expired';
    CREATE TABLE outcomes (
      upload INTEGER NOT NULL, place INTEGER NOT NULL, outcome INTEGER NOT NULL, ticket_id TEXT NOT NULL, row INTEGER,
      PRIMARY KEY (upload, place)
    ) WITHOUT ROWID;
    CREATE INDEX outcomes_by_kind ON outcomes (upload, outcome, place);
    CREATE TABLE tombstones (collection_id TEXT PRIMARY KEY, position INTEGER NOT NULL, purged INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE INDEX tombstones_to_purge ON tombstones (collection_id) WHERE purged = 0`,
  open: (database) => ({
    apply: applying(database),
    ids: paging(database),
    counts: uploadCounts(database),
    ...purging(database),
  }),
};

const applying = (database: Database): OpenTables<UploadChange>['apply'] => {
  const reopenPurge = database.prepare(`UPDATE tombstones SET purged = 0 WHERE collection_id = ?`);
  const addTombstone = database.prepare(
    `INSERT INTO tombstones (collection_id, position) VALUES (?, ?) ON CONFLICT DO NOTHING`,
  );
  const start = starting(database);
  const update = updating(database);
  const updateUndo = updatingUndo(database);
  const expire = expiring(database);
  const putTickets = puttingTickets(database);
  const applyOne = (change: UploadChange): void => {
    if (change.type === 'delete') addTombstone.run(change.collectionId, change.position);
    else if (change.type === 'update') update(change);
    else if (change.type === 'undo') updateUndo(change);
    else if (change.type === 'expire') expire(change);
    else if (change.type === 'start') {
      start(change);
      reopenPurge.run(change.upload.collectionId);
    } else if (putTickets(change)) reopenPurge.run(change.collectionId);
  };
  return (changes) => changes.forEach(applyOne);
};

type Change<Type extends UploadChange['type']> = Extract<UploadChange, { readonly type: Type }>;

const starting = (database: Database) => {
  const insert = database.prepare(`
    INSERT INTO uploads (user_id, id, collection_id, surface, file_name, format, on_duplicate, run, state, started_at, position)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  return ({ upload, position }: Change<'start'>): void => {
    const { userId, uploadId, collectionId, surface, fileName, format, onDuplicate, attemptId, state, startedAt } =
      upload;
    const names = [userId, uploadId, collectionId, surface, fileName, format, onDuplicate];
    insert.run(...names, attemptId, state, startedAt, position);
  };
};

const updating = (database: Database) => {
  const update = database.prepare(`
    UPDATE uploads SET revision = ?3, run = coalesce(?4, run), state = coalesce(?5, state),
      detail = ?6, started_at = coalesce(?9, started_at), finished_at = ?7, figures = coalesce(?8, figures), unlisted = coalesce(?10, unlisted)
    WHERE collection_id = ?1 AND id = ?2 AND revision < ?3`);
  return ({ collectionId, uploadId, revision, fields }: Change<'update'>): void => {
    const { attemptId = null, state = null, detail = null, startedAt = null, finishedAt = null } = fields;
    const { counts, unlisted } = fields;
    const [countsJson, unlistedJson] = [counts, unlisted].map((value) => (value ? JSON.stringify(value) : null));
    const changed = [attemptId, state, detail, finishedAt, countsJson ?? null, startedAt, unlistedJson ?? null];
    update.run(collectionId, uploadId, revision, ...changed);
  };
};

const updatingUndo = (database: Database) => {
  const update = database.prepare(`
    UPDATE uploads SET revision = ?3, undo_state = ?4, undo_surface = coalesce(?5, undo_surface),
      undo_started_at = coalesce(?6, undo_started_at), undo_finished_at = ?7, undo_figures = coalesce(?8, undo_figures)
    WHERE collection_id = ?1 AND id = ?2 AND revision < ?3`);
  return ({ collectionId, uploadId, revision, fields }: Change<'undo'>): void => {
    const { state, surface = null, startedAt = null, finishedAt = null, counts } = fields;
    const countsJson = counts ? JSON.stringify(counts) : null;
    update.run(collectionId, uploadId, revision, state, surface, startedAt, finishedAt, countsJson);
  };
};

/** Stores outcomes and adds the new ones to the counts of their upload; returns false if the upload is unknown or has expired. */
const puttingTickets = (database: Database) => {
  const find = database.prepare(
    `SELECT number FROM uploads WHERE collection_id = ? AND id = ? AND state NOT IN (${expiredStates})`,
  );
  const putOutcome = database.prepare(`
    INSERT INTO outcomes (upload, place, outcome, ticket_id, row) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const addTo = (outcome: TicketOutcome) =>
    database.prepare(`UPDATE uploads SET "${outcome}" = "${outcome}" + ? WHERE number = ?`);
  const addToCount = new Map(ticketOutcomes.map((outcome) => [outcome, addTo(outcome)]));

  return ({ collectionId, uploadId, tickets }: Change<'tickets'>): boolean => {
    const upload = find.get(collectionId, uploadId)?.['number'];
    if (typeof upload !== 'number') return false;
    const counted = new Map<TicketOutcome, number>();
    for (const { index, outcome, ticketId, row } of tickets) {
      const { changes } = putOutcome.run(upload, index, outcomeNumber(outcome), ticketId, row);
      if (changes > 0) counted.set(outcome, (counted.get(outcome) ?? 0) + 1);
    }
    for (const [outcome, more] of counted) addToCount.get(outcome)?.run(more, upload);
    return true;
  };
};

const orphanedOutcome = (row: Record<string, unknown>) => ({
  collectionId: row['collection_id'] as string,
  recordId: `${String(row['id'])}/${String(row['place'])}`,
});

const orphanedUpload = (row: Record<string, unknown>) => ({
  collectionId: row['collection_id'] as string,
  recordId: streamOf.upload(row['user_id'] as string, row['id'] as string),
});

/** Tickets first, then the uploads that have none left, then what has expired: each step is a small one. */
const purging = (database: Database): Pick<OpenTables<UploadChange>, 'orphans' | 'remove' | 'markPurged'> => {
  const { expired, markExpiredPurged } = expiredPurge(database);
  const ofDeleted = `tombstones g JOIN uploads u ON u.collection_id = g.collection_id`;
  const outcomes = database.prepare(`
    SELECT g.collection_id, u.id, o.place FROM ${ofDeleted} JOIN outcomes o ON o.upload = u.number
    WHERE g.purged = 0 LIMIT ?`);
  const uploads = database.prepare(`
    SELECT g.collection_id, u.user_id, u.id FROM ${ofDeleted}
    WHERE g.purged = 0 AND NOT EXISTS (SELECT 1 FROM outcomes o WHERE o.upload = u.number) LIMIT ?`);
  const removeOutcome = database.prepare(`
    DELETE FROM outcomes WHERE upload = (SELECT number FROM uploads WHERE collection_id = ? AND id = ?) AND place = ?`);
  const removeUpload = database.prepare(
    `DELETE FROM uploads WHERE collection_id = ? AND 'upload-' || user_id || '-' || id = ?`,
  );
  const markPurged = database.prepare(`
    UPDATE tombstones SET purged = 1 WHERE purged = 0
    AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.collection_id = tombstones.collection_id)`);
  return {
    orphans: (limit) => {
      const found = outcomes.all(limit);
      if (found.length > 0) return found.map(orphanedOutcome);
      const deleted = uploads.all(limit).map(orphanedUpload);
      return deleted.length > 0 ? deleted : expired(limit);
    },
    remove: (orphan) => {
      const { collectionId, recordId } = orphan;
      if (isUploadStream(recordId)) removeUpload.run(collectionId, recordId);
      else if (!recordId.includes('/')) markExpiredPurged(orphan);
      else removeOutcome.run(collectionId, ...recordId.split('/'));
    },
    markPurged: () => {
      markPurged.run();
    },
  };
};

const pageSize = 1000;

/** Pages over the uploads of live collections and their tickets. */
const paging = (database: Database): OpenTables<UploadChange>['ids'] => {
  const live = `u.state NOT IN (${expiredStates}) AND NOT EXISTS (SELECT 1 FROM tombstones g WHERE g.collection_id = u.collection_id)`;
  const rest = database.prepare(`
    SELECT u.collection_id, u.id, o.place FROM uploads u JOIN outcomes o ON o.upload = u.number
    WHERE u.collection_id = ? AND u.id = ? AND o.place > ? AND ${live} ORDER BY o.place LIMIT ?`);
  const following = database.prepare(`
    SELECT u.collection_id, u.id, o.place FROM uploads u LEFT JOIN outcomes o ON o.upload = u.number
    WHERE (u.collection_id, u.id) > (?, ?) AND ${live} ORDER BY u.collection_id, u.id, o.place LIMIT ?`);
  return (after = '') => {
    const [collectionId = '', uploadId = '', index = '-1'] = after.split('/');
    const rows = rest.all(collectionId, uploadId, Number(index), pageSize);
    if (rows.length < pageSize) rows.push(...following.all(collectionId, uploadId, pageSize - rows.length));
    const ids: string[] = [];
    let last = after.split('/').slice(0, 2).join('/');
    for (const row of rows) {
      const name = `${String(row['collection_id'])}/${String(row['id'])}`;
      if (name !== last) ids.push((last = name));
      if (row['place'] !== null) ids.push(`${name}/${String(row['place']).padStart(6, '0')}`);
    }
    return ids.slice(0, pageSize);
  };
};
