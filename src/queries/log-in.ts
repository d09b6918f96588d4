import { createHash } from 'node:crypto';
import type { FairQueue } from '../concurrency/fair-queue.ts';
import { InvalidLogin, TooManyAttempts } from '../domain/errors.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Passwords, Tokens } from '../ports/credentials.ts';
import type { FailedLogins, LoginAttempt } from '../ports/failed-logins.ts';

type Credentials = {
  /** Normalised. */
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly network: string;
};

type LoggedIn = { readonly accessToken: string; readonly accountId: string };

export type LogIn = (credentials: Credentials, signal: AbortSignal) => Promise<LoggedIn>;

type Dependencies = {
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly hashing: FairQueue;
  readonly failedLogins: FailedLogins;
  readonly tokens: Tokens;
};

/**
 * A token for an account's e-mail and password. Throws InvalidLogin, for an unknown e-mail after the same work as for a wrong password, and
 * TooManyAttempts without work, for both alike. An aborted signal leaves the queue of passwords.
 */
export const logIn =
  ({ accounts, passwords, hashing, failedLogins, tokens }: Dependencies): LogIn =>
  async ({ email, password, address, network }, signal) => {
    const attempt: LoginAttempt = { account: createHash('sha256').update(email, 'utf8').digest('hex'), address };
    await refuseDelayed(failedLogins, attempt);
    return hashing(
      { network, account: email },
      async () => {
        // Logins at the same time have failed while this one waited.
        await refuseDelayed(failedLogins, attempt);
        const account = await accounts.byEmail(email);
        if (!(await passwords.matches(password, account?.passwordHash)) || !account) {
          await failedLogins.failed(attempt);
          throw new InvalidLogin();
        }
        await failedLogins.succeeded(attempt);
        return { accessToken: tokens.issue(account.id), accountId: account.id };
      },
      signal,
    );
  };

const refuseDelayed = async (failedLogins: FailedLogins, attempt: LoginAttempt): Promise<void> => {
  const waitMs = await failedLogins.waitMs(attempt);
  if (waitMs > 0) throw new TooManyAttempts('Too many failed logins', Math.ceil(waitMs / 1_000));
};
