import { createHash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { Strategy as JwtStrategy } from 'passport-jwt';
import { dueEvery } from '../concurrency/due-every.ts';
import { type Caller, isExpired, type Scope, scopes } from '../domain/access-key.ts';
import { KeyScopeMissing, NotAuthenticated } from '../domain/errors.ts';
import type { Surface } from '../domain/events.ts';
import type { AccessKey, Account, Accounts } from '../ports/accounts.ts';
import type { ApiKeys, JwtAlgorithm } from '../ports/credentials.ts';
import { identityWatch, type Looking } from './identity-watch.ts';

/** The credential of a path; each surface accepts only its own. */
export type Credential = 'none' | 'token' | 'key';

/** What a key needs for a path: a scope, nothing, or to be the API key of the account, which has all scopes. */
export type KeyAccess = Scope | 'any key' | 'account key';

/** What a path asks of a request. */
export type Access = 'none' | 'token' | KeyAccess;

/** The credential that an access is given by. */
export const credentialOf = (access: Access): Credential => (access === 'none' || access === 'token' ? access : 'key');

/** The surface of a request, by its path. */
export const surfaceOf = ({ path }: Pick<Request, 'path'>): Surface => (path.startsWith('/api/v1/') ? 'api' : 'web');

type Dependencies = {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly jwtKey: KeyObject;
  readonly jwtAlgorithm: JwtAlgorithm;
  readonly now: () => Date;
  /** Called with the id of each key that is accepted; not with the API key of an account. */
  readonly keyUsed: (keyId: string) => void;
};

/** Whose request it is; `key` if its key is another than the API key of the account. */
type Identity = { readonly account: Account; readonly key?: AccessKey };

type Done = (error: Error | null, identity?: Identity | false) => void;

/** Makes the steps that refuse a request without what its path asks for. */
export type Authenticate = (access: Access) => readonly RequestHandler[];

/** Account and key are read for each request, never cached, so that a replaced or revoked key stops working at once; and again while an answer is under way. */
export const authentication = (dependencies: Dependencies): Authenticate => {
  const authenticator = new passport.Passport();
  authenticator.use('token', tokenStrategy(dependencies));
  authenticator.use('key', keyStrategy(dependencies));

  const { watch } = identityWatch();

  const identify = (strategy: 'token' | 'key', request: Request, response: Response): Promise<Identity> =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, identity?: Identity | false) => {
        if (error || !identity) reject(error instanceof Error ? error : new NotAuthenticated());
        else resolve(identity);
      };
      const run = authenticator.authenticate(strategy, { session: false }, done) as RequestHandler;
      void run(request, response, done);
    });
  const step =
    (strategy: 'token' | 'key'): RequestHandler =>
    (request, response, next) => {
      // The limiter may have identified it already.
      if (response.locals['credential'] === strategy) {
        next();
        return;
      }
      const look = async () => void Object.assign(response.locals, await identify(strategy, request, response));
      const isDue = dueEvery(identifiedMs);
      const requireIdentity = async () => {
        if (isDue()) await look();
      };
      const looking: Looking = { isDue, look };
      look().then(() => {
        Object.assign(response.locals, { credential: strategy, looking, requireIdentity });
        watch(response, look);
        next();
      }, next);
    };
  return (access) => {
    if (access === 'none') return [];
    return access === 'token' ? [step('token')] : [step('key'), requireAccess(access)];
  };
};

/** For so long a request goes on with what was found at its beginning: as long as a body takes that comes with its headers, or a search. */
const identifiedMs = 20;

/** Refuses a request whose session or key has ended since it began: its body may have taken minutes to arrive, and so may what it waits for. Throws NotAuthenticated. */
export const requireIdentity = async ({ locals }: Pick<Response, 'locals'>): Promise<void> =>
  (locals['requireIdentity'] as (() => Promise<void>) | undefined)?.();

/** Between two looks while work is waited for. */
const lookEveryMs = 250;

/** Does work whose signal aborts with NotAuthenticated once the session or key of its request has ended. */
export const whileIdentified = async <Result>(
  response: Pick<Response, 'locals'>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const ending = new AbortController();
  const look = () =>
    requireIdentity(response).catch((error: unknown) => {
      // If accounts cannot be read, the next look is to say it.
      if (error instanceof NotAuthenticated) ending.abort(error);
    });
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  try {
    return await work(ending.signal);
  } finally {
    clearInterval(timer);
  }
};

