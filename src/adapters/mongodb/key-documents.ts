import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { Scope } from '../../domain/access-key.ts';
import type { AccessKey, AccountChange } from '../../ports/accounts.ts';
import { createIndexes } from './indexes.ts';
import { insertNew } from './writes.ts';

/** A key; that of a revoked one is a tombstone with nothing that its owner has chosen. */
type StoredKey = {
  readonly _id: string;
  readonly user_id: string;
  readonly name?: string;
  readonly scopes: readonly Scope[];
  readonly collections: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly fingerprint?: string;
  readonly created: bigint;
  readonly renamed: bigint;
};

/** The keys in one generation. */
export const keysIn = (db: Db, generation: string) => {
  const keys = db.collection<StoredKey>(`${generation}_keys`);
  return {
    prepare: () => createIndexes(keys, [{ key: { fingerprint: 1 } }, { key: { user_id: 1, created: 1 } }]),
    apply: async (changes: readonly AccountChange[]): Promise<void> => {
      await insertNew(keys, changes.flatMap(insertions));
      const updates = changes.flatMap(updatesOf);
      if (updates.length > 0) await keys.bulkWrite(updates, { ordered: false });
    },
    /** Makes tombstones of the keys of users. */
    deleteOf: async (userIds: readonly string[]): Promise<void> => {
      await keys.updateMany({ user_id: { $in: userIds }, fingerprint: { $exists: true } }, tombstone);
    },
    byFingerprint: async (fingerprint: string): Promise<AccessKey | undefined> => {
      const found = await keys.findOne({ fingerprint });
      return found ? keyOf(found) : undefined;
    },
    byId: async (userId: string, id: string): Promise<AccessKey | undefined> => {
      const found = await keys.findOne({ _id: id, ...present(userId) });
      return found ? keyOf(found) : undefined;
    },
    ofUser: async (userId: string): Promise<readonly AccessKey[]> =>
      (await keys.find(present(userId)).sort({ created: 1 }).toArray()).map(keyOf),
    count: (userId: string, endingAfter: Date): Promise<number> =>
      keys.countDocuments({
        ...present(userId),
        $or: [{ expires_at: null }, { expires_at: { $gt: endingAfter.toISOString() } }],
      }),
  };
};

/** The filter of a user's keys that are not revoked. */
const present = (userId: string) => ({ user_id: userId, fingerprint: { $exists: true } });

const insertions = (change: AccountChange): readonly StoredKey[] => {
  if (change.type !== 'add key') return [];
  const { key, fingerprint, position } = change;
  const { id: _id, userId: user_id, createdAt: created_at, expiresAt: expires_at, ...same } = key;
  return [{ _id, user_id, created_at, expires_at, ...same, fingerprint, created: position, renamed: position }];
};

const tombstone = {
  $set: { scopes: [], collections: null, expires_at: null },
  $unset: { name: '', fingerprint: '' },
} as const;

/** In whatever order they come: the newest name wins, and a tombstone gets none. */
const updatesOf = (change: AccountChange): readonly AnyBulkWriteOperation<StoredKey>[] => {
  if (change.type === 'rename key') {
    const { keyId: _id, name, position: renamed } = change;
    const filter = { _id, renamed: { $lt: renamed }, fingerprint: { $exists: true } };
    return [{ updateOne: { filter, update: { $set: { name, renamed } } } }];
  }
  if (change.type !== 'revoke key') return [];
  return [{ updateOne: { filter: { _id: change.keyId }, update: tombstone } }];
};

const keyOf = ({ _id, user_id, name = '', scopes, collections, created_at, expires_at }: StoredKey): AccessKey => ({
  ...{ id: _id, userId: user_id, name, scopes, collections },
  ...{ createdAt: created_at, expiresAt: expires_at },
});
