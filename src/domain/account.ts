import { isListed, maxKeys, requireKeyRoom } from './access-key.ts';
import type {
  AccessKeyCreated,
  AccessKeyRenamed,
  AccessKeyRevoked,
  AccountDeleted,
  AccountEvent,
  ApiKeyRotated,
  PasswordReplaced,
  UserRegistered,
} from './account-events.ts';
import type { Decider } from './decider.ts';
import { EmailTaken, KeyNotFound, NotAuthenticated } from './errors.ts';

/** The `tokensFrom` that the session was held to which asks; undefined for an operator, who has none. Another session may have ended it since. */
type OfSession = { readonly presentedTokensFrom?: number };

/** `now` where a rule depends on it. */
export type AccountCommand =
  | { readonly type: 'RegisterUser'; readonly data: UserRegistered['data'] }
  | { readonly type: 'RotateApiKey'; readonly presentedFingerprint: string; readonly data: ApiKeyRotated['data'] }
  | {
      readonly type: 'ReplacePassword';
      readonly now: Date;
      /** The hash of the password that was checked; undefined for an operator, who needs none. */
      readonly presentedHash?: string;
      readonly data: Omit<PasswordReplaced['data'], 'tokensFrom'>;
    }
  /** `presentedHash`: of the password that was checked. */
  | { readonly type: 'DeleteAccount'; readonly presentedHash: string; readonly data: AccountDeleted['data'] }
  | (OfSession & { readonly type: 'EndSessions'; readonly now: Date; readonly data: { readonly userId: string } })
  | (OfSession & { readonly type: 'CreateKey'; readonly now: Date; readonly data: AccessKeyCreated['data'] })
  | (OfSession & { readonly type: 'RenameKey'; readonly data: AccessKeyRenamed['data'] })
  | (OfSession & { readonly type: 'RevokeKey'; readonly data: AccessKeyRevoked['data'] });

type Key = Pick<AccessKeyCreated['data'], 'name' | 'expiresAt'>;

type Registered = {
  readonly status: 'registered';
  readonly userId: string;
  readonly apiKeyFingerprint: string;
  readonly passwordHash: string;
  /** Those that are not revoked, by their ids. */
  readonly keys: ReadonlyMap<string, Key>;
  /** Tokens are valid from this second on. */
  readonly tokensFrom: number;
};

export type AccountState = { readonly status: 'missing' } | Registered;

/** One stream per e-mail: an append expects the revision that was read, which makes an e-mail unique. After a deletion it can be registered again. */
export const account: Decider<AccountCommand, AccountState, AccountEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'RegisterUser') {
      if (state.status === 'registered') throw new EmailTaken();
      return [{ type: 'UserRegistered', data: command.data }];
    }
    if (state.status === 'missing' || state.userId !== command.data.userId) throw new NotAuthenticated();
    // Of two sessions that end all others at once only one succeeds, and one that was ended leaves no key behind.
    if ('presentedTokensFrom' in command && command.presentedTokensFrom !== state.tokensFrom)
      throw new NotAuthenticated();
    switch (command.type) {
      case 'ReplacePassword':
        // Of two concurrent changes with the same password, only one succeeds.
        if (command.presentedHash !== undefined && command.presentedHash !== state.passwordHash)
          throw new NotAuthenticated();
        return [
          { type: 'PasswordReplaced', data: { ...command.data, tokensFrom: nextTokensFrom(state, command.now) } },
        ];
      case 'DeleteAccount':
        if (command.presentedHash !== state.passwordHash) throw new NotAuthenticated();
        return [{ type: 'AccountDeleted', data: command.data }];
      case 'EndSessions':
        return [{ type: 'SessionsEnded', data: { ...command.data, tokensFrom: nextTokensFrom(state, command.now) } }];
      case 'RotateApiKey':
        // Of two concurrent rotations with the same key, only one succeeds.
        if (state.apiKeyFingerprint !== command.presentedFingerprint) throw new NotAuthenticated();
        return [{ type: 'ApiKeyRotated', data: command.data }];
      default:
        return decideKeys(command, state);
    }
  },

  evolve: (state, event) => {
    if (event.type === 'UserRegistered') {
      const { userId, apiKeyFingerprint, passwordHash } = event.data;
      return { status: 'registered', userId, apiKeyFingerprint, passwordHash, keys: new Map(), tokensFrom: 0 };
    }
    if (event.type === 'AccountDeleted') return account.initialState;
    return state.status === 'missing' ? state : { ...state, ...changeOf(state, event) };
  },

  subjects: (event) => {
    switch (event.type) {
      case 'UserRegistered':
      case 'AccountDeleted':
        return { says: [], startsAnew: true };
      case 'ApiKeyRotated':
        return { says: ['API key'] };
      case 'PasswordReplaced':
        return { says: event.data.tokensFrom === undefined ? ['password'] : ['password', 'tokens'] };
      case 'SessionsEnded':
        return { says: ['tokens'] };
      case 'AccessKeyCreated':
        return { says: subjectsOfKey(event.data.keyId) };
      case 'AccessKeyRenamed':
        return { says: subjectsOfKey(event.data.keyId).slice(1) };
      case 'AccessKeyRevoked':
        return { says: [], ends: subjectsOfKey(event.data.keyId) };
    }
  },
};

