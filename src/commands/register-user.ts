import type { FairQueue } from '../concurrency/fair-queue.ts';
import { account } from '../domain/account.ts';
import { streamOf } from '../domain/streams.ts';
import type { ApiKeys, Passwords, Tokens } from '../ports/credentials.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

type Registration = {
  readonly email: string;
  readonly password: string;
  readonly plan: string;
  readonly network: string;
};

type Registered = { readonly accessToken: string; readonly accountId: string };

export type RegisterUser = (wanted: Registration, signal: AbortSignal) => Promise<Registered>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly passwords: Passwords;
  readonly hashing: FairQueue;
  readonly apiKeys: ApiKeys;
  readonly tokens: Tokens;
};

/**
 * Creates an account with an API key; resolves once it can be used. `email` must be normalised. Throws EmailTaken, TooManyAttempts and Unavailable.
 * An aborted signal leaves the queue of passwords.
 */
export const registerUser = (dependencies: Dependencies): RegisterUser => {
  const { streams, projected, passwords, hashing, apiKeys, tokens, newId } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async ({ email, password, plan, network }, signal) => {
    const userId = newId();
    const key = apiKeys.generate();
    const position = await handle({
      stream: streamOf.account(email),
      decider: account,
      command: {
        type: 'RegisterUser',
        data: {
          userId,
          email,
          passwordHash: await hashing({ network, account: email }, () => passwords.hash(password), signal),
          plan,
          sealedApiKey: apiKeys.seal(key),
          apiKeyFingerprint: apiKeys.fingerprint(key),
        },
      },
      tenantId: userId,
    });
    throwIfStalled(await projected.waitForPosition(['accounts'], [position]), 'log in shortly');
    return { accessToken: tokens.issue(userId), accountId: userId };
  };
};
