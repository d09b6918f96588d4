import type { Decider } from './decider.ts';
import { EmailTaken, NotAuthenticated } from './errors.ts';
import type { ApiKeyRotated, PasswordReplaced, UserRegistered } from './events.ts';

export type AccountCommand =
  | { readonly type: 'RegisterUser'; readonly data: UserRegistered['data'] }
  | { readonly type: 'RotateApiKey'; readonly presentedFingerprint: string; readonly data: ApiKeyRotated['data'] }
  | { readonly type: 'ReplacePassword'; readonly data: PasswordReplaced['data'] };

export type AccountState =
  | { readonly status: 'missing' }
  | { readonly status: 'registered'; readonly userId: string; readonly apiKeyFingerprint: string };

export type AccountEvent = UserRegistered | ApiKeyRotated | PasswordReplaced;

/** One stream per e-mail: the first append expects no stream, which makes an e-mail unique. */
export const account: Decider<AccountCommand, AccountState, AccountEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'RegisterUser') {
      if (state.status === 'registered') throw new EmailTaken();
      return [{ type: 'UserRegistered', data: command.data }];
    }
    if (command.type === 'ReplacePassword') {
      if (state.status === 'missing' || state.userId !== command.data.userId) throw new NotAuthenticated();
      return [{ type: 'PasswordReplaced', data: command.data }];
    }
    // Of two concurrent rotations with the same key, only one succeeds.
    if (state.status === 'missing' || state.apiKeyFingerprint !== command.presentedFingerprint) {
      throw new NotAuthenticated();
    }
    return [{ type: 'ApiKeyRotated', data: command.data }];
  },

  evolve: (state, event) => {
    if (event.type === 'PasswordReplaced') return state;
    const { userId, apiKeyFingerprint } = event.data;
    return { status: 'registered', userId, apiKeyFingerprint };
  },
};