const doings: Readonly<Record<Exclude<KeyAccess, 'any key'>, string>> = {
  search: 'search',
  read: 'read',
  upload: 'upload tickets',
  manage: 'change tickets or settings',
  'account key': 'do what concerns the account: only its API key may',
};

/** Throws KeyScopeMissing. */
export const requireScope = (caller: Pick<Caller, 'scopes'>, scope: Scope): void => {
  if (!caller.scopes.includes(scope)) throw new KeyScopeMissing(`This key may not ${doings[scope]}`);
};

/** The API key of an account has all scopes. */
const requireAccess =
  (access: KeyAccess): RequestHandler =>
  (_request, response, next) => {
    if (access === 'account key') {
      if (keyOf(response)) throw new KeyScopeMissing(`This key may not ${doings[access]}`);
    } else if (access !== 'any key') requireScope(callerOf(response), access);
    next();
  };

const tokenStrategy = ({ accounts, jwtKey, jwtAlgorithm }: Dependencies) =>
  new JwtStrategy(
    {
      // The extractor of the library takes the first word after the scheme, whatever follows.
      jwtFromRequest: (request: Request) => bearerIn(request.get('authorization')) ?? null,
      // The types lack KeyObject, which is prepared once; a string would be prepared for every token.
      secretOrKeyProvider: (_request, _token, done: (error: null, key: never) => void) => done(null, jwtKey as never),
      algorithms: [jwtAlgorithm],
    },
    ({ sub, iat, exp }: Readonly<Record<'sub' | 'iat' | 'exp', unknown>>, done: Done) => {
      // The library holds a token to `exp` only if it has one.
      if (typeof sub === 'string' && typeof exp === 'number')
        pass(
          accounts.byId(sub).then((account) => ofValidToken(account, iat)),
          done,
        );
      else done(null, false);
    },
  );

/** Nobody for a token issued before the sessions of its account were ended. */
const ofValidToken = (account: Account | undefined, issuedAt: unknown): Identity | undefined =>
  account && typeof issuedAt === 'number' && issuedAt >= account.tokensFrom ? { account } : undefined;

/** Both kinds of keys are looked up whatever is found first, so that the time says nothing of which it is. */
const findByKey = async (
  { accounts, now, keyUsed }: Pick<Dependencies, 'accounts' | 'now' | 'keyUsed'>,
  fingerprint: string,
): Promise<Identity | undefined> => {
  const [owner, key] = await Promise.all([
    accounts.byApiKeyFingerprint(fingerprint),
    accounts.keyByFingerprint(fingerprint),
  ]);
  if (owner) return { account: owner };
  if (!key || isExpired(key, now())) return undefined;
  const account = await accounts.byId(key.userId);
  if (account) keyUsed(key.id);
  return account && { account, key };
};

const keyStrategy = ({ apiKeys, ...found }: Dependencies) =>
  // No prefix: the library compares it case-sensitively, but the name of a scheme is case-insensitive (RFC 9110, 11.1).
  new HeaderAPIKeyStrategy({ header: 'Authorization', prefix: '' }, false, (header, verified) => {
    const done = verified as Done;
    const key = bearerIn(header);
    if (key === undefined) done(null, false);
    else pass(findByKey(found, apiKeys.fingerprint(key)), done);
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

/** Passes who was found, or the error, to the callback of passport. */
const pass = (found: Promise<Identity | undefined>, done: Done): void => {
  found.then(
    (identity) => done(null, identity ?? false),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
};

/** The account of a request that has passed authentication. */
export const accountOf = (response: Response): Account => response.locals['account'] as Account;

/** The key of a request, if it is another than the API key of the account. */
export const keyOf = (response: Response): AccessKey | undefined => response.locals['key'] as AccessKey | undefined;

/** Who asks, for what looks up collections. */
export const callerOf = (response: Response): Caller => ({
  userId: accountOf(response).id,
  scopes: keyOf(response)?.scopes ?? scopes,
  collections: keyOf(response)?.collections ?? null,
});

/** Finds whose credential a request has; undefined without a valid one, or if the accounts cannot be read. The step of its route does not look again. */
export const identification =
  (authenticate: Authenticate) =>
  async (request: Request, response: Response): Promise<string | undefined> => {
    for (const step of authenticate(surfaceOf(request) === 'api' ? 'any key' : 'token'))
      await new Promise<void>((resolve) => void step(request, response, () => resolve()));
    return (response.locals['account'] as Account | undefined)?.id;
  };

export type Handler = (request: Request, response: Response) => Promise<void> | void;
