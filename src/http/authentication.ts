import { createHash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ExtractJwt, Strategy as JwtStrategy } from 'passport-jwt';
import { NotAuthenticated } from '../domain/errors.ts';
import type { Surface } from '../domain/events.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { ApiKeys, JwtAlgorithm } from '../ports/credentials.ts';

/** The credential of a path; each surface accepts only its own. */
export type Credential = 'none' | 'token' | 'key';

/** The surface of a request, by its path. */
export const surfaceOf = ({ path }: Pick<Request, 'path'>): Surface => (path.startsWith('/api/v1/') ? 'api' : 'web');

type Dependencies = {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly jwtKey: KeyObject;
  readonly jwtAlgorithm: JwtAlgorithm;
};

type Done = (error: Error | null, account?: Account | false) => void;

/** Makes the step that refuses a request without the credential of its path. */
export type Authenticate = (credential: Credential) => readonly RequestHandler[];

/** The account is read for each request, never cached, so that a replaced API key stops working at once. */
export const authentication = (dependencies: Dependencies): Authenticate => {
  const authenticator = new passport.Passport();
  authenticator.use('token', tokenStrategy(dependencies));
  authenticator.use('key', keyStrategy(dependencies));

  const step =
    (strategy: 'token' | 'key'): RequestHandler =>
    (request, response, next) => {
      // The limiter may have identified it already.
      if (response.locals['credential'] === strategy) {
        next();
        return;
      }
      const done = (error: unknown, account?: Account | false) => {
        if (error) next(error);
        else if (!account) next(new NotAuthenticated());
        else {
          Object.assign(response.locals, { account, credential: strategy });
          next();
        }
      };
      const run = authenticator.authenticate(strategy, { session: false }, done) as RequestHandler;
      void run(request, response, next);
    };
  return (credential) => (credential === 'none' ? [] : [step(credential)]);
};

const tokenStrategy = ({ accounts, jwtKey, jwtAlgorithm }: Dependencies) =>
  new JwtStrategy(
    {
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // The types lack KeyObject, which is prepared once; a string would be prepared for every token.
      secretOrKeyProvider: (_request, _token, done: (error: null, key: never) => void) => done(null, jwtKey as never),
      algorithms: [jwtAlgorithm],
    },
    ({ sub, iat }: { readonly sub?: unknown; readonly iat?: unknown }, done: Done) => {
      if (typeof sub === 'string')
        pass(
          accounts.byId(sub).then((account) => unlessReplaced(account, iat)),
          done,
        );
      else done(null, false);
    },
  );

/** No account for a token issued before its password was replaced, or in the second of it: `iat` has whole seconds. */
const unlessReplaced = (account: Account | undefined, issuedAt: unknown): Account | undefined => {
  if (!account || account.passwordReplacedAt === null) return account;
  const isNewer = typeof issuedAt === 'number' && issuedAt * 1_000 >= Date.parse(account.passwordReplacedAt);
  return isNewer ? account : undefined;
};

const keyStrategy = ({ accounts, apiKeys }: Dependencies) =>
  // No prefix: the library compares it case-sensitively, but the name of a scheme is case-insensitive (RFC 9110, 11.1).
  new HeaderAPIKeyStrategy({ header: 'Authorization', prefix: '' }, false, (header, verified) => {
    const done = verified as Done;
    const key = bearerIn(header);
    if (key === undefined) done(null, false);
    else pass(accounts.byApiKeyFingerprint(apiKeys.fingerprint(key)), done);
  });

const bearerIn = (header: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];

/** Whether a request has the operator's token as its bearer. */
export type IsOperator = (request: Request) => boolean;

/** Without a token no request has it. */
export const operatorCheck = (opsToken: string | undefined): IsOperator => {
  if (opsToken === undefined) return () => false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(opsToken);
  return (request) => timingSafeEqual(digest(bearerIn(request.get('authorization')) ?? ''), expected);
};

/** Passes the account, or the error, to the callback of passport. */
const pass = (found: Promise<Account | undefined>, done: Done): void => {
  found.then(
    (account) => done(null, account ?? false),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
};

/** The account of a request that has passed authentication. */
export const accountOf = (response: Response): Account => response.locals['account'] as Account;

/** Finds whose credential a request has; undefined without a valid one, or if the accounts cannot be read. The step of its route does not look again. */
export const identification =
  (authenticate: Authenticate) =>
  async (request: Request, response: Response): Promise<string | undefined> => {
    for (const step of authenticate(surfaceOf(request) === 'api' ? 'key' : 'token'))
      await new Promise<void>((resolve) => void step(request, response, () => resolve()));
    return (response.locals['account'] as Account | undefined)?.id;
  };

export type Handler = (request: Request, response: Response) => Promise<void> | void;
