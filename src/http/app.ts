import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { Credential } from './authentication.ts';
import { errorHandler, refuse } from './errors.ts';
import { rateLimiting } from './rate-limiting.ts';
import type { Route } from './routes.ts';

export type RequestLine = {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, never the address itself. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
};

export type AppDependencies = {
  readonly routes: readonly Route[];
  readonly credential: (credential: Credential) => readonly RequestHandler[];
  readonly limiter: RateLimiter;
  readonly trustProxy: string | number | false;
  /** Serves the web interface; what is not of it goes on. */
  readonly ui?: RequestHandler;
  readonly log: {
    readonly request: (line: RequestLine) => void;
    readonly unforeseen: (requestId: string, error: unknown) => void;
  };
};

/** The service over HTTP; the order of its steps is the order of the checks in decisions: rate, path and method, credential, and on. */
export const createApp = ({ routes, credential, limiter, trustProxy, ui, log }: AppDependencies): RequestListener => {
  const app = express();
  app.set('trust proxy', trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.disable('etag');

  app.use(identified(log.request));
  app.use(helmet());
  if (ui) app.use(ui);
  app.use(rateLimiting(limiter));
  app.use(hostNamed);
  app.options('/{*path}', notFound);
  for (const [method, path, needed, ...steps] of routes) {
    const noted: RequestHandler = (_request, response, next) => {
      response.locals['route'] = path;
      next();
    };
    app[method](path, noted, ...credential(needed), ...steps);
  }
  app.use(notFound);
  app.use(errorHandler(log.unforeseen));
  // A request whose target is no address at all (`GET http://[/`) passes by every step.
  return (request, response) =>
    app(request as Request, response as Response, () => refuse(response as Response, 404, 'Not found'));
};

const notFound: RequestHandler = (_request, response) => refuse(response, 404, 'Not found');

/** HTTP/1.1 asks for this refusal (RFC 9112, 3.2). */
const hostNamed: RequestHandler = (request, response, next) => {
  if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(response, 400, 'Host is required');
  else next();
};

/** Gives a request its id and tells of it in one line when it is answered. */
const identified =
  (tell: (line: RequestLine) => void): RequestHandler =>
  (request, response, next) => {
    const requestId = randomUUID();
    const start = performance.now();
    response.set('X-Request-Id', requestId);
    response.set('Cache-Control', 'no-store');
    response.once('close', () =>
      tell({
        requestId,
        method: request.method,
        route: (response.locals['route'] as string | undefined) ?? 'none',
        status: response.writableFinished ? response.statusCode : 499,
        milliseconds: Math.round((performance.now() - start) * 10) / 10,
      }),
    );
    next();
  };
