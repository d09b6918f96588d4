import type { ErrorRequestHandler, Response } from 'express';
import {
  AnswerNotFound,
  ChangedMeanwhile,
  CollectionNotFound,
  DiskFull,
  EmailTaken,
  ErasureNotFound,
  GapNotFound,
  InvalidInput,
  InvalidLogin,
  KeyNotFound,
  KeyScopeMissing,
  ModelChanged,
  NotAuthenticated,
  PreviewNotFound,
  QuotaExceeded,
  Refusal,
  RuleViolated,
  StoppedByUser,
  Stopping,
  StoreDamaged,
  TicketChanged,
  TicketErased,
  TicketNotFound,
  TicketRevisionNotFound,
  TooManyAttempts,
  Unavailable,
  UploadNotFound,
  UploadRunning,
  WrongPassword,
} from '../domain/errors.ts';
import { breakOff } from './identity-watch.ts';
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

/** The status and code of each refusal (docs/contract.md, "Errors"), subclasses first; any other error is a 500 without details. */
const refusals: readonly (readonly [new (...given: never[]) => Refusal, number, string])[] = [
  [InvalidInput, 400, 'invalid-input'],
  [EmailTaken, 400, 'email-taken'],
  [InvalidLogin, 401, 'invalid-login'],
  [NotAuthenticated, 401, 'not-authenticated'],
  [QuotaExceeded, 403, 'quota-exceeded'],
  [KeyScopeMissing, 403, 'key-scope-missing'],
  [WrongPassword, 403, 'wrong-password'],
  [CollectionNotFound, 404, 'collection-not-found'],
  [KeyNotFound, 404, 'key-not-found'],
  [UploadNotFound, 404, 'upload-not-found'],
  [PreviewNotFound, 404, 'preview-not-found'],
  [TicketNotFound, 404, 'ticket-not-found'],
  [TicketRevisionNotFound, 404, 'revision-not-found'],
  [AnswerNotFound, 404, 'answer-not-found'],
  [GapNotFound, 404, 'gap-not-found'],
  [ErasureNotFound, 404, 'erasure-not-found'],
  [TicketErased, 410, 'ticket-erased'],
  [UploadRunning, 409, 'upload-running'],
  [StoppedByUser, 409, 'upload-stopped'],
  [ChangedMeanwhile, 409, 'changed-meanwhile'],
  [TicketChanged, 412, 'ticket-changed'],
  [RuleViolated, 422, 'rule-violated'],
  [TooManyAttempts, 429, 'too-many-attempts'],
  [DiskFull, 507, 'disk-full'],
  [ModelChanged, 500, 'model-changed'],
  [Stopping, 500, 'stopping'],
  [Unavailable, 500, 'unavailable'],
  [StoreDamaged, 500, 'store-damaged'],
];

/** Of refusals by HTTP rules, by their status. */
const codesOfStatuses: Readonly<Record<number, string>> = {
  400: 'invalid-request',
  403: 'page-refused',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'request-timeout',
  413: 'body-too-large',
  428: 'precondition-required',
  429: 'too-many-streams',
};

const classified = (error: unknown): { readonly status: number; readonly code: string } => {
  if (error instanceof HttpRefusal)
    return { status: error.status, code: codesOfStatuses[error.status] ?? 'internal-error' };
  const [, known = 500, code = 'internal-error'] = refusals.find(([Class]) => error instanceof Class) ?? [];
  return { status: known, code };
};

export const statusOf = (error: unknown): number => classified(error).status;

/** The code that names a refusal to programs. */
export const codeOf = (error: unknown): string => classified(error).code;

/** Answers with a refusal, which has exactly one field; its code is in a header, for clients that say it in words of their own. */
export const refuse = (response: Response, status: number, detail: string, code = codesOfStatuses[status]): void => {
  if (code !== undefined) response.set('Error-Code', code);
  if (status === 401) response.set('WWW-Authenticate', 'Bearer');
  response.status(status).type('json');
  void endAfterBody(response.req, response, { text: JSON.stringify(refusal.toJson({ detail })) });
};

/**
 * The last handler: a refusal answers with its message; any other error is logged and answered without details. An error after the headers, as in a stream, is
 * logged, since it cannot be answered, unless the session or key of its request has ended or its collection was deleted, and closes the connection.
 */
export const errorHandler =
  (logUnexpected: (requestId: string, error: unknown) => void): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const log = () => logUnexpected(String(response.getHeader('X-Request-Id')), error);
    if (response.headersSent) {
      if (error instanceof NotAuthenticated) {
        breakOff(response);
        return;
      }
      if (!(error instanceof CollectionNotFound)) log();
      response.destroy();
      return;
    }
    if (error instanceof TicketErased && error.erasureId !== undefined) response.set('Erasure-Id', error.erasureId);
    if (error instanceof TooManyAttempts) response.set('Retry-After', String(error.retryAfterSeconds));
    if (error instanceof Refusal) {
      const { status, code } = classified(error);
      refuse(response, status, error.message, code);
      return;
    }
    const known = refusalOf(error);
    if (known) {
      refuse(response, known.status, known.message);
      return;
    }
    log();
    refuse(response, 500, 'Internal error', 'internal-error');
  };

/** Errors of Express’ parsers (bodies, paths), which carry a status, with a message of our own. */
const refusalOf = (error: unknown): HttpRefusal | undefined => {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return new HttpRefusal(413, 'Request body is too large');
  if (type === 'request.aborted') return new HttpRefusal(400, 'The request was not sent to its end');
  if (type === 'encoding.unsupported') return new HttpRefusal(400, 'Content-Encoding is not supported');
  if (error instanceof URIError) return new HttpRefusal(404, 'Not found');
  if (typeof status === 'number' && status >= 400 && status < 500) return new HttpRefusal(400, 'Invalid request');
  return undefined;
};
