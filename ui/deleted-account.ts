import type { ErasureTicket } from './api/account-erasures.ts';
import { readSetting, saveSetting } from './browser/storage.ts';

const setting = 'deleted-account';

const isTicket = (value: unknown): value is ErasureTicket =>
  typeof value === 'object' && value !== null && 'id' in value && 'token' in value;

/** What shows the erasure of the account that was deleted in this browser last; undefined if none was, or it was put away. */
export const deletedAccount = (): ErasureTicket | undefined => {
  try {
    const saved: unknown = JSON.parse(readSetting(setting) ?? 'null');
    return isTicket(saved) ? saved : undefined;
  } catch {
    return undefined;
  }
};

/** Remembers it: the service gives it once. */
export const rememberDeleted = (ticket: ErasureTicket): void => saveSetting(setting, JSON.stringify(ticket));

export const forgetDeleted = (): void => saveSetting(setting, undefined);
