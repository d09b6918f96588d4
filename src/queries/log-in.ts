import { createHash } from 'node:crypto';
import type { FairQueue } from '../concurrency/fair-queue.ts';
import type { EmailSpellings } from '../domain/email.ts';
import { InvalidLogin, TooManyAttempts } from '../domain/errors.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { Passwords, Tokens } from '../ports/credentials.ts';
import type { FailedLogins, LoginAttempt } from '../ports/failed-logins.ts';

type Credentials = {
  readonly email: EmailSpellings;
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
    const attempt: LoginAttempt = {
      account: createHash('sha256').update(email.canonical, 'utf8').digest('hex'),
      address,
    };
    await refuseDelayed(failedLogins, attempt);
    const check = async () => {
      // Logins at the same time have failed while this one waited.
      await refuseDelayed(failedLogins, attempt);
      const account = await accountOf(accounts, email);
      if (!(await passwords.matches(password, account?.passwordHash)) || !account) {
        await failedLogins.failed(attempt);
        throw new InvalidLogin();
      }
      await failedLogins.succeeded(attempt);
      return { accessToken: tokens.issue(account.id), accountId: account.id };
    };
    return hashing({ network, account: email.canonical }, check, signal);
  };

/** As many look-ups for an account as for none. */
const accountOf = async (accounts: Accounts, { all }: EmailSpellings): Promise<Account | undefined> =>
  (await Promise.all(all.map(accounts.byEmail))).find((account) => account !== undefined);

const refuseDelayed = async (failedLogins: FailedLogins, attempt: LoginAttempt): Promise<void> => {
  const waitMs = await failedLogins.waitMs(attempt);
  if (waitMs > 0) throw new TooManyAttempts('Too many failed logins', Math.ceil(waitMs / 1_000));
};
