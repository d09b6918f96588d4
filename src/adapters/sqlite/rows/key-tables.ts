import type { Scope } from '../../../domain/access-key.ts';
import type { AccessKey, AccountChange } from '../../../ports/accounts.ts';
import type { Database } from '../database.ts';

/** One row per key; that of a revoked one is a tombstone with nothing that its owner has chosen. */
export const keysSchema = `
  CREATE TABLE keys (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL, name TEXT NOT NULL, scopes TEXT NOT NULL, collections TEXT, created_at TEXT NOT NULL,
    expires_at TEXT, fingerprint TEXT UNIQUE, created INTEGER NOT NULL, renamed INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX keys_of_user ON keys (user_id, created) WHERE fingerprint IS NOT NULL;`;

/** Those of keys that are not revoked. */
export const keyQueries = {
  fingerprint: `SELECT * FROM keys WHERE fingerprint = ?`,
  id: `SELECT * FROM keys WHERE id = ? AND user_id = ? AND fingerprint IS NOT NULL`,
  ofUser: `SELECT * FROM keys WHERE user_id = ? AND fingerprint IS NOT NULL ORDER BY created`,
  count: `SELECT count(*) AS count FROM keys WHERE user_id = ? AND fingerprint IS NOT NULL AND (expires_at IS NULL OR expires_at > ?)`,
} as const;

/** Makes a tombstone of a key. */
export const clearedKey = `UPDATE keys SET name = '', scopes = '[]', collections = NULL, expires_at = NULL, fingerprint = NULL`;

type KeyChange = Extract<AccountChange, { readonly type: 'add key' | 'rename key' | 'revoke key' }>;

export const isKeyChange = (change: AccountChange): change is KeyChange =>
  change.type === 'add key' || change.type === 'rename key' || change.type === 'revoke key';

/** Returns a function that applies one change. */
export const keyChanges = (database: Database): ((change: KeyChange) => void) => {
  const add = database.prepare(`
    INSERT INTO keys (id, user_id, name, scopes, collections, created_at, expires_at, fingerprint, created, renamed)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9) ON CONFLICT (id) DO NOTHING`);
  const rename = database.prepare(`
    UPDATE keys SET name = ?2, renamed = ?3 WHERE id = ?1 AND renamed < ?3 AND fingerprint IS NOT NULL`);
  const revoke = database.prepare(`${clearedKey} WHERE id = ?`);
  return (change) => {
    if (change.type === 'add key') {
      const { id, userId, name, createdAt, expiresAt, ...key } = change.key;
      const collections = key.collections && JSON.stringify(key.collections);
      const texts = [name, JSON.stringify(key.scopes), collections, createdAt, expiresAt] as const;
      add.run(id, userId, ...texts, change.fingerprint, change.position);
    } else if (change.type === 'rename key') rename.run(change.keyId, change.name, change.position);
    else revoke.run(change.keyId);
  };
};

/** The key in a row. */
export const keyOf = (row: Record<string, unknown>): AccessKey => {
  const collections = row['collections'] as string | null;
  return {
    id: row['id'] as string,
    userId: row['user_id'] as string,
    name: row['name'] as string,
    scopes: JSON.parse(row['scopes'] as string) as readonly Scope[],
    collections: collections === null ? null : (JSON.parse(collections) as readonly string[]),
    createdAt: row['created_at'] as string,
    expiresAt: row['expires_at'] as string | null,
  };
};
