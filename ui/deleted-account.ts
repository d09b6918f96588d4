import type { ErasureTicket } from './api/account-erasures.ts';
import { readSetting, readTabList, saveSetting, saveTabList } from './browser/storage.ts';

const setting = 'deleted-account';

/** The page of the receipt, which needs no session. */
export const accountErasurePath = '/account-erasure';

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
export const rememberDeleted = (ticket: ErasureTicket): void => {
  saveSetting(setting, JSON.stringify(ticket));
  saveTabList(setting, []);
};

export const forgetDeleted = (): void => saveSetting(setting, undefined);

/** A link to the receipt. What shows it is in the fragment, which no server sees, and no log. */
export const receiptLink = ({ id, token }: ErasureTicket): string =>
  `${location.origin}${accountErasurePath}#${id}.${token}`;

/** What the fragment of such a link has. */
export const ticketOfLink = (fragment: string): ErasureTicket | undefined => {
  const [, id, token] = /^([0-9a-f-]{36})\.([\w-]+)$/.exec(fragment) ?? [];
  return id === undefined || token === undefined ? undefined : { id, token };
};

/** Remembers what a link has shown for as long as the tab is open: its browser may be that of somebody else, whose account exists. */
export const keepInTab = (ticket: ErasureTicket | undefined): void => saveTabList(setting, ticket ? [ticket] : []);

/** What shows the erasure that this tab is about: that of a link, or else of the account that was deleted in this browser. */
export const shownErasure = (): ErasureTicket | undefined => readTabList(setting).find(isTicket) ?? deletedAccount();
