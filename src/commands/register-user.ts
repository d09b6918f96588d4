import type { FairQueue } from '../concurrency/fair-queue.ts';
import { account, tokenTime } from '../domain/account.ts';
import type { EmailSpellings } from '../domain/email.ts';
import { EmailTaken, TooManyAttempts } from '../domain/errors.ts';
import { streamOf } from '../domain/streams.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { ApiKeys, Passwords, Tokens } from '../ports/credentials.ts';
import type { Streams } from '../ports/event-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

type Registration = {
  readonly email: EmailSpellings;
  readonly password: string;
  readonly plan: string;
  readonly address: string;
  readonly network: string;
};

type Registered = { readonly accessToken: string; readonly accountId: string };

export type RegisterUser = (wanted: Registration, signal: AbortSignal) => Promise<Registered>;

type Dependencies = CommandContext & {
  readonly accounts: Pick<Accounts, 'byEmail'>;
  readonly registrations: RateLimiter;
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly passwords: Passwords;
  readonly hashing: FairQueue;
  readonly apiKeys: ApiKeys;
  readonly tokens: Tokens;
};

/**
 * Creates an account with an API key; resolves once it can be used. Throws EmailTaken, TooManyAttempts and Unavailable.
 * An aborted signal leaves the queue of passwords.
 */
export const registerUser = (dependencies: Dependencies): RegisterUser => {
  const { accounts, registrations, streams, projected, passwords, hashing, apiKeys, tokens, now, newId } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async ({ email: { canonical: email, all }, password, plan, address, network }, signal) => {
    await refuseTooMany(registrations, address);
    // Of before e-mails were compared in their canonical spelling, whose stream decides.
    const others = await Promise.all(all.filter((spelling) => spelling !== email).map(accounts.byEmail));
    if (others.some((account) => account !== undefined)) throw new EmailTaken();
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
    return { accessToken: tokens.issue(userId, tokenTime({ tokensFrom: 0 }, now())), accountId: userId };
  };
};

/** A taken e-mail counts too: otherwise whoever asks could find out for any number of them whether they have an account. */
const refuseTooMany = async (registrations: RateLimiter, address: string): Promise<void> => {
  const { admitted, resetSeconds } = await registrations.admit(address);
  if (!admitted) throw new TooManyAttempts('Too many registrations from this address', resetSeconds);
};
