import type { Orphan } from '../../../ports/read-model.ts';
import type { UploadChange } from '../../../ports/uploads.ts';
import type { Database } from '../database.ts';

/**
 * The states of uploads whose record has expired: `expired` until the purge has removed their outcomes, then `purged`. A narrow row stays, by which the
 * purge of a deleted collection finds the upload's stream.
 */
export const expiredStates = `'expired', 'purged'`;

/** Expires an upload unless a later event of its stream was applied. */
export const expiring = (database: Database) => {
  const expire = database.prepare(`
    UPDATE uploads SET revision = ?3, state = 'expired', file_name = NULL, detail = NULL, finished_at = NULL, figures = NULL,
      unlisted = '{}', undo_figures = NULL
    WHERE collection_id = ?1 AND id = ?2 AND revision < ?3`);
  return ({ collectionId, uploadId, revision }: Extract<UploadChange, { readonly type: 'expire' }>): void => {
    expire.run(collectionId, uploadId, revision);
  };
};

/** The purge of expired uploads: the outcomes of each, then their absence is recorded, under the upload's id. */
export const expiredPurge = (database: Database) => {
  const outcomes = database.prepare(`
    SELECT u.collection_id, u.id, o.place FROM uploads u JOIN outcomes o ON o.upload = u.number WHERE u.state = 'expired' LIMIT ?`);
  const uploads = database.prepare(`SELECT collection_id, id FROM uploads WHERE state = 'expired' LIMIT ?`);
  const markPurged = database.prepare(
    `UPDATE uploads SET state = 'purged' WHERE collection_id = ? AND id = ? AND state = 'expired'`,
  );
  return {
    expired: (limit: number): readonly Orphan[] => {
      const found = outcomes.all(limit);
      return (found.length > 0 ? found : uploads.all(limit)).map(({ collection_id, id, place }) => ({
        collectionId: collection_id as string,
        recordId: place === undefined ? (id as string) : `${String(id)}/${String(place)}`,
      }));
    },
    markExpiredPurged: ({ collectionId, recordId }: Orphan): void => {
      markPurged.run(collectionId, recordId);
    },
  };
};
