import { accountErasureSteps, type AccountErasureStep } from '../../../domain/account-erasure-events.ts';
import type { AccountChange, AccountErasures } from '../../../ports/accounts.ts';
import { type Database, noteErasure, prepared } from '../database.ts';
import { stepBits } from './erasure-tables.ts';
import { clearedKey } from './key-tables.ts';

const bitsOf = stepBits<AccountErasureStep>(accountErasureSteps);

/** One row per erasure of an account; `proven` has a bit for each proven step. */
export const accountErasuresSchema = `
  CREATE TABLE account_erasures (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, position INTEGER NOT NULL, proven INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;`;

type Change = Extract<AccountChange, { readonly type: 'delete account' | 'prove account step' }>;

export const isDeletion = (change: AccountChange): change is Change =>
  change.type === 'delete account' || change.type === 'prove account step';

/** Returns a function that applies one change. */
export const accountDeletions = (database: Database): ((change: Change) => void) => {
  const deleteAccount = database.prepare(`
    UPDATE accounts SET email = NULL, password_hash = '', plan = '', sealed_api_key = '', api_key_fingerprint = NULL, created_at = '', position = ?2
    WHERE id = ?1 AND email IS NOT NULL`);
  const deleteKeys = database.prepare(`${clearedKey} WHERE user_id = ?`);
  const open = database.prepare(
    `INSERT INTO account_erasures (id, user_id, position) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const prove = database.prepare(`UPDATE account_erasures SET proven = proven | ? WHERE id = ?`);
  return (change) => {
    if (change.type === 'prove account step') {
      prove.run(bitsOf([change.step]), change.erasureId);
      return;
    }
    const { userId, erasureId, position } = change;
    if (deleteAccount.run(userId, position).changes > 0) noteErasure(database);
    deleteKeys.run(userId);
    open.run(erasureId, userId, position);
  };
};

/** Reads erasures of accounts on any connection. */
export const sqliteAccountErasures = (database: Database): AccountErasures => {
  const { unproven } = prepared(database, {
    unproven: `SELECT id, user_id FROM account_erasures WHERE proven & ?1 <> ?1 ORDER BY position`,
  });
  return {
    unproven: (steps) => {
      const rows = unproven.all(bitsOf(steps));
      return Promise.resolve(rows.map((row) => ({ erasureId: row['id'] as string, userId: row['user_id'] as string })));
    },
  };
};
