import { InvalidLogin } from '../domain/errors.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Passwords, Tokens } from '../ports/credentials.ts';

export type LogIn = (credentials: {
  readonly email: string;
  readonly password: string;
}) => Promise<{ readonly accessToken: string }>;

type Dependencies = { readonly accounts: Accounts; readonly passwords: Passwords; readonly tokens: Tokens };

/** A token for an account’s e-mail (normalised) and password. Throws InvalidLogin, for an unknown e-mail after the same work as for a wrong password. */
export const logIn =
  ({ accounts, passwords, tokens }: Dependencies): LogIn =>
  async ({ email, password }) => {
    const account = await accounts.byEmail(email);
    if (!(await passwords.matches(password, account?.passwordHash)) || !account) throw new InvalidLogin();
    return { accessToken: tokens.issue(account.id) };
  };
