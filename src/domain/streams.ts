import { createHash } from 'node:crypto';

/** Stream names. The first append to a stream expects that it does not exist, which makes the ids in its name unique. */
export const streamOf = {
  log: 'log',
  dataKey: 'data-key',
  /** `email` is trimmed and in lower case; it is hashed to keep the address out of stream names. */
  account: (email: string) => `account-${createHash('sha256').update(email, 'utf8').digest('hex')}`,
  collection: (collectionId: string) => `collection-${collectionId}`,
  /** A client may choose the id of an upload, so it is unique per user only. */
  upload: (userId: string, uploadId: string) => `upload-${userId}-${uploadId}`,
  erasure: (collectionId: string, erasureId: string) => `erasure-${collectionId}-${erasureId}`,
  /** The erasure of an account with all that it has. */
  accountErasure: (erasureId: string) => `erasure-account-${erasureId}`,
  question: (answerId: string) => `question-${answerId}`,
  gap: (gapId: string) => `gap-${gapId}`,
  retention: 'retention',
  ticket: (collectionId: string, recordId: string) => `ticket-${collectionId}-${recordId}`,
};

export const isQuestionStream = (name: string): boolean => name.startsWith('question-');

export const isGapStream = (name: string): boolean => name.startsWith('gap-');

export const isUploadStream = (name: string): boolean => name.startsWith('upload-');
