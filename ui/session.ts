import { readSetting, saveSetting } from './browser/storage.ts';
import { observable, type Observable } from './state/observable.ts';

export type Session = {
  /** The access token; undefined if signed out. */
  readonly token: Observable<string | undefined>;
  /** True after the service has refused the stored token. */
  readonly expired: () => boolean;
  /** The e-mail that was signed in with; undefined if it is not known. */
  readonly email: () => string | undefined;
  readonly begin: (token: string, email: string) => void;
  readonly end: (reason: 'signed out' | 'expired') => void;
};

/** When a token ends, as its claim `exp` says; undefined if it says nothing. */
export const endOfToken = (token: string): string | undefined => {
  const [, claims = ''] = token.split('.');
  try {
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly exp?: unknown };
    return typeof exp === 'number' ? new Date(exp * 1000).toISOString() : undefined;
  } catch {
    return undefined;
  }
};

/** The session, shared by all tabs of this browser through `localStorage`, so that a link opened in a new tab asks for no password. The token is never part of a URL. */
export const createSession = (): Session => {
  const token = observable(readSetting('token'));
  let expired = false;
  window.addEventListener('storage', ({ key }) => {
    if (key === 'precedent.token' || key === null) token.set(readSetting('token'));
  });
  return {
    token,
    expired: () => expired,
    email: () => readSetting('email'),
    begin: (newToken, email) => {
      expired = false;
      saveSetting('email', email);
      saveSetting('token', newToken);
      token.set(newToken);
    },
    end: (reason) => {
      expired = reason === 'expired';
      saveSetting('token', undefined);
      saveSetting('email', undefined);
      token.set(undefined);
    },
  };
};
