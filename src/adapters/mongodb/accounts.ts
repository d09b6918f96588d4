import type { Collection, Db } from 'mongodb';
import type { Account, AccountChange, Accounts } from '../../ports/accounts.ts';
import type { Documents } from './copy.ts';
import { currentCopy } from './current-copy.ts';
import { insertNew } from './insert-new.ts';

/** A user. E-mails and fingerprints are unique where the facts are made; here two users may meet for a moment when events are repeated. */
type StoredAccount = {
  readonly _id: string;
  readonly email: string;
  readonly password_hash: string;
  readonly plan: string;
  readonly sealed_api_key: string;
  readonly api_key_fingerprint: string;
  readonly created_at: string;
  readonly position: bigint;
};

const pageSize = 1000;

/** The accounts' documents: one a user, found by id, e-mail or the fingerprint of the API key. */
export const accountDocuments: Documents<AccountChange> = {
  name: 'accounts',
  version: 1,
  open: (db, copy) => {
    const accounts = accountsOf(db, copy);
    return {
      prepare: async () => {
        await accounts.createIndexes([{ key: { email: 1 } }, { key: { api_key_fingerprint: 1 } }]);
      },
      apply: async (changes) => {
        await insertNew(accounts, changes.flatMap(inserted));
        const keys = changes.flatMap(replaced);
        if (keys.length > 0) await accounts.bulkWrite(keys, { ordered: false });
      },
      ids: async (after = '') => {
        const page = accounts.find({ _id: { $gt: after } }, { projection: { _id: 1 } });
        const found = await page.sort({ _id: 1 }).limit(pageSize).toArray();
        return found.map(({ _id }) => _id);
      },
      orphans: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
      markPurged: () => Promise.resolve(),
    };
  },
};

/** Reads accounts from whichever copy is current. */
export const mongoAccounts = (db: Db): Accounts => {
  const read = currentCopy(db, accountDocuments);
  const find = (by: '_id' | 'email' | 'api_key_fingerprint') => (value: string) =>
    read(async (copy) => {
      const found = await accountsOf(db, copy).findOne({ [by]: value });
      return found ? accountOf(found) : undefined;
    });
  return { byId: find('_id'), byEmail: find('email'), byApiKeyFingerprint: find('api_key_fingerprint') };
};

const accountsOf = (db: Db, copy: string): Collection<StoredAccount> =>
  db.collection<StoredAccount>(`${copy}_accounts`);

const inserted = (change: AccountChange): readonly StoredAccount[] => {
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
      position,
    },
  ];
};

/** The guard by position lets the newest key win, in whatever order they come. */
const replaced = (change: AccountChange) => {
  if (change.type !== 'replace key') return [];
  const { userId, sealedApiKey, apiKeyFingerprint, position } = change;
  const filter = { _id: userId, position: { $lt: position } };
  const key = { sealed_api_key: sealedApiKey, api_key_fingerprint: apiKeyFingerprint, position };
  return [{ updateOne: { filter, update: { $set: key } } }];
};

const accountOf = (stored: StoredAccount): Account => ({
  id: stored._id,
  email: stored.email,
  passwordHash: stored.password_hash,
  plan: stored.plan,
  sealedApiKey: stored.sealed_api_key,
  apiKeyFingerprint: stored.api_key_fingerprint,
  createdAt: stored.created_at,
});
