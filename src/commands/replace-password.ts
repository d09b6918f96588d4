import { account, tokenTime } from '../domain/account.ts';
import type { FairQueue } from '../concurrency/fair-queue.ts';
import { NotAuthenticated, TooManyAttempts } from '../domain/errors.ts';
import { streamOf } from '../domain/streams.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { Passwords, Tokens } from '../ports/credentials.ts';
import type { Streams } from '../ports/event-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

type NewPassword = {
  readonly passwordHash: string;
  /** The hash of the password that was checked; undefined for an operator, who needs none. */
  readonly presentedHash?: string;
  readonly admit?: () => Promise<void>;
};

/**
 * Gives an account another password, by its hash; resolves with the position of the event. Throws NotAuthenticated for one that does not exist, or has
 * another password than the one that was checked, what `admit` throws, and Unavailable.
 */
export const replacePassword =
  (context: CommandContext & { readonly streams: Streams }) =>
  (
    { id: userId, email }: Pick<Account, 'id' | 'email'>,
    { passwordHash, presentedHash, admit }: NewPassword,
  ): Promise<bigint> =>
    commandHandler(
      context.streams,
      context,
    )({
      stream: streamOf.account(email),
      decider: account,
      command: {
        type: 'ReplacePassword',
        now: context.now(),
        ...(presentedHash !== undefined && { presentedHash }),
        data: { userId, passwordHash },
      },
      tenantId: userId,
      ...(admit && { admit }),
    });

/** A new token of an account, whose tokens of before are refused by every instance. */
export type Session = { readonly accessToken: string };

/** What the owner of an account does to its sessions; `checked`: with the password that was presented. */
export type EndSessions = {
  readonly changePassword: (
    checked: Account,
    wanted: { readonly password: string; readonly network: string },
    signal: AbortSignal,
  ) => Promise<Session>;
  /** `owner`: as the session was checked that asks. */
  readonly signOutEverywhere: (owner: Pick<Account, 'id' | 'email' | 'tokensFrom'>) => Promise<Session>;
};

type Dependencies = CommandContext & {
  readonly accounts: Pick<Accounts, 'byId'>;
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly hashing: FairQueue;
  readonly tokens: Tokens;
  /** By account and what is done. */
  readonly rotations: RateLimiter;
};

/** Ends all sessions but that of the request, which goes on with a new token. Throws NotAuthenticated, TooManyAttempts and Unavailable. */
export const endSessions = (dependencies: Dependencies): EndSessions => {
  const { accounts, streams, projected, passwords, hashing, tokens, rotations, now } = dependencies;
  const handle = commandHandler(streams, dependencies);
  // Counted apart: who has stolen a session, but not the password, must not use up what the owner ends it with.
  const admitOf = (what: 'password' | 'sessions', userId: string) => async () => {
    const { admitted, resetSeconds } = await rotations.admit(`${what} ${userId}`);
    if (!admitted)
      throw new TooManyAttempts('Too many new passwords and ends of sessions of this account', resetSeconds);
  };
  const newSession = async (userId: string, position: bigint): Promise<Session> => {
    throwIfStalled(await projected.waitForPosition(['accounts'], [position]), 'log in shortly');
    const ended = await accounts.byId(userId);
    if (!ended) throw new NotAuthenticated();
    return { accessToken: tokens.issue(userId, tokenTime(ended, now())) };
  };
  return {
    changePassword: async ({ id, email, passwordHash: presentedHash }, { password, network }, signal) => {
      const passwordHash = await hashing({ network, account: email }, () => passwords.hash(password), signal);
      const replace = replacePassword(dependencies);
      return newSession(
        id,
        await replace({ id, email }, { passwordHash, presentedHash, admit: admitOf('password', id) }),
      );
    },
    signOutEverywhere: async ({ id, email, tokensFrom: presentedTokensFrom }) => {
      const position = await handle({
        stream: streamOf.account(email),
        decider: account,
        command: { type: 'EndSessions', presentedTokensFrom, now: now(), data: { userId: id } },
        tenantId: id,
        admit: admitOf('sessions', id),
      });
      return newSession(id, position);
    },
  };
};
