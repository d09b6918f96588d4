import express, { type Request, type RequestHandler, type Response } from 'express';
import { InvalidInput } from '../domain/errors.ts';
import { maxUploadBytes } from '../domain/limits.ts';
import { isUuid } from '../platform/uuid.ts';
import { HttpRefusal } from './errors.ts';
import { requireBoundedJson } from './json-bounds.ts';
import { requireReceiptJson } from './receipt-json.ts';

/** Largest other body, in bytes: it is parsed on the thread that routes requests. */
export const maxSmallBytes = 1024 * 1024;

export const bodyTooLarge = (maxBytes: number) => {
  const limit = maxBytes < maxUploadBytes ? '1 MB here' : '50 MB';
  return new HttpRefusal(413, `Request body is too large: at most ${limit}`);
};

/** Checks type, encoding and declared length, which it returns (0 if none is declared). Throws HttpRefusal. */
export const checkBodyHeaders = (
  request: Request,
  { type, maxBytes }: { readonly type: string; readonly maxBytes: number },
): number => {
  if (!request.is(type)) throw new HttpRefusal(400, `Content-Type must be ${type}`);
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpRefusal(400, 'Content-Encoding is not supported');
  }
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > maxBytes) throw bodyTooLarge(maxBytes);
  return length;
};

/** The UUID in a header, in lower case; undefined without the header. Throws InvalidInput. */
export const idInHeader = (request: Request, name: string): string | undefined => {
  const id = request.get(name);
  if (id !== undefined && !isUuid(id)) throw new InvalidInput(`${name} must be a UUID`);
  return id?.toLowerCase();
};

/** Whether a request has no body, or an empty one. */
export const isBodyless = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** Answers `Expect: 100-continue`, once it is known that the body will be read. */
export const sendContinue = (request: Request, response: Response): void => {
  if (/100-continue/i.test(request.headers.expect ?? '')) response.writeContinue();
};

/** Parses a small JSON body, once `check` has looked through its text, into `request.body`. One that is too large is refused at once: the parser would first read it to its end. */
const jsonBodyAfter = (check: (text: string) => void): RequestHandler => {
  const verify = (_request: unknown, _response: unknown, body: Buffer, encoding: string) => {
    // RFC 8259, 8.1; bytes of another encoding would have to be decoded for the check.
    if (encoding !== 'utf-8') throw new HttpRefusal(400, 'body must be encoded in UTF-8');
    check(body.toString());
  };
  const parse = express.json({ limit: maxSmallBytes, strict: false, inflate: false, type: () => true, verify });
  return (request, response, next) => {
    checkBodyHeaders(request, { type: 'application/json', maxBytes: maxSmallBytes });
    sendContinue(request, response);
    let bytes = 0;
    let isRefused = false;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxSmallBytes || isRefused) return;
      isRefused = true;
      next(bodyTooLarge(maxSmallBytes));
    });
    parse(request, response, (error) => {
      if (!isRefused) next(error);
    });
  };
};

/** The steps that parse bodies: all but those of uploads, and of a receipt, through whose names they look too. */
export const jsonBodies = {
  jsonBody: jsonBodyAfter(requireBoundedJson),
  receiptBody: jsonBodyAfter(requireReceiptJson),
};