const subjectsOfKey = (keyId: string): readonly string[] => [`key ${keyId}`, `name of key ${keyId}`];

/** Later than every token that was issued before: these have whole seconds too, and may have been issued for the next one. */
const nextTokensFrom = ({ tokensFrom }: Registered, now: Date): number =>
  Math.max(Math.floor(now.getTime() / 1_000), tokensFrom) + 1;

/** The second from which a token of an account is valid that is issued at a time. */
export const tokenTime = ({ tokensFrom }: Pick<Registered, 'tokensFrom'>, at: Date): number =>
  Math.max(Math.floor(at.getTime() / 1_000), tokensFrom);

export type KeyCommand = Extract<AccountCommand, { readonly type: 'CreateKey' | 'RenameKey' | 'RevokeKey' }>;

/** Keys whose end is long over make room: an account never has more of them than may be listed. */
const decideKeys = (command: KeyCommand, { keys }: Registered): readonly AccountEvent[] => {
  if (command.type === 'CreateKey') {
    const { data, now } = command;
    const over = [...keys].flatMap(([keyId, key]) => (isListed(key, now) ? [] : [keyId]));
    requireKeyRoom(keys.size - over.length);
    const revoked = over.slice(0, maxKeys).map((keyId) => revocation(data.userId, keyId));
    return [...revoked, { type: 'AccessKeyCreated', data }];
  }
  const key = keys.get(command.data.keyId);
  if (!key) throw new KeyNotFound();
  if (command.type === 'RevokeKey') return [{ type: 'AccessKeyRevoked', data: command.data }];
  return key.name === command.data.name ? [] : [{ type: 'AccessKeyRenamed', data: command.data }];
};

const revocation = (userId: string, keyId: string): AccountEvent => ({
  type: 'AccessKeyRevoked',
  data: { userId, keyId },
});

const changeOf = ({ keys, tokensFrom }: Registered, event: Exclude<AccountEvent, UserRegistered | AccountDeleted>) => {
  switch (event.type) {
    case 'ApiKeyRotated':
      return { apiKeyFingerprint: event.data.apiKeyFingerprint };
    case 'PasswordReplaced': {
      const { passwordHash, tokensFrom: from = 0 } = event.data;
      return { passwordHash, tokensFrom: Math.max(tokensFrom, from) };
    }
    case 'SessionsEnded':
      return { tokensFrom: Math.max(tokensFrom, event.data.tokensFrom) };
    case 'AccessKeyCreated': {
      const { keyId, name, expiresAt } = event.data;
      return { keys: new Map(keys).set(keyId, { name, expiresAt }) };
    }
    case 'AccessKeyRenamed': {
      const { keyId, name } = event.data;
      const key = keys.get(keyId);
      return key ? { keys: new Map(keys).set(keyId, { ...key, name }) } : {};
    }
    default:
      return { keys: new Map([...keys].filter(([id]) => id !== event.data.keyId)) };
  }
};
