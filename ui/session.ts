import { observable, type Observable } from './observable.ts';
import { remember, remembered } from './remembered.ts';

export type Session = {
  /** The access token, undefined where nobody is signed in. */
  readonly token: Observable<string | undefined>;
  /** True after the service has refused a token that the browser still held. */
  readonly expired: () => boolean;
  readonly begin: (token: string) => void;
  readonly end: (why: 'signed out' | 'expired') => void;
};

/**
 * Who is signed in, in every tab of this browser: a search that a colleague sends opens in a new tab and must not ask for the password again, so the token lies in `localStorage`.
 * It never stands in an address.
 */
export const openSession = (): Session => {
  const token = observable(remembered('token'));
  let expired = false;
  window.addEventListener('storage', ({ key }) => {
    if (key === 'precedent.token' || key === null) token.set(remembered('token'));
  });
  return {
    token,
    expired: () => expired,
    begin: (fresh) => {
      expired = false;
      remember('token', fresh);
      token.set(fresh);
    },
    end: (why) => {
      expired = why === 'expired';
      remember('token', undefined);
      token.set(undefined);
    },
  };
};
