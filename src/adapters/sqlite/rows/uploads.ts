import { noUploadCounts, type UnlistedTickets, type UploadCounts } from '../../../domain/events.ts';
import {
  type TicketOfUpload,
  ticketOutcomes,
  type UploadKey,
  type UploadRecord,
  type Uploads,
  type UploadUndo,
  withUnlisted,
} from '../../../ports/uploads.ts';
import { type Database, prepared } from '../database.ts';
import { outcomeNumber } from '../stored-numbers.ts';
import { expiredStates } from './expired-uploads.ts';

/** The most uploads that run, or are undone, that are returned. */
const maxRunning = 1_000;

const live = `state NOT IN (${expiredStates}) AND NOT EXISTS (SELECT 1 FROM tombstones t WHERE t.collection_id = uploads.collection_id)`;
const rowsOfUpload = 'SELECT place, outcome, ticket_id, row FROM outcomes WHERE upload = ?';
const queries = {
  id: `SELECT * FROM uploads WHERE collection_id = ? AND id = ? AND ${live}`,
  collection: `SELECT * FROM uploads WHERE collection_id = ? AND position < ? AND ${live} ORDER BY position DESC LIMIT ?`,
  running: `SELECT * FROM uploads WHERE state = 'running' AND ${live} LIMIT ${maxRunning}`,
  undoing: `SELECT * FROM uploads WHERE undo_state = 'running' AND ${live} ORDER BY position LIMIT ${maxRunning}`,
  ended: `
    SELECT * FROM uploads WHERE finished_at < ?1 AND (undo_state IS NULL OR undo_finished_at < ?1) AND ${live}
    ORDER BY finished_at LIMIT ?2`,
  expired: `SELECT id FROM uploads WHERE collection_id = ? AND id > ? AND state IN (${expiredStates}) ORDER BY id LIMIT ?`,
  tickets: `${rowsOfUpload} AND place > ? ORDER BY place LIMIT ?`,
  ticketsOfOne: `${rowsOfUpload} AND outcome = ? AND place > ? ORDER BY place LIMIT ?`,
};

/** Reads uploads on any connection; one into a deleted collection does not exist. */
export const sqliteUploads = (database: Database): Uploads => {
  const { id, collection, running, undoing, ended, expired, tickets, ticketsOfOne } = prepared(database, queries);
  const rowOf = ({ collectionId, uploadId }: UploadKey) => id.get(collectionId, uploadId);
  return {
    byId: (key) => {
      const row = rowOf(key);
      return Promise.resolve(row ? recordOf(row) : undefined);
    },
    ofCollection: (collectionId, { before = endOfLog, limit }) =>
      Promise.resolve(collection.all(collectionId, before, limit).map(recordOf)),
    tickets: (key, { after = -1, limit, outcome }) => {
      const number = rowOf(key)?.['number'];
      if (typeof number !== 'number') return Promise.resolve([]);
      const rows =
        outcome === undefined
          ? tickets.all(number, after, limit)
          : ticketsOfOne.all(number, outcomeNumber(outcome), after, limit);
      return Promise.resolve(rows.map(ticketOf));
    },
    running: () => Promise.resolve(running.all().map(recordOf)),
    undoing: () => Promise.resolve(undoing.all().map(recordOf)),
    expired: (collectionId, { after = '', limit }) =>
      Promise.resolve(expired.all(collectionId, after, limit).map((row) => row['id'] as string)),
    endedBefore: (time, limit) => Promise.resolve(ended.all(time, limit).map(recordOf)),
  };
};

/** Beyond every position. */
const endOfLog = 2n ** 63n - 1n;

const recordOf = (row: Record<string, unknown>): UploadRecord => ({
  uploadId: row['id'] as string,
  userId: row['user_id'] as string,
  collectionId: row['collection_id'] as string,
  surface: row['surface'] as UploadRecord['surface'],
  fileName: row['file_name'] as string | null,
  format: row['format'] as UploadRecord['format'],
  onDuplicate: row['on_duplicate'] as UploadRecord['onDuplicate'],
  attemptId: row['run'] as string,
  state: row['state'] as UploadRecord['state'],
  detail: row['detail'] as string | null,
  startedAt: row['started_at'] as string,
  finishedAt: row['finished_at'] as string | null,
  counts: typeof row['figures'] === 'string' ? (JSON.parse(row['figures']) as UploadCounts) : noUploadCounts,
  ...withUnlisted(
    Object.fromEntries(ticketOutcomes.map((outcome) => [outcome, row[outcome] as number])) as UploadRecord['outcomes'],
    JSON.parse(row['unlisted'] as string) as UnlistedTickets,
  ),
  undo: undoOf(row),
  position: BigInt(row['position'] as number | bigint),
  revision: row['revision'] as number,
});

const undoOf = (row: Record<string, unknown>): UploadUndo | null =>
  row['undo_state'] === null
    ? null
    : {
        state: row['undo_state'] as UploadUndo['state'],
        surface: row['undo_surface'] as UploadUndo['surface'],
        startedAt: row['undo_started_at'] as string,
        finishedAt: row['undo_finished_at'] as string | null,
        counts: JSON.parse(row['undo_figures'] as string) as UploadUndo['counts'],
      };

const ticketOf = (row: Record<string, unknown>): TicketOfUpload => ({
  ticketId: row['ticket_id'] as string,
  index: row['place'] as number,
  row: row['row'] as number | null,
  outcome: ticketOutcomes[row['outcome'] as number] ?? 'stored',
});
