import type { Db } from 'mongodb';
import { isUploadStream, streamOf } from '../../domain/streams.ts';
import type { UploadChange } from '../../ports/uploads.ts';
import type { OpenDocuments } from './copy.ts';
import { settlePurge } from './settle-purge.ts';
import { gravesOf, outcomeKey, outcomesOf, uploadKey, uploadKeyParts, uploadsOf } from './stored-upload.ts';

type Purge = Pick<OpenDocuments<UploadChange>, 'orphans' | 'remove' | 'markPurged'>;

/** What hangs below tombstones, and how it goes: outcomes first, then the uploads that have none left. */
export const uploadPurge = (db: Db, copy: string): Purge => {
  const [uploads, outcomes, graves] = [uploadsOf(db, copy), outcomesOf(db, copy), gravesOf(db, copy)];
  const unpurged = async () => {
    const found = await graves.find({ purged: false }, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id);
  };
  const below = async (limit: number) => {
    const ids = await unpurged();
    return ids.length === 0
      ? []
      : uploads
          .find({ collection_id: { $in: ids } })
          .limit(limit)
          .toArray();
  };
  const filled = async (ids: readonly string[]) =>
    new Set(ids.length === 0 ? [] : await uploads.distinct('collection_id', { collection_id: { $in: ids } }));
  const mark = async (ids: readonly string[], purged: boolean) => {
    if (ids.length > 0) await graves.updateMany({ _id: { $in: ids } }, { $set: { purged } });
  };

  return {
    orphans: async (limit) => {
      const buried = await below(limit);
      const keys = buried.map(({ _id }) => _id);
      const found = await outcomes
        .find({ upload: { $in: keys } }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      if (found.length > 0) {
        return found.map(({ _id }) => {
          const { collectionId, uploadId, index } = uploadKeyParts(_id);
          return { collectionId, recordId: `${uploadId}/${index}` };
        });
      }
      return buried.map(({ _id, user_id: userId }) => {
        const { collectionId, uploadId } = uploadKeyParts(_id);
        return { collectionId, recordId: streamOf.upload(userId, uploadId) };
      });
    },
    remove: async (orphans) => {
      const gone = orphans.filter(({ recordId }) => isUploadStream(recordId));
      const keys = gone.map(({ collectionId, recordId }) => uploadKey({ collectionId, uploadId: recordId.slice(-36) }));
      const rest = orphans.filter(({ recordId }) => !isUploadStream(recordId));
      const rows = rest.map(({ collectionId, recordId }) => {
        const [uploadId = '', index = ''] = recordId.split('/');
        return outcomeKey(uploadKey({ collectionId, uploadId }), Number(index));
      });
      if (rows.length > 0) await outcomes.deleteMany({ _id: { $in: rows } });
      if (keys.length > 0) await uploads.deleteMany({ _id: { $in: keys } });
    },
    markPurged: () => settlePurge({ unpurged, filled, mark }),
  };
};
