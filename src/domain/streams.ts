import { createHash } from 'node:crypto';

/** The names of the log's streams; what a name holds is unique by the append that expects no stream. */
export const streamOf = {
  log: 'log',
  /** The e-mail is trimmed and lower-cased already; its hash keeps the address out of the stream's name. */
  account: (email: string) => `account-${createHash('sha256').update(email, 'utf8').digest('hex')}`,
  collection: (collectionId: string) => `collection-${collectionId}`,
  ticket: (collectionId: string, recordId: string) => `ticket-${collectionId}-${recordId}`,
};
