import type { Account, AccountChange, Accounts } from '../../../ports/accounts.ts';
import { type Database, prepared } from '../database.ts';
import type { Tables } from '../read-model.ts';
import { type CommitCount, rowCache } from '../row-cache.ts';

/** One row per user. */
export const accountTables: Tables<AccountChange> = {
  name: 'accounts',
  version: 2,
  schema: `
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL, plan TEXT NOT NULL,
      sealed_api_key TEXT NOT NULL, api_key_fingerprint TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, password_replaced_at TEXT, position INTEGER NOT NULL
    ) WITHOUT ROWID`,
  open: (database) => {
    const put = database.prepare(`
      INSERT INTO accounts (id, email, password_hash, plan, sealed_api_key, api_key_fingerprint, created_at, position)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`);
    const replaceKey = database.prepare(`
      UPDATE accounts SET sealed_api_key = ?, api_key_fingerprint = ?, position = ? WHERE id = ? AND position < ?`);
    const replacePassword = database.prepare(`
      UPDATE accounts SET password_hash = ?, password_replaced_at = ?, position = ? WHERE id = ? AND position < ?`);
    const page = database.prepare(`SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT 1000`);
    return {
      apply: (changes) => {
        for (const change of changes) {
          if (change.type === 'put') {
            const { id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint, createdAt } = change.account;
            put.run(id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint, createdAt, change.position);
          } else if (change.type === 'replace password') {
            const { userId, passwordHash, passwordReplacedAt, position } = change;
            replacePassword.run(passwordHash, passwordReplacedAt, position, userId, position);
          } else {
            const { userId, sealedApiKey, apiKeyFingerprint, position } = change;
            replaceKey.run(sealedApiKey, apiKeyFingerprint, position, userId, position);
          }
        }
      },
      ids: (after = '') => page.all(after).map((row) => row['id'] as string),
      orphans: () => [],
      remove: () => undefined,
      markPurged: () => undefined,
    };
  },
};

/** Reads accounts on any connection. */
export const sqliteAccounts = (database: Database, commits?: CommitCount): Accounts => {
  const cache = rowCache<Account>(commits);
  const statements = prepared(database, {
    id: `SELECT * FROM accounts WHERE id = ?`,
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
  return { byId: find('id'), byEmail: find('email'), byApiKeyFingerprint: find('fingerprint') };
};

const accountOf = (row: Record<string, unknown>): Account => ({
  id: row['id'] as string,
  email: row['email'] as string,
  passwordHash: row['password_hash'] as string,
  plan: row['plan'] as string,
  sealedApiKey: row['sealed_api_key'] as string,
  apiKeyFingerprint: row['api_key_fingerprint'] as string,
  createdAt: row['created_at'] as string,
  passwordReplacedAt: row['password_replaced_at'] as string | null,
});
