import { account } from '../domain/account.ts';
import { TooManyAttempts } from '../domain/errors.ts';
import { streamOf } from '../domain/streams.ts';
import type { Account } from '../ports/accounts.ts';
import type { ApiKeys } from '../ports/credentials.ts';
import type { Streams } from '../ports/event-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Takes the account that the presented key belongs to; returns the new key in plain text. */
export type RotateApiKey = (presented: Account) => Promise<string>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly apiKeys: ApiKeys;
  /** By account. */
  readonly rotations: RateLimiter;
};

/** Replaces the presented key; resolves once it is refused. Throws NotAuthenticated if another rotation was first, TooManyAttempts, and Unavailable. */
export const rotateApiKey = (dependencies: Dependencies): RotateApiKey => {
  const { streams, projected, apiKeys, rotations } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async ({ id, email, apiKeyFingerprint, tokensFrom }) => {
    const key = apiKeys.generate();
    const position = await handle({
      stream: streamOf.account(email),
      decider: account,
      command: {
        type: 'RotateApiKey',
        presentedFingerprint: apiKeyFingerprint,
        data: { userId: id, sealedApiKey: apiKeys.seal(key), apiKeyFingerprint: apiKeys.fingerprint(key) },
      },
      tenantId: id,
      admit: async () => {
        // From a new password on it counts anew, since a thief of the session may have used it up.
        const { admitted, resetSeconds } = await rotations.admit(`api key ${id} ${tokensFrom}`);
        if (!admitted) throw new TooManyAttempts('Too many new keys of this account', resetSeconds);
      },
    });
    throwIfStalled(await projected.waitForPosition(['accounts'], [position]), 'see GET /api/me shortly');
    return key;
  };
};
