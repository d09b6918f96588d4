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
export type ErasureChange = Change<'add erasure' | 'prove step'>;

export const isErasureChange = (change: CollectionChange): change is ErasureChange =>
  change.type === 'add erasure' || change.type === 'prove step';

/** Adds erasures, then proves their steps: a proof follows its request. */
export const writeErasures = async (db: Db, generation: string, changes: readonly ErasureChange[]): Promise<void> => {
  const erasures = erasuresOf(db, generation);
  const added = changes.flatMap((change) => (change.type === 'add erasure' ? [documentOf(change)] : []));
  await insertNew(erasures, added);
  const proofs = changes.flatMap((change) => (change.type === 'prove step' ? [proofOf(change)] : []));
  if (proofs.length > 0) await erasures.bulkWrite(proofs, { ordered: false });
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

const proofOf = ({ erasureId: _id, step }: Change<'prove step'>): AnyBulkWriteOperation<StoredErasure> => {
  const update = { $set: { [`proven.${step}`]: true as const }, $pull: { unproven: step } };
  return { updateOne: { filter: { _id }, update } };
};
