import type { ErrorRequestHandler, Response } from 'express';
import {
  CollectionNotFound,
  EmailTaken,
  InvalidInput,
  InvalidLogin,
  NotAuthenticated,
  Refusal,
  Unavailable,
  UploadNotFound,
  UploadRunning,
} from '../domain/errors.ts';

/** What is refused by HTTP itself: a header, a size, a path. */
export class HttpRefusal extends Refusal {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The one table that turns refusals into responses ("Errors" of the contract); whatever is not in it is a 500 without details. */
const statuses: readonly (readonly [new (message: string) => Refusal, number])[] = [
  [InvalidInput, 400],
  [EmailTaken, 400],
  [InvalidLogin, 401],
  [NotAuthenticated, 401],
  [CollectionNotFound, 404],
  [UploadNotFound, 404],
  [UploadRunning, 409],
  [Unavailable, 500],
];

export const statusOf = (error: unknown): number => {
  if (error instanceof HttpRefusal) return error.status;
  return statuses.find(([Class]) => error instanceof Class)?.[1] ?? 500;
};

/** Every refusal is exactly one field. */
export const refuse = (response: Response, status: number, detail: string): void => {
  if (status === 401) response.set('WWW-Authenticate', 'Bearer');
  response.status(status).json({ detail });
};

/** The last handler: known refusals with their own words, everything else logged and answered without a word of it. */
export const errorHandler =
  (unforeseen: (requestId: string, error: unknown) => void): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof Refusal) {
      refuse(response, statusOf(error), error.message);
      return;
    }
    const ours = fromBodyParser(error);
    if (ours) {
      refuse(response, ours.status, ours.message);
      return;
    }
    unforeseen(String(response.getHeader('X-Request-Id')), error);
    refuse(response, 500, 'Internal error');
  };

/** Errors of express' own parsers (bodies, paths) carry a status; their words are replaced by ours. */
const fromBodyParser = (error: unknown): HttpRefusal | undefined => {
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
