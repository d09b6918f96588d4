import type { Db } from 'mongodb';
import type { UploadChange } from '../../ports/uploads.ts';
import type { OpenDocuments } from './copy.ts';
import { gravesOf, outcomesOf, uploadKeyParts, uploadsOf } from './stored-upload.ts';

const pageSize = 1000;

/** Greater than every id in a collection, and less than the next collection's. */
const endOf = (collectionId: string) => `${collectionId}/~`;

/** Pages over the uploads of live collections and their tickets: both kinds of ids have one order, and the smaller ones of the two are a page. */
export const uploadIds = (db: Db, copy: string): OpenDocuments<UploadChange>['ids'] => {
  const after = { sort: { _id: 1 }, projection: { _id: 1 }, limit: pageSize } as const;
  const merged = async (from: string): Promise<readonly string[]> => {
    const found = await Promise.all([
      uploadsOf(db, copy)
        .find({ _id: { $gt: from } }, after)
        .toArray(),
      outcomesOf(db, copy)
        .find({ _id: { $gt: from } }, after)
        .toArray(),
    ]);
    return found
      .flat()
      .map(({ _id }) => _id)
      .toSorted()
      .slice(0, pageSize);
  };
  return async (last = '') => {
    for (let from = last; ;) {
      const ids = await merged(from);
      const end = ids.at(-1);
      if (end === undefined) return [];
      const homes = [...new Set(ids.map((id) => uploadKeyParts(id).collectionId))];
      const graves = await gravesOf(db, copy)
        .find({ _id: { $in: homes } })
        .toArray();
      const buried = new Set(graves.map(({ _id }) => _id));
      const live = ids.filter((id) => !buried.has(uploadKeyParts(id).collectionId));
      if (live.length > 0) return live;
      from = endOf(uploadKeyParts(end).collectionId);
    }
  };
};
