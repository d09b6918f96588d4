import type { ErrorRequestHandler, Response } from 'express';
import {
  CollectionNotFound,
  DiskFull,
  EmailTaken,
  ErasureNotFound,
  InvalidInput,
  InvalidLogin,
  NotAuthenticated,
  PreviewNotFound,
  QuotaExceeded,
  Refusal,
  RuleViolated,
  StoppedByUser,
  StoreDamaged,
  TicketChanged,
  TicketErased,
  TicketNotFound,
  TicketRevisionNotFound,
  TooManyAttempts,
  Unavailable,
  UploadNotFound,
  UploadRunning,
} from '../domain/errors.ts';
import { refusal } from './schemas/responses.ts';
import { endAfterBody } from './unread-body.ts';

/** A refusal by HTTP rules: a header, a size, a path. */
export class HttpRefusal extends Refusal {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The status of each refusal (docs/contract.md, "Errors"); any other error is a 500 without details. */
const statuses: readonly (readonly [new (message: string) => Refusal, number])[] = [
  [InvalidInput, 400],
  [EmailTaken, 400],
  [InvalidLogin, 401],
  [NotAuthenticated, 401],
  [QuotaExceeded, 403],
  [CollectionNotFound, 404],
  [UploadNotFound, 404],
  [PreviewNotFound, 404],
  [TicketNotFound, 404],
  [TicketRevisionNotFound, 404],
  [ErasureNotFound, 404],
  [TicketErased, 410],
  [UploadRunning, 409],
  [StoppedByUser, 409],
  [TicketChanged, 412],
  [RuleViolated, 422],
  [TooManyAttempts, 429],
  [DiskFull, 507],
  [Unavailable, 500],
  [StoreDamaged, 500],
];

export const statusOf = (error: unknown): number => {
  if (error instanceof HttpRefusal) return error.status;
  return statuses.find(([Class]) => error instanceof Class)?.[1] ?? 500;
};

/** Answers with a refusal, which has exactly one field. */
export const refuse = (response: Response, status: number, detail: string): void => {
  if (status === 401) response.set('WWW-Authenticate', 'Bearer');
  response.status(status).type('json');
  void endAfterBody(response.req, response, { text: JSON.stringify(refusal.toJson({ detail })) });
};

/**
 * The last handler: a refusal answers with its message; any other error is logged and answered without details. An error after the headers, as in a stream, is
 * always logged, since it cannot be answered, and closes the connection.
 */
export const errorHandler =
  (logUnexpected: (requestId: string, error: unknown) => void): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const log = () => logUnexpected(String(response.getHeader('X-Request-Id')), error);
    if (response.headersSent) {
      log();
      response.destroy();
      return;
    }
    if (error instanceof TicketErased && error.erasureId !== undefined) response.set('Erasure-Id', error.erasureId);
    if (error instanceof TooManyAttempts) response.set('Retry-After', String(error.retryAfterSeconds));
    if (error instanceof Refusal) {
      refuse(response, statusOf(error), error.message);
      return;
    }
    const known = refusalOf(error);
    if (known) {
      refuse(response, known.status, known.message);
      return;
    }
    log();
    refuse(response, 500, 'Internal error');
  };

/** Errors of Express’ parsers (bodies, paths), which carry a status, with a message of our own. */
const refusalOf = (error: unknown): HttpRefusal | undefined => {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return new HttpRefusal(413, 'Request body is too large');
  if (type === 'request.aborted') return new HttpRefusal(400, 'The request was not sent to its end');
  if (type === 'entity.parse.failed') return new HttpRefusal(400, 'body is not valid JSON');
  if (type === 'charset.unsupported') return new HttpRefusal(400, 'body must be encoded in UTF-8');
  if (type === 'encoding.unsupported') return new HttpRefusal(400, 'Content-Encoding is not supported');
  if (error instanceof URIError) return new HttpRefusal(404, 'Not found');
  if (typeof status === 'number' && status >= 400 && status < 500) return new HttpRefusal(400, 'Invalid request');
  return undefined;
};
