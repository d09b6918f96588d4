import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { type AccountErasureStep, accountErasureSteps } from '../../domain/account-erasure-events.ts';
import type { AccountChange, UnprovenAccount } from '../../ports/accounts.ts';
import { insertNew } from './writes.ts';

/** An erasure of an account. */
type StoredAccountErasure = {
  readonly _id: string;
  readonly user_id: string;
  readonly unproven: readonly AccountErasureStep[];
  readonly position: bigint;
};

/** The erasures of accounts in one generation. */
export const accountErasuresIn = (db: Db, generation: string) => {
  const erasures = db.collection<StoredAccountErasure>(`${generation}_account_erasures`);
  return {
    apply: async (changes: readonly AccountChange[]): Promise<void> => {
      await insertNew(erasures, changes.flatMap(openingOf));
      const proofs = changes.flatMap(proofOf);
      if (proofs.length > 0) await erasures.bulkWrite(proofs, { ordered: false });
    },
    unproven: async (steps: readonly AccountErasureStep[]): Promise<readonly UnprovenAccount[]> => {
      const found = erasures.find({ unproven: { $in: [...steps] } });
      const rows = await found.sort({ position: 1 }).toArray();
      return rows.map(({ _id: erasureId, user_id: userId }) => ({ erasureId, userId }));
    },
  };
};

const openingOf = (change: AccountChange): readonly StoredAccountErasure[] => {
  if (change.type !== 'delete account') return [];
  const { erasureId: _id, userId: user_id, position } = change;
  return [{ _id, user_id, unproven: accountErasureSteps, position }];
};

const proofOf = (change: AccountChange): readonly AnyBulkWriteOperation<StoredAccountErasure>[] =>
  change.type === 'prove account step'
    ? [{ updateOne: { filter: { _id: change.erasureId }, update: { $pull: { unproven: change.step } } } }]
    : [];
