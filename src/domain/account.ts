import type { Decider } from './decider.ts';
import { EmailTaken, NotAuthenticated } from './errors.ts';
import type { ApiKeyRotated, UserRegistered } from './events.ts';

export type AccountCommand =
  | { readonly type: 'RegisterUser'; readonly data: UserRegistered['data'] }
  | { readonly type: 'RotateApiKey'; readonly presentedFingerprint: string; readonly data: ApiKeyRotated['data'] };

export type AccountState =
  | { readonly status: 'missing' }
  | { readonly status: 'registered'; readonly userId: string; readonly apiKeyFingerprint: string };

export type AccountEvent = UserRegistered | ApiKeyRotated;

/** One account a stream, named after its e-mail: the append that expects no stream makes an e-mail unique. */
export const account: Decider<AccountCommand, AccountState, AccountEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'RegisterUser') {
      if (state.status === 'registered') throw new EmailTaken();
      return [{ type: 'UserRegistered', data: command.data }];
    }
    // A rotation names the key that was presented: of two racing rotations with the same key one wins.
    if (state.status === 'missing' || state.apiKeyFingerprint !== command.presentedFingerprint) {
      throw new NotAuthenticated();
    }
    return [{ type: 'ApiKeyRotated', data: command.data }];
  },

  evolve: (_state, event) => ({
    status: 'registered',
    userId: event.data.userId,
    apiKeyFingerprint: event.data.apiKeyFingerprint,
  }),
};
