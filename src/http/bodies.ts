import express, { type Request, type RequestHandler, type Response } from 'express';
import { InvalidInput } from '../domain/errors.ts';
import { maxUploadBytes } from '../domain/limits.ts';
import { isUuid } from '../platform/uuid.ts';
import { requireIdentity } from './authentication.ts';
import { HttpRefusal } from './errors.ts';
import { requireBoundedJson } from './json-bounds.ts';

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

const small = { limit: maxSmallBytes, inflate: false, type: () => true } as const;

type Verify = (request: unknown, response: unknown, body: Buffer, encoding: string) => void;

/** RFC 8259, 8.1; bytes of another encoding would have to be decoded for the checks. */
const requireUtf8: Verify = (_request, _response, _body, encoding) => {
  if (encoding !== 'utf-8') throw new HttpRefusal(400, 'body must be encoded in UTF-8');
};

const verifyJson =
  (maxValues?: number): Verify =>
  (request, response, body, encoding) => {
    requireUtf8(request, response, body, encoding);
    requireBoundedJson(body.toString(), maxValues);
  };

/** Of a message of an assistant, which its protocol checks value by value: a filter with all that it can have is a tenth of it. */
const maxMessageValues = 1_000;

/** Reads a small body of JSON with a parser of express. One that is too large is refused at once: the parser would first read it to its end. */
const readWith =
  (parse: RequestHandler): RequestHandler =>
  (request, response, next) => {
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
      if (isRefused) return;
      if (error) next(error);
      else requireIdentity(response).then(() => next(), next);
    });
  };

/** The steps that read bodies: all but those of uploads. The text of a receipt is looked through and parsed in the turn of its tenant. */
export const jsonBodies = {
  jsonBody: readWith(express.json({ ...small, strict: false, verify: verifyJson() })),
  messageBody: readWith(express.json({ ...small, strict: false, verify: verifyJson(maxMessageValues) })),
  receiptBody: readWith(express.text({ ...small, defaultCharset: 'utf-8', verify: requireUtf8 })),
};
