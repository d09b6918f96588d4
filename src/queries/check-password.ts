import { createHash } from 'node:crypto';
import type { FairQueue } from '../concurrency/fair-queue.ts';
import type { EmailSpellings } from '../domain/email.ts';
import { TooManyAttempts } from '../domain/errors.ts';
import type { Account } from '../ports/accounts.ts';
import type { Passwords } from '../ports/credentials.ts';
import type { FailedLogins, LoginAttempt } from '../ports/failed-logins.ts';

/** A password, and where it comes from. */
export type PresentedPassword = {
  readonly email: Pick<EmailSpellings, 'canonical'>;
  readonly password: string;
  readonly address: string;
  readonly network: string;
};

/** The account that `find` gives if its password is the presented one. An aborted signal leaves the queue of passwords. */
export type CheckPassword = (
  presented: PresentedPassword,
  find: () => Promise<Account | undefined>,
  signal: AbortSignal,
) => Promise<Account | undefined>;

type Dependencies = {
  readonly passwords: Pick<Passwords, 'matches'>;
  readonly hashing: FairQueue;
  readonly failedLogins: FailedLogins;
};

/** Checks passwords one after the other, with the delays of failed ones: the same work without an account. Throws TooManyAttempts without work. */
export const checkPassword =
  ({ passwords, hashing, failedLogins }: Dependencies): CheckPassword =>
  async ({ email, password, address, network }, find, signal) => {
    const attempt: LoginAttempt = {
      account: createHash('sha256').update(email.canonical, 'utf8').digest('hex'),
      address,
    };
    await refuseDelayed(failedLogins, attempt);
    const check = async () => {
      // Logins at the same time have failed while this one waited.
      await refuseDelayed(failedLogins, attempt);
      const account = await find();
      if (!(await passwords.matches(password, account?.passwordHash)) || !account) {
        await failedLogins.failed(attempt);
        return undefined;
      }
      await failedLogins.succeeded(attempt);
      return account;
    };
    return hashing({ network, account: email.canonical }, check, signal);
  };

const refuseDelayed = async (failedLogins: FailedLogins, attempt: LoginAttempt): Promise<void> => {
  const waitMs = await failedLogins.waitMs(attempt);
  if (waitMs > 0) throw new TooManyAttempts('Too many failed logins', Math.ceil(waitMs / 1_000));
};
