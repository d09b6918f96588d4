import type { Readable } from 'node:stream';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { InvalidInput } from '../domain/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { requireIdentity } from './authentication.ts';
import { countInMemory } from './bodies-in-memory.ts';
import { HttpRefusal } from './errors.ts';
import { jsonBounds } from './json-bounds.ts';

/**
 * Largest other bodies, in bytes, by what they have: they are parsed on the thread that routes requests. Each is as large as its fields can be with all of
 * their characters escaped, but for texts and ids of tickets, whose length in UTF-8 counts; small ones leave room to name a field that is far too long.
 */
export const bodyLimits = {
  /** An e-mail and passwords, a name, a verdict, the settings of a collection or a key. */
  fields: 64 * 1024,
  /** A question with the categories of its filter. */
  question: 512 * 1024,
  /** The texts of a ticket, ids of many, or a receipt. */
  tickets: 1024 * 1024,
};

export const bodyTooLarge = (maxBytes: number) => {
  const kibibytes = maxBytes / 1024;
  const limit = kibibytes < 1024 ? `${kibibytes} KB here` : kibibytes === 1024 ? '1 MB here' : '50 MB';
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

/** The chunks of a stream, whose rest can be read afterwards. */
export const chunksOf = (source: Readable) => source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;

/** Answers `Expect: 100-continue`, once it is known that the body will be read. */
export const sendContinue = (request: Request, response: Response): void => {
  if (/100-continue/i.test(request.headers.expect ?? '')) response.writeContinue();
};

/** Of a message of an assistant, which its protocol checks value by value: a filter with all that it can have is a tenth of it. */
const maxMessageValues = 1_000;

/** Of a receipt: the largest, of a thousand tickets whose texts are in 50 other collections, has 4 500. */
const maxReceiptValues = 6_000;

/** What a buffer takes besides its bytes: the chunks of a body are kept until its end, and its client may send small ones. */
const bytesOfBuffer = 300;

type Reading = {
  readonly maxBytes: number;
  readonly maxValues?: number;
  /** What the handler is given for the text of a body. Throws HttpRefusal. */
  readonly read: (text: string) => unknown;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpRefusal(400, 'body is not valid JSON');
  }
};

/** RFC 8259, 8.1; bytes of another encoding would have to be decoded for the checks. */
const requireUtf8 = (request: Request): void => {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.get('Content-Type') ?? '') ?? [];
  if (charset.toLowerCase() !== 'utf-8') throw new HttpRefusal(400, 'body must be encoded in UTF-8');
};

/** A body without a byte order mark; an empty one is that of no fields. */
const textOf = (body: unknown): string =>
  Buffer.isBuffer(body) && body.length > 0 ? new TextDecoder().decode(body) : '{}';

/**
 * Reads a small body of JSON. One that is too large, too deep or has too many values is refused as soon as that is seen: a reader of express would first read
 * it to its end. It is decoded and parsed once it has passed: the decoder of those readers takes four times as long.
 */
const readBody = ({ maxBytes, maxValues, read }: Reading): RequestHandler => {
  const collect = express.raw({ limit: maxBytes, inflate: false, type: () => true });
  return (request, response, next) => {
    checkBodyHeaders(request, { type: 'application/json', maxBytes });
    requireUtf8(request);
    sendContinue(request, response);
    const look = jsonBounds(maxValues);
    let [bytes, held] = [0, 0];
    let isRefused = false;
    request.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      try {
        if ((bytes += chunk.length) > maxBytes) throw bodyTooLarge(maxBytes);
        countInMemory(response, (held += chunk.length + bytesOfBuffer));
        look(chunk);
      } catch (error) {
        isRefused = true;
        // What comes of it yet is kept no more.
        request.removeAllListeners('data');
        next(error);
      }
    });
    const parse = async () => {
      request.body = read(textOf(request.body));
      await requireIdentity(response);
    };
    collect(request, response, (error) => {
      if (isRefused) return;
      if (error) next(error);
      else parse().then(() => next(), next);
    });
  };
};

/** The steps that read bodies: all but those of uploads. The text of a receipt is looked through and parsed in the turn of its tenant. */
export const jsonBodies = {
  fieldsBody: readBody({ maxBytes: bodyLimits.fields, read: parseJson }),
  questionBody: readBody({ maxBytes: bodyLimits.question, read: parseJson }),
  ticketsBody: readBody({ maxBytes: bodyLimits.tickets, read: parseJson }),
  messageBody: readBody({ maxBytes: bodyLimits.question, maxValues: maxMessageValues, read: parseJson }),
  receiptBody: readBody({ maxBytes: bodyLimits.tickets, maxValues: maxReceiptValues, read: (text) => text }),
};
