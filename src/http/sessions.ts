import type { Response } from 'express';
import type { EndSessions } from '../commands/replace-password.ts';
import { emailSpellings } from '../domain/email.ts';
import { WrongPassword } from '../domain/errors.ts';
import type { Account } from '../ports/accounts.ts';
import type { CheckPassword } from '../queries/check-password.ts';
import { bearer, disconnectionOf } from './accounts.ts';
import { accountOf, type Handler } from './authentication.ts';
import { clientAddress, clientNetwork } from './client-address.ts';
import { endsItself } from './identity-watch.ts';
import { checked, newPassword } from './schemas/requests.ts';

type Dependencies = { readonly checkPassword: CheckPassword; readonly endSessions: EndSessions };

/** The account of a request with the password that it presents. Throws WrongPassword and TooManyAttempts. */
export const confirmed = async (
  check: CheckPassword,
  response: Response,
  { password, signal }: { readonly password: string; readonly signal: AbortSignal },
): Promise<Account> => {
  const account = accountOf(response);
  const { ip } = response.req;
  const email = emailSpellings(account.email);
  const presented = { email, password, address: clientAddress(ip), network: clientNetwork(ip) };
  const found = await check(presented, () => Promise.resolve(account), signal);
  if (!found) throw new WrongPassword();
  return found;
};

/** PUT /api/me/password and POST /api/me/sign-out-everywhere. */
export const sessionHandlers = ({ checkPassword, endSessions }: Dependencies) => ({
  changePassword: (async (request, response) => {
    const { current, new: password } = checked(newPassword, request.body);
    const signal = disconnectionOf(response);
    const account = await confirmed(checkPassword, response, { password: current, signal });
    const network = clientNetwork(request.ip);
    const { accessToken } = await endSessions.changePassword(account, { password, network }, signal);
    endsItself(response);
    response.json(bearer(accessToken));
  }) satisfies Handler,

  signOutEverywhere: (async (_request, response) => {
    const { accessToken } = await endSessions.signOutEverywhere(accountOf(response));
    endsItself(response);
    response.json(bearer(accessToken));
  }) satisfies Handler,
});
