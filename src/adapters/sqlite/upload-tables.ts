import { isUploadStream, streamOf } from '../../domain/streams.ts';
import { type TicketOutcome, ticketOutcomes, type UploadChange } from '../../ports/uploads.ts';
import type { Database } from './database.ts';
import type { OpenTables, Tables } from './read-model.ts';

/** An outcome as a small number: its place in the list. */
export const outcomeNumber = (outcome: TicketOutcome): number => ticketOutcomes.indexOf(outcome);

/**
 * Uploads with a count of each outcome, and a narrow row a ticket. `revision` is that of the newest event of the upload's own stream, so that what
 * is told again changes nothing. A deleted collection leaves a tombstone for ever; what hangs below it stays until the purge has taken it.
 */
export const uploadTables: Tables<UploadChange> = {
  name: 'uploads',
  version: 1,
  schema: (copy) => `
    CREATE TABLE ${copy}_uploads (
      number INTEGER PRIMARY KEY, user_id TEXT NOT NULL, id TEXT NOT NULL, collection_id TEXT NOT NULL, surface TEXT NOT NULL,
      file_name TEXT, format TEXT, run TEXT NOT NULL, state TEXT NOT NULL, detail TEXT, started_at TEXT NOT NULL, finished_at TEXT,
      figures TEXT, position INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0,
      ${ticketOutcomes.map((outcome) => `"${outcome}" INTEGER NOT NULL DEFAULT 0`).join(', ')},
      UNIQUE (collection_id, id)
    );
    CREATE INDEX ${copy}_uploads_of_collection ON ${copy}_uploads (collection_id, position);
    CREATE INDEX ${copy}_uploads_running ON ${copy}_uploads (number) WHERE state = 'running';
    CREATE TABLE ${copy}_outcomes (
      upload INTEGER NOT NULL, place INTEGER NOT NULL, outcome INTEGER NOT NULL, ticket_id TEXT NOT NULL, row INTEGER,
      PRIMARY KEY (upload, place)
    ) WITHOUT ROWID;
    CREATE INDEX ${copy}_outcomes_by_kind ON ${copy}_outcomes (upload, outcome, place);
    CREATE TABLE ${copy}_graves (collection_id TEXT PRIMARY KEY, position INTEGER NOT NULL, purged INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE INDEX ${copy}_graves_to_purge ON ${copy}_graves (collection_id) WHERE purged = 0`,
  open: (database, copy) => ({
    ...{ apply: applying(database, copy), ids: paging(database, copy) },
    ...purging(database, copy),
  }),
};

