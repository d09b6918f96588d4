import type { Db } from 'mongodb';
import { isUploadStream, streamOf } from '../../domain/streams.ts';
import type { Orphan } from '../../ports/read-model.ts';
import type { UploadChange } from '../../ports/uploads.ts';
import type { OpenDocuments } from './read-model.ts';
import { tombstonesIn } from './tombstones.ts';
import {
  deletedAmong,
  outcomeKey,
  outcomesOf,
  type StoredUpload,
  tombstonesOf,
  uploadKey,
  uploadKeyParts,
  uploadsOf,
} from './uploads.ts';

type Purge = Pick<OpenDocuments<UploadChange>, 'orphans' | 'remove' | 'markPurged'>;

/** Removes what deleted collections leave: outcomes first, then the uploads that have none left. */
export const uploadPurge = (db: Db, generation: string): Purge => {
  const [uploads, outcomes] = [uploadsOf(db, generation), outcomesOf(db, generation)];
  const { unpurged, markPurged } = tombstonesIn(db, {
    tombstones: tombstonesOf(db, generation).collectionName,
    content: uploads.collectionName,
  });
  return {
    orphans: async (limit) => {
      const deleted = await unpurged();
      if (deleted.length === 0) return [];
      const left = await uploads
        .find({ collection_id: { $in: deleted } })
        .limit(limit)
        .toArray();
      const keys = left.map(({ _id }) => _id);
      const found = outcomes.find({ upload: { $in: keys } }, { projection: { _id: 1 } }).limit(limit);
      const outcomesLeft = (await found.toArray()).map(({ _id }) => outcomeOrphan(_id));
      return outcomesLeft.length > 0 ? outcomesLeft : left.map(uploadOrphan);
    },
    remove: async (orphans) => {
      const ofUploads = orphans.filter(({ recordId }) => isUploadStream(recordId)).map(uploadKeyOf);
      const ofOutcomes = orphans.filter(({ recordId }) => !isUploadStream(recordId)).map(outcomeKeyOf);
      if (ofOutcomes.length > 0) await outcomes.deleteMany({ _id: { $in: ofOutcomes } });
      if (ofUploads.length > 0) await uploads.deleteMany({ _id: { $in: ofUploads } });
    },
    markPurged,
  };
};

const outcomeOrphan = (key: string): Orphan => {
  const { collectionId, uploadId, index } = uploadKeyParts(key);
  return { collectionId, recordId: `${uploadId}/${index}` };
};

const outcomeKeyOf = ({ collectionId, recordId }: Orphan): string => {
  const [uploadId = '', index = ''] = recordId.split('/');
  return outcomeKey(uploadKey({ collectionId, uploadId }), Number(index));
};

const uploadOrphan = ({ _id, user_id: userId }: StoredUpload): Orphan => {
  const { collectionId, uploadId } = uploadKeyParts(_id);
  return { collectionId, recordId: streamOf.upload(userId, uploadId) };
};

/** A stream's name ends with the upload's id, a UUID. */
const uploadKeyOf = ({ collectionId, recordId }: Orphan): string =>
  uploadKey({ collectionId, uploadId: recordId.slice(-36) });

const pageSize = 1000;

/** Greater than every id in a collection, and less than the next collection's. */
const endOf = (collectionId: string) => `${collectionId}/~`;

/** Pages over the uploads of live collections and over their tickets, merged in text order. */
export const uploadIds = (db: Db, generation: string): OpenDocuments<UploadChange>['ids'] => {
  const [uploads, outcomes] = [uploadsOf(db, generation), outcomesOf(db, generation)];
  const options = { sort: { _id: 1 }, projection: { _id: 1 }, limit: pageSize } as const;
  const merged = async (from: string): Promise<readonly string[]> => {
    const filter = { _id: { $gt: from } };
    const found = await Promise.all([
      uploads.find(filter, options).toArray(),
      outcomes.find(filter, options).toArray(),
    ]);
    const ids = found.flat().map(({ _id }) => _id);
    return ids.toSorted().slice(0, pageSize);
  };
  const collectionIdOf = (id: string) => uploadKeyParts(id).collectionId;
  return async (last = '') => {
    for (let from = last; ;) {
      const ids = await merged(from);
      const end = ids.at(-1);
      if (end === undefined) return [];
      const deleted = await deletedAmong(db, generation, ids.map(collectionIdOf));
      const live = ids.filter((id) => !deleted.has(collectionIdOf(id)));
      if (live.length > 0) return live;
      from = endOf(collectionIdOf(end));
    }
  };
};
