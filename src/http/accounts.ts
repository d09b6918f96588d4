import type { Response } from 'express';
import type { RegisterUser } from '../commands/register-user.ts';
import type { RotateApiKey } from '../commands/rotate-api-key.ts';
import { emailSpellings } from '../domain/email.ts';
import type { ApiKeys } from '../ports/credentials.ts';
import type { FindUsage } from '../queries/find-usage.ts';
import type { LogIn } from '../queries/log-in.ts';
import { accountOf, type Handler } from './authentication.ts';
import { clientAddress, clientNetwork, customerAddress } from './client-address.ts';
import { endsItself } from './identity-watch.ts';
import { HttpRefusal } from './errors.ts';
import { noteAccount } from './request-log.ts';
import { checked, credentials, defaultPlan, registration } from './schemas/requests.ts';
import * as responses from './schemas/responses.ts';

type Dependencies = {
  readonly registerUser: RegisterUser;
  readonly logIn: LogIn;
  readonly rotateApiKey: RotateApiKey;
  readonly apiKeys: ApiKeys;
  readonly findUsage: FindUsage;
};

/** The answer with a new token. */
export const bearer = (accessToken: string) => responses.token.toJson({ accessToken, tokenType: 'bearer' });

/** Aborted if the client disconnects before it has its answer. */
export const disconnectionOf = (response: Response): AbortSignal => {
  const disconnection = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) disconnection.abort(new HttpRefusal(400, 'The client has disconnected'));
  });
  return disconnection.signal;
};

/** POST /api/register and /api/login, GET /api/me and /api/v1/me, PATCH /api/v1/me/api-key. */
export const accountHandlers = ({ registerUser, logIn, rotateApiKey, apiKeys, findUsage }: Dependencies) => ({
  register: (async (request, response) => {
    const { email, password, plan } = checked(registration, request.body);
    const { ip } = request;
    const wanted = {
      email: emailSpellings(email),
      password,
      plan: plan ?? defaultPlan,
      address: customerAddress(ip),
      network: clientNetwork(ip),
    };
    const { accessToken, accountId } = await registerUser(wanted, disconnectionOf(response));
    noteAccount(response, accountId);
    response.status(201).json(bearer(accessToken));
  }) satisfies Handler,

  logIn: (async (request, response) => {
    const { email, password } = checked(credentials, request.body);
    const { ip } = request;
    const attempt = { email: emailSpellings(email), password, address: clientAddress(ip), network: clientNetwork(ip) };
    const { accessToken, accountId } = await logIn(attempt, disconnectionOf(response));
    noteAccount(response, accountId);
    response.json(bearer(accessToken));
  }) satisfies Handler,

  me: ((_request, response) => {
    const account = accountOf(response);
    response.json(responses.user.toJson({ ...account, apiKey: apiKeys.open(account.sealedApiKey) }));
  }) satisfies Handler,

  usage: (async (_request, response) => {
    response.json(responses.usage.toJson(await findUsage(accountOf(response))));
  }) satisfies Handler,

  rotateApiKey: (async (_request, response) => {
    const apiKey = await rotateApiKey(accountOf(response));
    endsItself(response);
    response.json(responses.newApiKey.toJson({ apiKey }));
  }) satisfies Handler,
});
