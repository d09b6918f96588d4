import type { Account, AccountChange, Accounts } from '../../ports/accounts.ts';
import type { Database } from './database.ts';
import { currentGeneration } from './generations.ts';
import type { Tables } from './read-model.ts';
import { preparedPer } from './prepared.ts';

const name = 'accounts';
const version = 1;

/** The accounts' rows: one a user, found by id, e-mail or the fingerprint of the API key. */
export const accountTables: Tables<AccountChange> = {
  name,
  version,
  schema: (copy) => `
    CREATE TABLE ${copy}_accounts (
      id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL, plan TEXT NOT NULL,
      sealed_api_key TEXT NOT NULL, api_key_fingerprint TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, position INTEGER NOT NULL
    ) WITHOUT ROWID`,
  open: (database, copy) => {
    const put = database.prepare(`
      INSERT INTO ${copy}_accounts (id, email, password_hash, plan, sealed_api_key, api_key_fingerprint, created_at, position)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`);
    const replaceKey = database.prepare(`
      UPDATE ${copy}_accounts SET sealed_api_key = ?, api_key_fingerprint = ?, position = ? WHERE id = ? AND position < ?`);
    const page = database.prepare(`SELECT id FROM ${copy}_accounts WHERE id > ? ORDER BY id LIMIT 1000`);
    return {
      apply: (change) => {
        if (change.type === 'put') {
          const { id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint, createdAt } = change.account;
          put.run(id, email, passwordHash, plan, sealedApiKey, apiKeyFingerprint, createdAt, change.position);
        } else {
          const { userId, sealedApiKey, apiKeyFingerprint, position } = change;
          replaceKey.run(sealedApiKey, apiKeyFingerprint, position, userId, position);
        }
      },
      ids: (after = '') => page.all(after).map((row) => row['id'] as string),
      orphans: () => [],
      remove: () => undefined,
      markPurged: () => undefined,
    };
  },
};

/** Reads accounts on any connection, from whichever copy is active. */
export const sqliteAccounts = (database: Database): Accounts => {
  const active = currentGeneration(database, name, version);
  const statements = preparedPer(database, (copy) => ({
    id: `SELECT * FROM ${copy}_accounts WHERE id = ?`,
    email: `SELECT * FROM ${copy}_accounts WHERE email = ?`,
    fingerprint: `SELECT * FROM ${copy}_accounts WHERE api_key_fingerprint = ?`,
  }));
  const find = (by: 'id' | 'email' | 'fingerprint') => (value: string) => {
    const copy = active();
    const row = copy && statements(copy)[by].get(value);
    return Promise.resolve(row ? accountOf(row) : undefined);
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
});
