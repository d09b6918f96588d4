import { existsSync } from 'node:fs';
import { LogDamaged } from '../../domain/errors.ts';
import { openDatabase } from './database.ts';
import { isDamage } from './file-health.ts';

/** Whether the file of an event log holds accounts; false if there is no such file. Throws LogDamaged if it cannot be read. */
export const logHasAccounts = (path: string): boolean => {
  if (!existsSync(path)) return false;
  try {
    return hasAccounts(path);
  } catch (error) {
    throw isDamage(error) ? new LogDamaged(`${path} is damaged`) : error;
  }
};

const hasAccounts = (path: string): boolean => {
  const database = openDatabase(path, 'read');
  try {
    if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'events'").get()) return false;
    // Names of streams with the prefix `account-`, by the index on streams: the next character after `-` is `.`.
    return (
      database.prepare("SELECT 1 FROM events WHERE stream >= 'account-' AND stream < 'account.'").get() !== undefined
    );
  } finally {
    database.close();
  }
};
