import type { Db } from 'mongodb';
import type { Counts, Generation } from '../../ports/read-model.ts';
import { collectionsOf, live, ticketsOf } from './collections.ts';

const pageSize = 500;

/** The index of a collection's tickets by their ids, which never change: a scan returns each ticket once. */
export const ticketsInOrder = { collection_id: 1, _id: 1 } as const;

type Sum = {
  readonly _id: { readonly id: string; readonly state: string };
  readonly tickets: number | bigint;
  readonly bytes: number | bigint;
};

/** The stored counts of live collections, with those recounted from their tickets. */
export const collectionCounts =
  (db: Db, generation: string): Generation<never>['counts'] =>
  async (after = '') => {
    const found = collectionsOf(db, generation).find({ _id: { $gt: after }, ...live });
    const page = await found.sort({ _id: 1 }).limit(pageSize).toArray();
    const sums = await sumsOf(
      db,
      generation,
      page.map(({ _id }) => _id),
    );
    return page.map(({ _id, ticket_count: active, withdrawn, bytes }): Counts => {
      const own = sums.filter(({ _id: { id } }) => id === _id);
      const inState = (state: string) => Number(own.find((sum) => sum._id.state === state)?.tickets ?? 0);
      return {
        id: _id,
        stored: { active, withdrawn, bytes },
        ofRows: {
          active: inState('active'),
          withdrawn: inState('withdrawn') + inState('undone'),
          bytes: own.reduce((total, sum) => total + Number(sum.bytes), 0),
        },
      };
    });
  };

const sumsOf = async (db: Db, generation: string, ids: readonly string[]): Promise<readonly Sum[]> => {
  if (ids.length === 0) return [];
  const group = { _id: { id: '$collection_id', state: '$state' }, tickets: { $sum: 1 }, bytes: { $sum: '$bytes' } };
  const stages = [{ $match: { collection_id: { $in: ids } } }, { $group: group }];
  return ticketsOf(db, generation).aggregate<Sum>(stages, { hint: ticketsInOrder }).toArray();
};
