import type { Request, RequestHandler, Response } from 'express';
import passport, { type Strategy } from 'passport';
import { NotAuthenticated } from '../domain/errors.ts';
import type { Surface } from '../domain/events.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { ApiKeys, Tokens } from '../ports/credentials.ts';

/** The credential of a path; each surface accepts only its own. */
export type Credential = 'none' | 'token' | 'key';

/** The surface of a request, by its path. */
export const surfaceOf = ({ path }: Pick<Request, 'path'>): Surface => (path.startsWith('/api/v1/') ? 'api' : 'web');

type Dependencies = {
  readonly accounts: Accounts;
  readonly apiKeys: Pick<ApiKeys, 'fingerprint'>;
  readonly tokens: Pick<Tokens, 'userOf'>;
};

/** Makes the step that refuses a request without the credential of its path. The account is asked for with each request, so that a replaced API key stops working at once. */
export const authentication = ({
  accounts,
  apiKeys,
  tokens,
}: Dependencies): ((credential: Credential) => readonly RequestHandler[]) => {
  const authenticator = new passport.Passport();
  authenticator.use(
    'token',
    bearerStrategy(async (token) => {
      const userId = tokens.userOf(token);
      return userId === undefined ? undefined : accounts.byId(userId);
    }),
  );
  authenticator.use(
    'key',
    bearerStrategy((key) => accounts.byApiKeyFingerprint(apiKeys.fingerprint(key))),
  );

  const step =
    (strategy: 'token' | 'key'): RequestHandler =>
    (request, response, next) => {
      const done = (error: unknown, account?: Account | false) => {
        if (error) next(error);
        else if (!account) next(new NotAuthenticated());
        else {
          response.locals['account'] = account;
          next();
        }
      };
      const run = authenticator.authenticate(strategy, { session: false }, done) as RequestHandler;
      void run(request, response, next);
    };
  return (credential) => (credential === 'none' ? [] : [step(credential)]);
};

/** Authenticates by the credential in `Authorization: Bearer …`; the name of a scheme is case-insensitive (RFC 9110, 11.1). */
const bearerStrategy = (accountOfCredential: (credential: string) => Promise<Account | undefined>): Strategy => ({
  authenticate(request) {
    const credential = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (credential === undefined) {
      this.fail();
      return;
    }
    accountOfCredential(credential).then(
      (account) => (account ? this.success(account) : this.fail()),
      (error: unknown) => this.error(error),
    );
  },
});

/** The account of a request that has passed authentication. */
export const accountOf = (response: Response): Account => response.locals['account'] as Account;

export type Handler = (request: Request, response: Response) => Promise<void> | void;
