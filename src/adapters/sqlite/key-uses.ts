import { rmSync } from 'node:fs';
import type { KeyUses } from '../../ports/key-uses.ts';
import { type Database, openDatabase, prepared, transaction } from './database.ts';

/** The last uses of keys in a file; one that cannot be read is replaced, since it has nothing that is missed. */
export const sqliteKeyUses = (path: string): KeyUses & { readonly close: () => void } => {
  const database = openOrReplace(path);
  const statements = prepared(database, {
    record: `INSERT INTO key_uses (id, used_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET used_at = max(used_at, excluded.used_at)`,
    of: `SELECT used_at FROM key_uses WHERE id = ?`,
    remove: `DELETE FROM key_uses WHERE id = ?`,
  });
  const inTransaction = async (work: () => void): Promise<void> => {
    transaction(database, work);
    return Promise.resolve();
  };
  return {
    record: (uses) =>
      inTransaction(() => {
        for (const { keyId, usedAt } of uses) statements.record.run(keyId, usedAt);
      }),
    of: (keyIds) => {
      const found = keyIds.map((keyId) => ({ keyId, usedAt: statements.of.get(keyId)?.['used_at'] }));
      return Promise.resolve(
        found.flatMap(({ keyId, usedAt }) => (typeof usedAt === 'string' ? { keyId, usedAt } : [])),
      );
    },
    remove: (keyIds) =>
      inTransaction(() => {
        for (const keyId of keyIds) statements.remove.run(keyId);
      }),
    close: () => database.close(),
  };
};

const openOrReplace = (path: string): Database => {
  try {
    return openWithTable(path);
  } catch {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
    return openWithTable(path);
  }
};

const openWithTable = (path: string): Database => {
  const database = openDatabase(path, 'normal');
  try {
    database.exec('CREATE TABLE IF NOT EXISTS key_uses (id TEXT PRIMARY KEY, used_at TEXT NOT NULL) WITHOUT ROWID');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
