import { readSetting, saveSetting } from './browser/storage.ts';
import { observable, type Observable } from './state/observable.ts';

export type Session = {
  /** The access token; undefined if signed out. */
  readonly token: Observable<string | undefined>;
  /** True after the service has refused the stored token, until the next sign-in; false after a sign-out, in any tab. */
  readonly expired: () => boolean;
  /** True after a sign-out in another tab, until the next sign-in in any tab. */
  readonly endedElsewhere: () => boolean;
  /** The e-mail that was signed in with; undefined if it is not known. */
  readonly email: () => string | undefined;
  readonly begin: (token: string, email: string) => void;
  readonly end: (reason: 'signed out' | 'expired') => void;
};

type Claims = { readonly exp?: unknown; readonly sub?: unknown };

const claimsOf = (token: string): Claims => {
  const [, claims = ''] = token.split('.');
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
};

/** When a token ends, as its claim `exp` says; undefined if it says nothing. */
export const endOfToken = (token: string): string | undefined => {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? new Date(exp * 1000).toISOString() : undefined;
};

/** The id of the account that a token was issued to, as its claim `sub` says. */
export const ownerOfToken = (token: string): unknown => claimsOf(token).sub;

/** The session, shared by all tabs of this browser through `localStorage`, so that a link opened in a new tab asks for no password. The token is never part of a URL. */
export const createSession = (): Session => {
  const token = observable(readSetting('token'));
  // Stored too, so that other tabs can tell a sign-out from a session that has expired.
  let expired = readSetting('expired') !== undefined;
  let endedElsewhere = false;
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'precedent.token' && key !== null) return;
    expired = readSetting('expired') !== undefined;
    const current = readSetting('token');
    endedElsewhere = current === undefined && !expired;
    token.set(current);
  });
  return {
    token,
    expired: () => expired,
    endedElsewhere: () => endedElsewhere,
    email: () => readSetting('email'),
    begin: (newToken, email) => {
      expired = false;
      endedElsewhere = false;
      saveSetting('expired', undefined);
      saveSetting('email', email);
      saveSetting('token', newToken);
      token.set(newToken);
    },
    end: (reason) => {
      expired = reason === 'expired';
      endedElsewhere = false;
      saveSetting('expired', expired ? 'true' : undefined);
      saveSetting('token', undefined);
      saveSetting('email', undefined);
      token.set(undefined);
    },
  };
};
