import type { Db, Filter } from 'mongodb';
import { isUploadStream, streamOf } from '../../domain/streams.ts';
import type { Orphan } from '../../ports/read-model.ts';
import type { UploadChange } from '../../ports/uploads.ts';
import type { OpenDocuments } from './read-model.ts';
import { deletedAmong, tombstonesIn } from './tombstones.ts';
import {
  outcomeKey,
  outcomesOf,
  type StoredUpload,
  tombstonesOf,
  uploadKey,
  uploadKeyParts,
  uploadsOf,
} from './uploads.ts';

type Purge = Pick<OpenDocuments<UploadChange>, 'orphans' | 'remove' | 'markPurged'>;

/**
 * Removes what deleted collections leave: outcomes first, then the uploads that have none left. Then the outcomes of expired uploads, whose absence is
 * recorded, under the upload's id.
 */
export const uploadPurge = (db: Db, generation: string): Purge => {
  const [uploads, outcomes] = [uploadsOf(db, generation), outcomesOf(db, generation)];
  const { unpurged, markPurged } = tombstonesIn(db, {
    tombstones: tombstonesOf(db, generation).collectionName,
    content: uploads.collectionName,
  });
  /** Outcomes of uploads; once there are none, the uploads themselves. */
  const orphansOf = async (
    filter: Filter<StoredUpload>,
    limit: number,
    orphanOf: (upload: StoredUpload) => Orphan,
  ): Promise<readonly Orphan[]> => {
    const left = await uploads.find(filter).limit(limit).toArray();
    const keys = left.map(({ _id }) => _id);
    const found = outcomes.find({ upload: { $in: keys } }, { projection: { _id: 1 } }).limit(limit);
    const outcomesLeft = (await found.toArray()).map(({ _id }) => outcomeOrphan(_id));
    return outcomesLeft.length > 0 ? outcomesLeft : left.map(orphanOf);
  };
  return {
    orphans: async (limit) => {
      const deleted = await unpurged();
      const ofDeleted =
        deleted.length === 0 ? [] : await orphansOf({ collection_id: { $in: deleted } }, limit, uploadOrphan);
      return ofDeleted.length > 0 ? ofDeleted : orphansOf({ state: 'expired' }, limit, expiredOrphan);
    },
    remove: async (orphans) => {
      const { uploads: ofUploads = [], expired = [], outcomes: ofOutcomes = [] } = Object.groupBy(orphans, kindOf);
      if (ofOutcomes.length > 0) await outcomes.deleteMany({ _id: { $in: ofOutcomes.map(outcomeKeyOf) } });
      if (ofUploads.length > 0) await uploads.deleteMany({ _id: { $in: ofUploads.map(uploadKeyOf) } });
      if (expired.length > 0) {
        const keys = expired.map(uploadKeyOf);
        await uploads.updateMany({ _id: { $in: keys }, state: 'expired' }, { $set: { state: 'purged' } });
      }
    },
    markPurged,
  };
};

const kindOf = ({ recordId }: Orphan) => {
  if (isUploadStream(recordId)) return 'uploads';
  return recordId.includes('/') ? 'outcomes' : 'expired';
};

const expiredOrphan = ({ _id }: StoredUpload): Orphan => {
  const { collectionId, uploadId } = uploadKeyParts(_id);
  return { collectionId, recordId: uploadId };
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

/** What names an upload is its id, a UUID, or ends with it. */
const uploadKeyOf = ({ collectionId, recordId }: Orphan): string =>
  uploadKey({ collectionId, uploadId: recordId.slice(-36) });

const pageSize = 1000;

/** Greater than every id in a collection, and less than the next collection's. */
const endOf = (collectionId: string) => `${collectionId}/~`;

/** Pages over the unexpired uploads of live collections and over their tickets, merged in text order. */
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
  const uploadOf = (id: string) => uploadKey(uploadKeyParts(id));
  const expiredAmong = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const keys = [...new Set(ids.map(uploadOf))];
    const found = uploads.find(
      { _id: { $in: keys }, state: { $in: ['expired', 'purged'] } },
      { projection: { _id: 1 } },
    );
    return new Set((await found.toArray()).map(({ _id }) => _id));
  };
  return async (last = '') => {
    for (let from = last; ;) {
      const ids = await merged(from);
      const end = ids.at(-1);
      if (end === undefined) return [];
      const deleted = await deletedAmong(tombstonesOf(db, generation), ids.map(collectionIdOf));
      const expired = await expiredAmong(ids);
      const live = ids.filter((id) => !deleted.has(collectionIdOf(id)) && !expired.has(uploadOf(id)));
      if (live.length > 0) return live;
      from = deleted.has(collectionIdOf(end)) ? endOf(collectionIdOf(end)) : end;
    }
  };
};
