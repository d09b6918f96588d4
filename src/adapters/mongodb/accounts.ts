import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import type { Account, AccountChange, AccountErasures, Accounts } from '../../ports/accounts.ts';
import { currentGeneration } from './current-generation.ts';
import { createIndexes } from './indexes.ts';
import { accountErasuresIn } from './account-erasure-documents.ts';
import { keysIn } from './key-documents.ts';
import type { Documents } from './read-model.ts';
import { insertNew } from './writes.ts';

/** A user. The log makes e-mails and fingerprints unique; there is no unique index here, since two users may share one while events are repeated. */
type StoredAccount = {
  readonly _id: string;
  /** Absent in the tombstone of a deleted account, which has its id and positions alone. */
  readonly email?: string;
  readonly password_hash?: string;
  readonly plan?: string;
  readonly sealed_api_key?: string;
  readonly api_key_fingerprint?: string;
  readonly created_at?: string;
  readonly tokens_from: number;
  /** Of the newest password and key: each is replaced by what comes later only, in whatever order that comes. */
  readonly password_position: bigint;
  readonly position: bigint;
  /** Of the events up to that at `counted`. */
  readonly settings_bytes?: number | bigint;
  readonly counted?: bigint;
};

const pageSize = 1000;

/** One document per user, and one per key. */
export const accountDocuments: Documents<AccountChange> = {
  name: 'accounts',
  version: 4,
  open: (db, generation) => {
    const accounts = accountsOf(db, generation);
    const keys = keysIn(db, generation);
    const erasures = accountErasuresIn(db, generation);
    return {
      prepare: async () => {
        await keys.prepare();
        await createIndexes(accounts, [{ key: { email: 1 } }, { key: { api_key_fingerprint: 1 } }]);
      },
      apply: async (changes) => {
        await insertNew(accounts, changes.flatMap(insertions));
        await keys.apply(changes);
        const updates = changes.flatMap(updatesOf);
        if (updates.length > 0) await accounts.bulkWrite(updates, { ordered: false });
        const counts = changes.flatMap(countUpdates);
        if (counts.length > 0) await accounts.bulkWrite(counts, { ordered: true });
        const deleted = changes.flatMap((change) => (change.type === 'delete account' ? [change] : []));
        if (deleted.length > 0) {
          await accounts.bulkWrite(deleted.map(tombstoneOf));
          await keys.deleteOf(deleted.map(({ userId }) => userId));
        }
        await erasures.apply(changes);
      },
      ids: async (after = '') => {
        const page = accounts.find({ _id: { $gt: after }, ...live }, { projection: { _id: 1 } });
        const found = await page.sort({ _id: 1 }).limit(pageSize).toArray();
        return found.map(({ _id }) => _id);
      },
      orphans: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
      markPurged: () => Promise.resolve(),
    };
  },
};

/** Reads accounts from whichever generation is current. */
export const mongoAccounts = (db: Db): Accounts => {
  const read = currentGeneration(db, accountDocuments);
  const find = (by: '_id' | 'email' | 'api_key_fingerprint') => (value: string) =>
    read(async (generation) => {
      const found = await accountsOf(db, generation).findOne({ ...live, [by]: value });
      return found ? accountOf(found) : undefined;
    });
  return {
    byId: find('_id'),
    byEmail: find('email'),
    byApiKeyFingerprint: find('api_key_fingerprint'),
    keyByFingerprint: (fingerprint) => read((generation) => keysIn(db, generation).byFingerprint(fingerprint)),
    keysOf: async (userId) => (await read((generation) => keysIn(db, generation).ofUser(userId))) ?? [],
    keyById: (userId, keyId) => read((generation) => keysIn(db, generation).byId(userId, keyId)),
    countKeys: async (userId, endingAfter) =>
      (await read(async (generation) => (await keysIn(db, generation).count(userId, endingAfter)) || undefined)) ?? 0,
    settingsBytes: async (id) => {
      const found = await read((generation) =>
        accountsOf(db, generation).findOne({ _id: id }, { projection: { settings_bytes: 1 } }),
      );
      return Number(found?.settings_bytes ?? 0);
    },
  };
};

/** Reads the erasures of accounts from whichever generation is current. */
export const mongoAccountErasures = (db: Db): AccountErasures => {
  const read = currentGeneration(db, accountDocuments);
  return {
    unproven: async (steps) => (await read((generation) => accountErasuresIn(db, generation).unproven(steps))) ?? [],
  };
};

const live = { api_key_fingerprint: { $exists: true } } as const;

const accountsOf = (db: Db, generation: string): Collection<StoredAccount> =>
  db.collection<StoredAccount>(`${generation}_accounts`);

const insertions = (change: AccountChange): readonly StoredAccount[] => {
  if (change.type !== 'put') return [];
  const { account, position } = change;
  return [
    {
      _id: account.id,
      email: account.email,
      password_hash: account.passwordHash,
      plan: account.plan,
      sealed_api_key: account.sealedApiKey,
      api_key_fingerprint: account.apiKeyFingerprint,
      created_at: account.createdAt,
      tokens_from: account.tokensFrom,
      password_position: position,
      position,
    },
  ];
};

const tombstoneOf = ({ userId: _id, position }: Extract<AccountChange, { readonly type: 'delete account' }>) => {
  const gone = {
    email: '',
    password_hash: '',
    plan: '',
    sealed_api_key: '',
    api_key_fingerprint: '',
    created_at: '',
  } as const;
  const update = { $unset: gone, $set: { password_position: position, position } } as const;
  return { updateOne: { filter: { _id, ...live }, update } };
};

/** The filters by position let the newest key and the newest password win in any order of changes. */
const updatesOf = (change: AccountChange): readonly AnyBulkWriteOperation<StoredAccount>[] => {
  if (change.type === 'replace password') {
    const { userId: _id, passwordHash: password_hash, position } = change;
    const filter = { _id, ...live, password_position: { $lt: position } };
    return [{ updateOne: { filter, update: { $set: { password_hash, password_position: position } } } }];
  }
  if (change.type === 'end sessions') {
    const { userId: _id, tokensFrom: tokens_from } = change;
    return [{ updateOne: { filter: { _id }, update: { $max: { tokens_from } } } }];
  }
  if (change.type !== 'replace key') return [];
  const { userId, sealedApiKey, apiKeyFingerprint, position } = change;
  const filter = { _id: userId, ...live, position: { $lt: position } };
  const key = { sealed_api_key: sealedApiKey, api_key_fingerprint: apiKeyFingerprint, position };
  return [{ updateOne: { filter, update: { $set: key } } }];
};

/** In the order of the log: the position of the last event that is counted keeps a repeat from counting twice. */
const countUpdates = (change: AccountChange) => {
  if (change.type !== 'count event') return [];
  const { userId: _id, bytes, position } = change;
  const filter = { _id, counted: { $not: { $gte: position } } };
  return [{ updateOne: { filter, update: { $inc: { settings_bytes: bytes }, $set: { counted: position } } } }];
};

const accountOf = (stored: StoredAccount): Account => ({
  id: stored._id,
  email: stored.email ?? '',
  passwordHash: stored.password_hash ?? '',
  plan: stored.plan ?? '',
  sealedApiKey: stored.sealed_api_key ?? '',
  apiKeyFingerprint: stored.api_key_fingerprint ?? '',
  createdAt: stored.created_at ?? '',
  tokensFrom: stored.tokens_from,
});
