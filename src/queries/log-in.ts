import { tokenTime } from '../domain/account.ts';
import type { EmailSpellings } from '../domain/email.ts';
import { InvalidLogin } from '../domain/errors.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { Tokens } from '../ports/credentials.ts';
import type { CheckPassword, PresentedPassword } from './check-password.ts';

type Credentials = PresentedPassword & { readonly email: EmailSpellings };

type LoggedIn = { readonly accessToken: string; readonly accountId: string };

export type LogIn = (credentials: Credentials, signal: AbortSignal) => Promise<LoggedIn>;

type Dependencies = {
  readonly accounts: Pick<Accounts, 'byEmail'>;
  readonly checkPassword: CheckPassword;
  readonly tokens: Tokens;
  readonly now: () => Date;
};

/**
 * A token for an account's e-mail and password. Throws InvalidLogin, for an unknown e-mail after the same work as for a wrong password, and
 * TooManyAttempts without work, for both alike. An aborted signal leaves the queue of passwords.
 */
export const logIn =
  ({ accounts, checkPassword, tokens, now }: Dependencies): LogIn =>
  async (credentials, signal) => {
    // Before the password is read: a token for the one before is older than its replacement.
    const startedAt = now();
    const account = await checkPassword(credentials, () => accountOf(accounts, credentials.email), signal);
    if (!account) throw new InvalidLogin();
    return { accessToken: tokens.issue(account.id, tokenTime(account, startedAt)), accountId: account.id };
  };

/** As many look-ups for an account as for none. */
const accountOf = async (
  { byEmail }: Pick<Accounts, 'byEmail'>,
  { all }: EmailSpellings,
): Promise<Account | undefined> => (await Promise.all(all.map(byEmail))).find((account) => account !== undefined);