const applying = (database: Database, copy: string): OpenTables<UploadChange>['apply'] => {
  const start = database.prepare(`
    INSERT INTO ${copy}_uploads (user_id, id, collection_id, surface, file_name, format, run, state, started_at, position)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const reopenPurge = database.prepare(`UPDATE ${copy}_graves SET purged = 0 WHERE collection_id = ?`);
  const bury = database.prepare(
    `INSERT INTO ${copy}_graves (collection_id, position) VALUES (?, ?) ON CONFLICT DO NOTHING`,
  );
  const find = database.prepare(`SELECT number FROM ${copy}_uploads WHERE collection_id = ? AND id = ?`);
  const putOutcome = database.prepare(`
    INSERT INTO ${copy}_outcomes (upload, place, outcome, ticket_id, row) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const count = new Map(
    ticketOutcomes.map((outcome) => [
      outcome,
      database.prepare(`UPDATE ${copy}_uploads SET "${outcome}" = "${outcome}" + ? WHERE number = ?`),
    ]),
  );
  const tell = database.prepare(`
    UPDATE ${copy}_uploads SET revision = ?3, run = coalesce(?4, run), state = coalesce(?5, state),
      detail = ?6, finished_at = ?7, figures = coalesce(?8, figures)
    WHERE collection_id = ?1 AND id = ?2 AND revision < ?3`);

  const putTickets = ({ collectionId, uploadId, tickets }: Extract<UploadChange, { type: 'tickets' }>) => {
    const upload = find.get(collectionId, uploadId)?.['number'];
    if (typeof upload !== 'number') return;
    const counted = new Map<TicketOutcome, number>();
    for (const { index, outcome, ticketId, row } of tickets) {
      const { changes } = putOutcome.run(upload, index, outcomeNumber(outcome), ticketId, row);
      if (changes > 0) counted.set(outcome, (counted.get(outcome) ?? 0) + 1);
    }
    for (const [outcome, more] of counted) count.get(outcome)?.run(more, upload);
    reopenPurge.run(collectionId);
  };

  return (change) => {
    switch (change.type) {
      case 'start': {
        const { userId, uploadId, collectionId, surface, fileName, format, run, state, startedAt } = change.upload;
        start.run(userId, uploadId, collectionId, surface, fileName, format, run, state, startedAt, change.position);
        reopenPurge.run(collectionId);
        break;
      }
      case 'update': {
        const { run = null, state = null, detail = null, finishedAt = null, figures } = change.fields;
        const figuresText = figures ? JSON.stringify(figures) : null;
        tell.run(change.collectionId, change.uploadId, change.revision, run, state, detail, finishedAt, figuresText);
        break;
      }
      case 'tickets':
        putTickets(change);
        break;
      case 'delete':
        bury.run(change.collectionId, change.position);
    }
  };
};

/** Tickets first, then the uploads that have none left: each step is a small one. */
const purging = (
  database: Database,
  copy: string,
): Pick<OpenTables<UploadChange>, 'orphans' | 'remove' | 'markPurged'> => {
  const buried = `${copy}_graves g JOIN ${copy}_uploads u ON u.collection_id = g.collection_id`;
  const outcomes = database.prepare(`
    SELECT g.collection_id, u.id, o.place FROM ${buried} JOIN ${copy}_outcomes o ON o.upload = u.number
    WHERE g.purged = 0 LIMIT ?`);
  const uploads = database.prepare(`
    SELECT g.collection_id, u.user_id, u.id FROM ${buried}
    WHERE g.purged = 0 AND NOT EXISTS (SELECT 1 FROM ${copy}_outcomes o WHERE o.upload = u.number) LIMIT ?`);
  const removeOutcome = database.prepare(`
    DELETE FROM ${copy}_outcomes WHERE upload = (SELECT number FROM ${copy}_uploads WHERE collection_id = ? AND id = ?) AND place = ?`);
  const removeUpload = database.prepare(
    `DELETE FROM ${copy}_uploads WHERE collection_id = ? AND 'upload-' || user_id || '-' || id = ?`,
  );
  const markPurged = database.prepare(`
    UPDATE ${copy}_graves SET purged = 1 WHERE purged = 0
    AND NOT EXISTS (SELECT 1 FROM ${copy}_uploads u WHERE u.collection_id = ${copy}_graves.collection_id)`);
  const outcomeOf = (row: Record<string, unknown>) => ({
    collectionId: row['collection_id'] as string,
    recordId: `${String(row['id'])}/${String(row['place'])}`,
  });
  const uploadOf = (row: Record<string, unknown>) => ({
    collectionId: row['collection_id'] as string,
    recordId: streamOf.upload(row['user_id'] as string, row['id'] as string),
  });
  return {
    orphans: (limit) => {
      const found = outcomes.all(limit);
      return found.length > 0 ? found.map(outcomeOf) : uploads.all(limit).map(uploadOf);
    },
    remove: ({ collectionId, recordId }) => {
      if (isUploadStream(recordId)) removeUpload.run(collectionId, recordId);
      else removeOutcome.run(collectionId, ...recordId.split('/'));
    },
    markPurged: () => {
      markPurged.run();
    },
  };
};

const pageSize = 1000;

/** Pages over the uploads of live collections and their tickets. */
const paging = (database: Database, copy: string): OpenTables<UploadChange>['ids'] => {
  const live = `NOT EXISTS (SELECT 1 FROM ${copy}_graves g WHERE g.collection_id = u.collection_id)`;
  const rest = database.prepare(`
    SELECT u.collection_id, u.id, o.place FROM ${copy}_uploads u JOIN ${copy}_outcomes o ON o.upload = u.number
    WHERE u.collection_id = ? AND u.id = ? AND o.place > ? AND ${live} ORDER BY o.place LIMIT ?`);
  const following = database.prepare(`
    SELECT u.collection_id, u.id, o.place FROM ${copy}_uploads u LEFT JOIN ${copy}_outcomes o ON o.upload = u.number
    WHERE (u.collection_id, u.id) > (?, ?) AND ${live} ORDER BY u.collection_id, u.id, o.place LIMIT ?`);
  return (after = '') => {
    const [collectionId = '', uploadId = '', place = '-1'] = after.split('/');
    const rows = rest.all(collectionId, uploadId, Number(place), pageSize);
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
