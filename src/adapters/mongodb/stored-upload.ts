import type { Collection, Db } from 'mongodb';
import type { UploadFigures } from '../../domain/events.ts';
import type { TicketOutcome, UploadKey, UploadRecord } from '../../ports/uploads.ts';

/** An upload; its id is `<collection id>/<upload id>`. */
export type StoredUpload = {
  readonly _id: string;
  readonly collection_id: string;
  readonly user_id: string;
  readonly surface: UploadRecord['surface'];
  readonly file_name: string | null;
  readonly format: UploadRecord['format'];
  readonly run: string;
  readonly state: UploadRecord['state'];
  readonly detail: string | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly figures: UploadFigures;
  readonly outcomes: Readonly<Record<TicketOutcome, number>>;
  readonly position: bigint;
  readonly revision: number;
};

/** What became of a ticket; its id is `<collection id>/<upload id>/<index>`, the index with six digits so that text and numbers have one order. */
export type StoredOutcome = {
  readonly _id: string;
  readonly upload: string;
  readonly outcome: TicketOutcome;
  readonly ticket_id: string;
  readonly row: number | null;
};

/** The tombstone of a deleted collection, kept for ever. */
export type StoredGrave = { readonly _id: string; readonly position: bigint; readonly purged: boolean };

export const uploadsOf = (db: Db, copy: string): Collection<StoredUpload> =>
  db.collection<StoredUpload>(`${copy}_uploads`);

export const outcomesOf = (db: Db, copy: string): Collection<StoredOutcome> =>
  db.collection<StoredOutcome>(`${copy}_outcomes`);

export const gravesOf = (db: Db, copy: string): Collection<StoredGrave> => db.collection<StoredGrave>(`${copy}_graves`);

export const uploadKey = ({ collectionId, uploadId }: UploadKey): string => `${collectionId}/${uploadId}`;

export const outcomeKey = (upload: string, index: number): string => `${upload}/${String(index).padStart(6, '0')}`;

/** What `uploadKey` or `outcomeKey` put together. */
export const uploadKeyParts = (key: string) => {
  const [collectionId = '', uploadId = '', index = ''] = key.split('/');
  return { collectionId, uploadId, index: Number(index) };
};
