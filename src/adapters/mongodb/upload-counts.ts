import type { Db } from 'mongodb';
import type { Counts, Generation } from '../../ports/read-model.ts';
import { noOutcomes } from '../../ports/uploads.ts';
import { deletedAmong } from './tombstones.ts';
import { isUnexpired, outcomesOf, tombstonesOf, uploadsOf } from './uploads.ts';

const pageSize = 500;

type Sum = {
  readonly _id: { readonly upload: string; readonly outcome: string };
  readonly tickets: number | bigint;
};

/** The stored counts of uploads into live collections, with those recounted from their tickets. */
export const uploadCounts =
  (db: Db, generation: string): Generation<never>['counts'] =>
  async (last = '') => {
    for (let after = last; ;) {
      const found = uploadsOf(db, generation).find({ _id: { $gt: after } });
      const page = await found.sort({ _id: 1 }).limit(pageSize).toArray();
      const collectionIds = page.map((upload) => upload.collection_id);
      const deleted = await deletedAmong(tombstonesOf(db, generation), collectionIds);
      const live = page.filter((upload) => isUnexpired(upload) && !deleted.has(upload.collection_id));
      const end = page.at(-1);
      if (live.length > 0 || end === undefined) return countsOf(db, generation, live);
      after = end._id;
    }
  };

type Upload = { readonly _id: string; readonly outcomes: Readonly<Record<string, number>> };

const countsOf = async (db: Db, generation: string, uploads: readonly Upload[]): Promise<readonly Counts[]> => {
  const ids = uploads.map(({ _id }) => _id);
  if (ids.length === 0) return [];
  const group = { _id: { upload: '$upload', outcome: '$outcome' }, tickets: { $sum: 1 } };
  const stages = [{ $match: { upload: { $in: ids } } }, { $group: group }];
  const sums = await outcomesOf(db, generation).aggregate<Sum>(stages).toArray();
  const ofUpload = Map.groupBy(sums, ({ _id }) => _id.upload);
  return uploads.map(({ _id, outcomes }) => {
    const counted = (ofUpload.get(_id) ?? []).map((sum) => [sum._id.outcome, Number(sum.tickets)] as const);
    return { id: _id, stored: outcomes, ofRows: { ...noOutcomes, ...Object.fromEntries(counted) } };
  });
};
