import type { Db, Filter, FindCursor } from 'mongodb';
import { type ErasureStep, erasureSteps } from '../../domain/erasure-events.ts';
import { type ErasurePage, type ErasureRow, type Erasures, unprovenPage } from '../../ports/erasures.ts';
import { collectionsModel, collectionsOf } from './collections.ts';
import { currentGeneration, type ReadCurrent } from './current-generation.ts';
import { erasuresOf, type StoredErasure } from './erasure-documents.ts';

/** Undefined if there are none: the generation may have been dropped. */
const foundIn = async <Row>(cursor: FindCursor<Row>): Promise<readonly Row[] | undefined> => {
  const rows = await cursor.toArray();
  return rows.length > 0 ? rows : undefined;
};

/** Reads of stored erasures. */
const storedErasures = (read: ReadCurrent, db: Db) => ({
  newest: async (filter: Filter<StoredErasure>, { before, limit }: ErasurePage): Promise<readonly StoredErasure[]> => {
    const page = before === undefined ? filter : { ...filter, position: { $lt: before } };
    const found = await read((generation) =>
      foundIn(erasuresOf(db, generation).find(page).sort({ position: -1 }).limit(limit)),
    );
    return found ?? [];
  },
  first: (filter: Filter<StoredErasure>) =>
    read(async (generation) => (await erasuresOf(db, generation).findOne(filter)) ?? undefined),
  /** The oldest page of those with a step to prove. */
  unproven: async (steps: readonly ErasureStep[], after: bigint): Promise<readonly StoredErasure[]> => {
    const filter = { unproven: { $in: steps }, position: { $gt: after } };
    const found = await read((generation) =>
      foundIn(erasuresOf(db, generation).find(filter).sort({ position: 1 }).limit(unprovenPage)),
    );
    return found ?? [];
  },
  count: async (filter: Filter<StoredErasure>): Promise<number> =>
    (await read(async (generation) => (await erasuresOf(db, generation).countDocuments(filter)) || undefined)) ?? 0,
  deletedAmong: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const filter = { _id: { $in: ids }, deleted: { $exists: true } };
    const found = await read((generation) =>
      foundIn(collectionsOf(db, generation).find(filter, { projection: { _id: 1 } })),
    );
    return new Set(found?.map(({ _id }) => _id));
  },
});

/** Reads erasures from the current generation of the collections. */
export const mongoErasures = (db: Db): Erasures => {
  const stored = storedErasures(currentGeneration(db, collectionsModel), db);
  return {
    ofCollection: async (id, page) => (await stored.newest({ collection_id: id }, page)).map(erasureOf),
    ofTenant: async (tenantId, { collections = null, ...page }) => {
      const ofCollections = collections && { collection_id: { $in: [...collections] } };
      const found = await stored.newest({ tenant_id: tenantId, ...ofCollections }, page);
      const deleted = await stored.deletedAmong([...new Set(found.map(({ collection_id: id }) => id))]);
      return found.map((one) => ({
        ...erasureOf(one),
        collectionId: one.collection_id,
        collectionName: one.collection_name,
        isCollectionDeleted: deleted.has(one.collection_id),
      }));
    },
    collectionOf: async (tenantId, _id) => (await stored.first({ _id, tenant_id: tenantId }))?.collection_id,
    numberAt: (id, position) => stored.count({ collection_id: id, position: { $lte: position } }),
    newestOf: async (tenantId) => (await stored.newest({ tenant_id: tenantId }, { limit: 1 }))[0]?.position,
    idAt: async (id, position) => (await stored.first({ collection_id: id, position }))?._id,
    unproven: async (steps, after = 0n) => {
      const rows = await stored.unproven(steps, after);
      const keys = rows.map(({ _id: erasureId, collection_id: collectionId, tenant_id: tenantId, position }) => ({
        ...{ collectionId, erasureId, tenantId, position },
      }));
      return { keys, next: keys.length < unprovenPage ? undefined : keys.at(-1)?.position };
    },
  };
};

const erasureOf = ({ _id, proven, position, ...stored }: StoredErasure): ErasureRow => ({
  id: _id,
  requestedAt: stored.requested_at,
  tickets: stored.tickets,
  firstTicketId: stored.first_ticket,
  proven: new Set(erasureSteps.filter((step) => proven[step])),
  isHeldBack: stored.held_back === true,
  position,
});
