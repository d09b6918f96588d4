import type { Collection, Db } from 'mongodb';
import { type ErasureStep, erasureSteps } from '../../domain/erasure-events.ts';
import { type ErasureRow, type Erasures, type UnprovenErasures, unprovenPage } from '../../ports/erasures.ts';
import {
  collectionsModel,
  collectionsOf,
  live,
  type StoredErasure,
  type StoredTicket,
  ticketsOf,
} from './collections.ts';
import { currentGeneration } from './current-generation.ts';

type StoredRow = StoredTicket & { readonly erasure: StoredErasure };

const isErasure = { 'erasure.id': { $exists: true } };

/** Reads erasures from the current generation of the collections. */
export const mongoErasures = (db: Db): Erasures => {
  const read = currentGeneration(db, collectionsModel);
  const inLive = <Result>(collectionId: string, work: (erasures: Collection<StoredTicket>) => Promise<Result>) =>
    read(async (generation) => {
      const exists = await collectionsOf(db, generation).findOne({ _id: collectionId, ...live });
      return exists ? work(ticketsOf(db, generation)) : undefined;
    });
  return {
    ofCollection: async (collectionId, { before, limit }) => {
      const position = before === undefined ? {} : { position: { $lt: before } };
      const filter = { ...isErasure, collection_id: collectionId, ...position };
      const found = await inLive(collectionId, (erasures) =>
        erasures.find(filter).sort({ position: -1 }).limit(limit).toArray(),
      );
      return ((found ?? []) as StoredRow[]).map(erasureOf);
    },
    numberAt: async (collectionId, position) => {
      const filter = { ...isErasure, collection_id: collectionId, position: { $lte: position } };
      return (await inLive(collectionId, (erasures) => erasures.countDocuments(filter))) ?? 0;
    },
    newestOf: async (tenantId) =>
      read(async (generation) => {
        const own = await collectionsOf(db, generation)
          .find({ user_id: tenantId, ...live }, { projection: { _id: 1 } })
          .toArray();
        const filter = { ...isErasure, collection_id: { $in: own.map(({ _id }) => _id) } };
        const [newest] = await ticketsOf(db, generation).find(filter).sort({ position: -1 }).limit(1).toArray();
        return newest?.position;
      }),
    idAt: async (collectionId, position) => {
      const filter = { ...isErasure, collection_id: collectionId, position };
      const found = await inLive(collectionId, (erasures) => erasures.find(filter).limit(1).toArray());
      return found?.[0]?.erasure?.id;
    },
    unproven: async (steps, after = 0n) =>
      (await read((generation) => unprovenIn(db, generation, { steps, after }))) ?? { keys: [], next: undefined },
  };
};

type Page = { readonly steps: readonly ErasureStep[]; readonly after: bigint };

/** Those of live collections. */
const unprovenIn = async (db: Db, generation: string, { steps, after }: Page): Promise<UnprovenErasures> => {
  const found = ticketsOf(db, generation).find({ 'erasure.unproven': { $in: steps }, position: { $gt: after } });
  const rows = (await found.sort({ position: 1 }).limit(unprovenPage).toArray()) as StoredRow[];
  const ids = [...new Set(rows.map(({ collection_id: id }) => id))];
  const present = await collectionsOf(db, generation)
    .find({ _id: { $in: ids }, ...live }, { projection: { user_id: 1 } })
    .toArray();
  const owners = new Map(present.map(({ _id, user_id: owner }) => [_id, owner]));
  const keys = rows.flatMap(({ collection_id: collectionId, erasure, position }) => {
    const tenantId = owners.get(collectionId);
    return tenantId === undefined ? [] : [{ collectionId, erasureId: erasure.id, tenantId, position }];
  });
  return { keys, next: rows.length < unprovenPage ? undefined : rows.at(-1)?.position };
};

const erasureOf = ({ erasure, position }: StoredRow): ErasureRow => ({
  id: erasure.id,
  requestedAt: erasure.requested_at,
  tickets: erasure.tickets,
  firstTicketId: erasure.first_ticket,
  proven: new Set(erasureSteps.filter((step) => erasure.proven[step])),
  position,
});
