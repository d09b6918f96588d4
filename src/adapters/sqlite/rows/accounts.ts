import type { AccessKey, Account, AccountChange, Accounts } from '../../../ports/accounts.ts';
import { type Database, prepared } from '../database.ts';
import type { OpenTables, Tables } from '../read-model.ts';
import { type CommitCount, rowCache } from '../row-cache.ts';
import { accountDeletions, accountErasuresSchema, isDeletion } from './account-erasure-tables.ts';
import { isKeyChange, keyChanges, keyOf, keyQueries, keysSchema } from './key-tables.ts';

/** One row per user, and one per key; that of a deleted account is a tombstone with its id alone. */
export const accountTables: Tables<AccountChange> = {
  name: 'accounts',
  version: 4,
  schema: `
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY, email TEXT UNIQUE, password_hash TEXT NOT NULL, plan TEXT NOT NULL,
      sealed_api_key TEXT NOT NULL, api_key_fingerprint TEXT UNIQUE, created_at TEXT NOT NULL, tokens_from INTEGER NOT NULL DEFAULT 0, position INTEGER NOT NULL,
      settings_bytes INTEGER NOT NULL DEFAULT 0, counted INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    ${keysSchema}
    ${accountErasuresSchema}`,
  open: (database) => {
    const page = database.prepare(`SELECT id FROM accounts WHERE id > ? AND email IS NOT NULL ORDER BY id LIMIT 1000`);
    return {
      apply: applying(database),
      ids: (after = '') => page.all(after).map((row) => row['id'] as string),
      orphans: () => [],
      remove: () => undefined,
      markPurged: () => undefined,
    };
  },
};

/** Returns a function that applies changes in their order. */
const applying = (database: Database): OpenTables<AccountChange>['apply'] => {
  const put = database.prepare(`
    INSERT INTO accounts (id, email, password_hash, plan, sealed_api_key, api_key_fingerprint, created_at, position)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const replaceKey = database.prepare(`
    UPDATE accounts SET sealed_api_key = ?, api_key_fingerprint = ?, position = ? WHERE id = ? AND position < ? AND email IS NOT NULL`);
  const countEvent = database.prepare(`
    UPDATE accounts SET settings_bytes = settings_bytes + ?2, counted = ?3 WHERE id = ?1 AND counted < ?3`);
  const replacePassword = database.prepare(`
    UPDATE accounts SET password_hash = ?, position = ? WHERE id = ? AND position < ? AND email IS NOT NULL`);
  const endSessions = database.prepare(`UPDATE accounts SET tokens_from = max(tokens_from, ?) WHERE id = ?`);
  const changeKey = keyChanges(database);
  const deleteAccount = accountDeletions(database);
  return (changes) => {
    for (const change of changes) {
      if (change.type === 'put') {
        const { id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint, createdAt } = change.account;
        put.run(id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint, createdAt, change.position);
      } else if (change.type === 'count event') {
        countEvent.run(change.userId, change.bytes, change.position);
      } else if (change.type === 'replace password') {
        const { userId, passwordHash, position } = change;
        replacePassword.run(passwordHash, position, userId, position);
      } else if (change.type === 'end sessions') {
        endSessions.run(change.tokensFrom, change.userId);
      } else if (isKeyChange(change)) {
        changeKey(change);
      } else if (isDeletion(change)) {
        deleteAccount(change);
      } else {
        const { userId, sealedApiKey, apiKeyFingerprint, position } = change;
        replaceKey.run(sealedApiKey, apiKeyFingerprint, position, userId, position);
      }
    }
  };
};

/** Reads accounts on any connection. */
export const sqliteAccounts = (database: Database, commits?: CommitCount): Accounts => {
  const cache = rowCache<Account>(commits);
  const keyCache = rowCache<AccessKey>(commits);
  const keys = prepared(database, keyQueries);
  const bytes = prepared(database, { of: `SELECT settings_bytes FROM accounts WHERE id = ?` });
  const statements = prepared(database, {
    id: `SELECT * FROM accounts WHERE id = ? AND email IS NOT NULL`,
    email: `SELECT * FROM accounts WHERE email = ?`,
    fingerprint: `SELECT * FROM accounts WHERE api_key_fingerprint = ?`,
  });
  const find = (by: 'id' | 'email' | 'fingerprint') => (value: string) => {
    const read = () => {
      const row = statements[by].get(value);
      return row ? accountOf(row) : undefined;
    };
    return Promise.resolve(cache(`${by} ${value}`, read));
  };
  return {
    byId: find('id'),
    byEmail: find('email'),
    byApiKeyFingerprint: find('fingerprint'),
    keyByFingerprint: (fingerprint) => {
      const read = () => {
        const row = keys.fingerprint.get(fingerprint);
        return row && keyOf(row);
      };
      return Promise.resolve(keyCache(fingerprint, read));
    },
    keysOf: (userId) => Promise.resolve(keys.ofUser.all(userId).map(keyOf)),
    keyById: (userId, keyId) => {
      const row = keys.id.get(keyId, userId);
      return Promise.resolve(row && keyOf(row));
    },
    countKeys: (userId, endingAfter) =>
      Promise.resolve(Number(keys.count.get(userId, endingAfter.toISOString())?.['count'] ?? 0)),
    settingsBytes: (id) => Promise.resolve(Number(bytes.of.get(id)?.['settings_bytes'] ?? 0)),
  };
};

const accountOf = (row: Record<string, unknown>): Account => ({
  id: row['id'] as string,
  email: row['email'] as string,
  passwordHash: row['password_hash'] as string,
  plan: row['plan'] as string,
  sealedApiKey: row['sealed_api_key'] as string,
  apiKeyFingerprint: row['api_key_fingerprint'] as string,
  createdAt: row['created_at'] as string,
  tokensFrom: row['tokens_from'] as number,
});
