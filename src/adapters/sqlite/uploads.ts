import { noFigures, type UploadFigures } from '../../domain/events.ts';
import {
  type TicketOfUpload,
  ticketOutcomes,
  type UploadKey,
  type UploadRecord,
  type Uploads,
} from '../../ports/uploads.ts';
import type { Database } from './database.ts';
import { preparedPer } from './prepared.ts';
import { currentGeneration } from './generations.ts';
import { outcomeNumber, uploadTables } from './upload-tables.ts';

/** How many running uploads are looked at in one go. */
const mostRunning = 1_000;

/** Reads uploads on any connection, from whichever copy is active; one into a deleted collection does not exist. */
export const sqliteUploads = (database: Database): Uploads => {
  const active = currentGeneration(database, uploadTables.name, uploadTables.version);
  const statements = preparedPer(database, (copy) => {
    const live = `NOT EXISTS (SELECT 1 FROM ${copy}_graves g WHERE g.collection_id = ${copy}_uploads.collection_id)`;
    const rows = `SELECT place, outcome, ticket_id, row FROM ${copy}_outcomes WHERE upload = ?`;
    return {
      id: `SELECT * FROM ${copy}_uploads WHERE collection_id = ? AND id = ? AND ${live}`,
      collection: `SELECT * FROM ${copy}_uploads WHERE collection_id = ? AND position < ? AND ${live} ORDER BY position DESC LIMIT ?`,
      running: `SELECT * FROM ${copy}_uploads WHERE state = 'running' AND ${live} LIMIT ${mostRunning}`,
      tickets: `${rows} AND place > ? ORDER BY place LIMIT ?`,
      ticketsOfOne: `${rows} AND outcome = ? AND place > ? ORDER BY place LIMIT ?`,
    };
  });
  const rowOf = ({ collectionId, uploadId }: UploadKey) => {
    const copy = active();
    return copy === undefined ? undefined : statements(copy).id.get(collectionId, uploadId);
  };
  return {
    byId: (key) => {
      const row = rowOf(key);
      return Promise.resolve(row ? recordOf(row) : undefined);
    },
    ofCollection: (collectionId, { before, limit }) => {
      const copy = active();
      const rows = copy ? statements(copy).collection.all(collectionId, before ?? endOfLog, limit) : [];
      return Promise.resolve(rows.map(recordOf));
    },
    tickets: (key, { after = -1, limit, outcome }) => {
      const copy = active();
      const number = rowOf(key)?.['number'];
      if (copy === undefined || typeof number !== 'number') return Promise.resolve([]);
      const { tickets, ticketsOfOne } = statements(copy);
      const rows =
        outcome === undefined
          ? tickets.all(number, after, limit)
          : ticketsOfOne.all(number, outcomeNumber(outcome), after, limit);
      return Promise.resolve(rows.map(ticketOf));
    },
    running: () => {
      const copy = active();
      return Promise.resolve(copy ? statements(copy).running.all().map(recordOf) : []);
    },
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
  run: row['run'] as string,
  state: row['state'] as UploadRecord['state'],
  detail: row['detail'] as string | null,
  startedAt: row['started_at'] as string,
  finishedAt: row['finished_at'] as string | null,
  figures: typeof row['figures'] === 'string' ? (JSON.parse(row['figures']) as UploadFigures) : noFigures,
  outcomes: Object.fromEntries(
    ticketOutcomes.map((outcome) => [outcome, row[outcome] as number]),
  ) as UploadRecord['outcomes'],
  position: BigInt(row['position'] as number | bigint),
  revision: row['revision'] as number,
});

const ticketOf = (row: Record<string, unknown>): TicketOfUpload => ({
  ticketId: row['ticket_id'] as string,
  index: row['place'] as number,
  row: row['row'] as number | null,
  outcome: ticketOutcomes[row['outcome'] as number] ?? 'stored',
});
