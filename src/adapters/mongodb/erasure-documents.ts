import type { AnyBulkWriteOperation, Collection, Db, IndexDescription } from 'mongodb';
import { type ErasureStep, erasureSteps } from '../../domain/erasure-events.ts';
import type { CollectionChange } from '../../ports/collections.ts';
import { insertNew } from './writes.ts';

/** An erasure; it outlives its collection. `position` is that of its request. */
export type StoredErasure = {
  readonly _id: string;
  readonly collection_id: string;
  readonly collection_name: string;
  readonly tenant_id: string;
  readonly requested_at: string;
  readonly tickets: number;
  readonly first_ticket: string | null;
  /** The proven steps, by their names. */
  readonly proven: Readonly<Record<string, true>>;
  /** The others: those that are open are found by them. */
  readonly unproven: readonly ErasureStep[];
  readonly held_back?: true;
  readonly position: bigint;
};

export const erasuresOf = (db: Db, generation: string): Collection<StoredErasure> =>
  db.collection<StoredErasure>(`${generation}_erasures`);

export const erasureIndexes: IndexDescription[] = [
  { key: { collection_id: 1, position: 1 } },
  { key: { tenant_id: 1, position: 1 } },
  { key: { unproven: 1 } },
];

type Change<Type extends CollectionChange['type']> = Extract<CollectionChange, { readonly type: Type }>;
const changeTypes = ['add erasure', 'prove step', 'hold back erasure'] as const;
export type ErasureChange = Change<(typeof changeTypes)[number]>;

export const isErasureChange = (change: CollectionChange): change is ErasureChange =>
  changeTypes.some((type) => type === change.type);

/** Adds erasures, then changes them: a proof follows its request. */
export const writeErasures = async (db: Db, generation: string, changes: readonly ErasureChange[]): Promise<void> => {
  const erasures = erasuresOf(db, generation);
  const added = changes.flatMap((change) => (change.type === 'add erasure' ? [documentOf(change)] : []));
  await insertNew(erasures, added);
  const updates = changes.flatMap((change) => (change.type === 'add erasure' ? [] : [updateOf(change)]));
  if (updates.length > 0) await erasures.bulkWrite(updates, { ordered: false });
};

const documentOf = ({ collectionId, erasure, position }: Change<'add erasure'>): StoredErasure => ({
  _id: erasure.id,
  collection_id: collectionId,
  collection_name: erasure.collectionName,
  tenant_id: erasure.tenantId,
  requested_at: erasure.requestedAt,
  tickets: erasure.tickets,
  first_ticket: erasure.firstTicketId,
  proven: {},
  unproven: erasureSteps,
  position,
});

const updateOf = (change: Exclude<ErasureChange, Change<'add erasure'>>): AnyBulkWriteOperation<StoredErasure> => {
  const filter = { _id: change.erasureId };
  if (change.type === 'hold back erasure') return { updateOne: { filter, update: { $set: { held_back: true } } } };
  const { step } = change;
  const update = { $set: { [`proven.${step}`]: true as const }, $pull: { unproven: step } };
  return { updateOne: { filter, update } };
};
