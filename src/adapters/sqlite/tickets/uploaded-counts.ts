import type { UploadedTickets } from '../../../ports/tickets.ts';
import { type Database, prepared } from '../database.ts';
import { stateNumber } from '../stored-numbers.ts';

const columns = ['active', 'withdrawn', 'corrected', 'by_hand', 'updated'];

/** How many tickets each upload has in the index: an upload may have 100 000, which no read counts. */
export const uploadedSchema = `
    CREATE TABLE uploaded (
      collection INTEGER NOT NULL, upload TEXT NOT NULL, ${columns.map((name) => `${name} INTEGER NOT NULL`).join(', ')}, PRIMARY KEY (collection, upload)
    ) WITHOUT ROWID;`;

/** No triggers: with them the statements that add a ticket took nearly twice the time. */
export const uploadedStatements = (database: Database) => ({
  addUploaded: database.prepare(`
    INSERT INTO uploaded (collection, upload, ${columns.join(', ')}) VALUES (?, ?, ${columns.map(() => '?').join(', ')})
    ON CONFLICT DO UPDATE SET ${columns.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`),
  dropUploaded: database.prepare(
    `DELETE FROM uploaded WHERE collection = ? AND upload = ? AND active = 0 AND withdrawn = 0 AND updated = 0`,
  ),
});

type Statements = ReturnType<typeof uploadedStatements>;

/** The columns of a ticket by which its uploads count it. */
export const uploadedColumns = 'collection, state, corrected, flagged_at, upload_id, updated_by';
export type UploadedRow = {
  readonly collection: number;
  readonly state: number;
  readonly corrected: number;
  readonly flagged_at: string | null;
  readonly upload_id: string | null;
  readonly updated_by: string | null;
};

/** Counts new tickets of an upload, which are active. */
export const countNew = ({ addUploaded }: Statements, collection: number, uploadId: string, count: number): void => {
  addUploaded.run(collection, uploadId, count, 0, 0, 0, 0);
};

/** Counts a ticket by what a change has made of it; nothing is left of an upload that has no tickets. */
export const recountUploaded = (
  { addUploaded, dropUploaded }: Statements,
  before: UploadedRow | undefined,
  after: UploadedRow | undefined,
): void => {
  const rows = [before, after].filter((row) => row !== undefined);
  const uploads = new Set(rows.flatMap((row) => [row.upload_id, row.updated_by]));
  for (const upload of uploads) {
    if (upload === null) continue;
    const counted = countsOf(before, upload);
    const changes = countsOf(after, upload).map((count, index) => count - (counted[index] ?? 0));
    const keys = [rows[0]?.collection ?? 0, upload] as const;
    if (changes.some((change) => change !== 0)) addUploaded.run(...keys, ...changes);
    if (changes.some((change) => change < 0)) dropUploaded.run(...keys);
  }
};

/** What a ticket adds to the columns of an upload. */
const countsOf = (row: UploadedRow | undefined, upload: string): readonly number[] => {
  if (!row) return columns.map(() => 0);
  const isStored = row.upload_id === upload;
  const isActive = isStored && row.state === stateNumber('active');
  const isCorrected = isActive && row.corrected === 1;
  const isByHand = (isCorrected && row.updated_by === null) || (isActive && row.flagged_at !== null);
  return [isActive, isStored && !isActive, isCorrected, isByHand, row.updated_by === upload].map(Number);
};

/** Looks up one row, however many tickets an upload has. */
export const uploadedQuery = `SELECT active, withdrawn, corrected, updated, by_hand AS byHand FROM uploaded WHERE collection = ? AND upload = ?`;

export const noTickets: UploadedTickets = { active: 0, withdrawn: 0, corrected: 0, updated: 0, byHand: 0 };

/** Reads the counts of an upload in a collection, by its number. */
export const uploadedCounts = (database: Database) => {
  const { uploaded } = prepared(database, { uploaded: uploadedQuery });
  return (collection: number, uploadId: string): UploadedTickets => ({
    ...noTickets,
    ...(uploaded.get(collection, uploadId) as UploadedTickets | undefined),
  });
};
