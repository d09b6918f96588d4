import { createHash } from 'node:crypto';

/** The names of the log's streams; what a name holds is unique by the append that expects no stream. */
export const streamOf = {
  log: 'log',
  /** The e-mail is trimmed and lower-cased already; its hash keeps the address out of the stream's name. */
  account: (email: string) => `account-${createHash('sha256').update(email, 'utf8').digest('hex')}`,
  collection: (collectionId: string) => `collection-${collectionId}`,
  /** An upload's id may be the client's own choice: it is unique for its user only. */
  upload: (userId: string, uploadId: string) => `upload-${userId}-${uploadId}`,
  ticket: (collectionId: string, recordId: string) => `ticket-${collectionId}-${recordId}`,
};

/** Whether a name is that of an upload's stream. */
export const isUploadStream = (name: string): boolean => name.startsWith('upload-');
