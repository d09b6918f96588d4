import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { Access, Authenticate } from './authentication.ts';
import { boundBodiesInMemory } from './bodies-in-memory.ts';
import { keyLimit } from '../concurrency/key-limit.ts';
import { clientAddress, customerAddress, withoutPort } from './client-address.ts';
import { compressing } from './compression.ts';
import type { TraceRequest } from '../ports/tracing.ts';
import { errorHandler, refuse } from './errors.ts';
import { logRequests, outcomeOf, type RequestLog } from './request-log.ts';
import { sendWhileIdentified } from './identity-watch.ts';
import { handlerTurns, requestTurns } from './request-turns.ts';
import { boundUnreadReplies } from './unread-replies.ts';

/** `all`: those that the lines above it do not have. */
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'all';

/** An endpoint, with what it asks of a credential: its checks, in their order, and its handler are the last ones. */
export type Route = readonly [Method, string, Access, ...RequestHandler[]];

export type AppDependencies = {
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  /** Requests with a valid credential are counted by the account that this returns; all by their address without it. */
  readonly identify?: Identify | undefined;
  readonly trustProxy: string | number | false;
  /** How many requests of one address may run at a time. */
  readonly maxRunning?: number;
  /** Nothing is traced without it. */
  readonly traceRequest?: TraceRequest | undefined;
  /** Serves the web interface; other requests pass through. */
  readonly ui?: RequestHandler;
  readonly log: {
    readonly request: (line: RequestLog) => void;
    readonly unexpectedError: (requestId: string, error: unknown) => void;
  };
};

type Identify = (request: Request, response: Response) => Promise<string | undefined>;

/** The service over HTTP. The order of the steps is the order of the checks: rate limit, path and method, credential, then the steps of the route (docs/contract.md, "Errors"). */
export const createApp = ({
  routes,
  authenticate,
  limiter,
  identify,
  trustProxy,
  maxRunning = maxRunningOfAddress,
  traceRequest,
  ui,
  log,
}: AppDependencies): RequestListener => {
  const app = express();
  app.set('trust proxy', trustProxy);
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  // Without this a trusted proxy that is named with its port would count as the client. A connection that is reset just now has no address.
  app.set('trust proxy', (address: string | undefined, hop: number) => isTrusted(withoutPort(address ?? ''), hop));
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.disable('etag');

  app.use(allowListeners, logRequests(log.request));
  app.use(securityHeaders());
  app.use(requireHost);
  if (ui) app.use(limitRunning(filesPerRequest * maxRunning), ui);
  app.use(compressing(), boundUnreadReplies(), boundBodiesInMemory());
  if (traceRequest) app.use(tracing(traceRequest));
  app.use(limitRunning(maxRunning));
  app.use(rateLimiting(limiter, identify));
  app.options('/{*path}', notFound);
  const inHandlerTurn = handlerTurns();
  for (const [method, path, access, ...steps] of routes) {
    const handler = steps.at(-1) ?? notFound;
    const checks = [...authenticate(access), sendWhileIdentified, ...steps.slice(0, -1)];
    app[method](path, storeRoute(path), ...checks, inHandlerTurn, handler);
  }
  app.use(notFound);
  app.use(errorHandler(log.unexpectedError));
  return inTurns(app);
};

/** For the metrics and traces of a request. */
const storeRoute =
  (path: string): RequestHandler =>
  (_request, response, next) => {
    response.locals['route'] = path;
    next();
  };

/** Begins the requests of an app in turns of their addresses; a /56 of IPv6 counts as one. */
const inTurns = (app: Express): RequestListener => {
  const inTurn = requestTurns();
  return (request, response) =>
    inTurn(
      () => customerAddress(addressOf(app, request)),
      // No route or middleware matches a target that is not a valid URL (`GET http://[/`).
      () => app(request as Request, response as Response, () => refuse(response as Response, 404, 'Not found')),
    );
};

/** `request.ip`, before Express has the request. */
const addressOf = (app: Express, { headers, socket }: IncomingMessage): string | undefined =>
  (Object.assign(Object.create(app.request), { headers, socket }) as Request).ip;

/** Limits, logs and streams wait for the end of a response at the same time; Node takes more than ten such for a leak. */
const allowListeners: RequestHandler = (_request, response, next) => {
  response.setMaxListeners(20);
  next();
};

const notFound: RequestHandler = (_request, response) => refuse(response, 404, 'Not found');

/** The headers of helmet, which are the same for every response: made once, instead of by its dozen steps for each request. */
const securityHeaders = (): RequestHandler => {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  // The API page must not load its resources over TLS if the service is reached without it.
  const contentSecurityPolicy = { directives: { upgradeInsecureRequests: null } };
  helmet({ contentSecurityPolicy })({} as Request, recorder as unknown as Response, () => undefined);
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};

/** HTTP/1.1 requires these refusals (RFC 9112, 3.2). */
const requireHost: RequestHandler = (request, response, next) => {
  const hosts = request.headersDistinct['host']?.length ?? 0;
  if (hosts > 1) refuse(response, 400, 'Host must be given once');
  else if (hosts === 0 && request.httpVersion === '1.1') refuse(response, 400, 'Host is required');
  else next();
};

/** Checks of an orchestrator, which must not be refused while a client behind the same address asks too much. */
const unlimited: readonly string[] = ['/api/health', '/api/ready'];

/** As many as the proxies in `deploy/` let through; all people of an office ask for fewer at the same moment. */
const maxRunningOfAddress = 512;

/** With the files of the web interface: a browser asks for six at a time, so that some hundred people may open it in one moment. */
const filesPerRequest = 4;

/**
 * Refuses requests while too many of their address run, so that one address does not hold all connections. Behind a trusted proxy the address is that of its client; a
 * /56 of IPv6 counts as one.
 */
const limitRunning = (max: number): RequestHandler => {
  const start = keyLimit(max);
  return (request, response, next) => {
    const end = unlimited.includes(request.path) ? () => undefined : start(customerAddress(request.ip));
    if (end) {
      response.once('close', end);
      next();
      return;
    }
    response.set('Retry-After', '5');
    refuse(response, 429, `At most ${max} requests can run at a time`);
  };
};

/** Counts every request but those checks (docs/contract.md, "Limits"). */
const rateLimiting =
  (limiter: RateLimiter, identify: Identify = () => Promise.resolve(undefined)): RequestHandler =>
  async (request, response, next) => {
    if (unlimited.includes(request.path)) {
      next();
      return;
    }
    const account = await identify(request, response);
    const { admitted, limit, remaining, resetSeconds } = await limiter.admit(
      // No address looks like that, so that neither uses up what the other may ask for.
      account === undefined ? clientAddress(request.ip) : `account:${account}`,
    );
    if (limit > 0) {
      response.set({
        'RateLimit-Limit': String(limit),
        'RateLimit-Remaining': String(remaining),
        'RateLimit-Reset': String(resetSeconds),
      });
    }
    if (admitted) {
      next();
      return;
    }
    response.set('Retry-After', String(resetSeconds));
    refuse(response, 429, 'Rate limit exceeded', 'rate-limit-exceeded');
  };

/** Runs what follows in the span of the request, which ends when the response is closed. */
const tracing =
  (traceRequest: TraceRequest): RequestHandler =>
  (request, response, next) => {
    if (unlimited.includes(request.path)) {
      next();
      return;
    }
    traceRequest(request.get('traceparent'), (end) => {
      response.once('close', () => {
        const { method, route, status } = outcomeOf(request, response);
        end(`${method} ${route}`, {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'precedent.request_id': String(response.getHeader('X-Request-Id')),
        });
      });
      next();
    });
  };
