import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler, type Response } from 'express';
import multer, { MulterError } from 'multer';
import { InvalidInput } from '../domain/errors.ts';
import type { Spooled } from '../ports/ingest.ts';
import { assignedColumnsOf } from './assigned-columns.ts';
import { HttpRefusal } from './errors.ts';

/** "Limits" of the contract: what the front proxy and an upload take. */
const uploadBytes = 50 * 1024 * 1024;
/** Everything that is no upload is parsed on the thread that routes, so that it must be small. */
const smallBytes = 1024 * 1024;

const tooLarge = (limit: string) => new HttpRefusal(413, `Request body is too large: at most ${limit}`);

const notSentToItsEnd = () => new HttpRefusal(400, 'The request was not sent to its end');

/** A client that asked may send its body now: credential and collection were checked. */
const welcome = (request: Request, response: Response) => {
  if (/100-continue/i.test(request.headers.expect ?? '')) response.writeContinue();
};

const checkHeaders = (request: Request, type: string, most: number): void => {
  if (!request.is(type)) throw new HttpRefusal(400, `Content-Type must be ${type}`);
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpRefusal(400, 'Content-Encoding is not supported');
  }
  if (Number(request.headers['content-length'] ?? 0) > most) {
    throw tooLarge(most === smallBytes ? '1 MB here' : '50 MB');
  }
};

const parse: RequestHandler = express.json({ limit: smallBytes, strict: false, inflate: false, type: () => true });

/** Parses a small JSON body into `request.body`. */
export const jsonBody: RequestHandler = (request, response, next) => {
  checkHeaders(request, 'application/json', smallBytes);
  welcome(request, response);
  parse(request, response, next);
};

/** Writes a JSON upload to a file, so that nothing of 50 MB is ever held in memory; the caller removes it. */
export const spoolJson = async (request: Request, response: Response, path: string): Promise<Spooled> => {
  checkHeaders(request, 'application/json', uploadBytes);
  welcome(request, response);
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > uploadBytes) throw tooLarge('50 MB');
      yield chunk;
    }
  };
  try {
    await pipeline(request, counted, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw asRefusal(error, response);
  }
  return { path, name: '', type: 'application/json', columns: new Map() };
};

/** Takes the one file of a multipart body, in any field, to a file of ours; the caller removes it. The field `columns` may stand before or after it. */
export const spoolFile = async (
  request: Request,
  response: Response,
  at: { folder: string; name: string },
): Promise<Spooled> => {
  checkHeaders(request, 'multipart/form-data', uploadBytes + smallBytes);
  welcome(request, response);
  const storage = multer.diskStorage({
    destination: at.folder,
    filename: (_request, _file, done) => done(null, at.name),
  });
  const take = multer({
    storage,
    limits: { files: 1, fileSize: uploadBytes, fields: 20, fieldSize: smallBytes, parts: 21, fieldNameSize: 200 },
    defParamCharset: 'utf8',
  }).any();
  await new Promise<void>((resolve, reject) => {
    void take(request, response, (error: unknown) => {
      const failure = error ? fromMulter(error, response) : undefined;
      if (failure) reject(failure);
      else resolve();
    });
  });
  const [file] = request.files as readonly Express.Multer.File[];
  if (!file) throw new InvalidInput('A file is required: send it as multipart/form-data in the field file');
  const { columns } = request.body as { readonly columns?: unknown };
  try {
    return { path: file.path, name: file.originalname, type: file.mimetype, columns: assignedColumnsOf(columns) };
  } catch (error) {
    await rm(file.path, { force: true });
    throw error;
  }
};

const fromMulter = (error: unknown, response: Response): Error => {
  if (!(error instanceof MulterError)) {
    if (response.req.destroyed && !response.req.complete) return notSentToItsEnd();
    const malformed =
      error instanceof Error && /multipart|boundary|unexpected end|malformed|header/i.test(error.message);
    return malformed ? new InvalidInput('body is not valid multipart/form-data') : asRefusal(error, response);
  }
  if (error.code === 'LIMIT_FILE_SIZE') return asRefusal(tooLarge('50 MB'), response);
  if (error.code === 'LIMIT_FILE_COUNT') return new InvalidInput('Only one file can be uploaded at a time');
  return new InvalidInput(`body is not acceptable multipart/form-data: ${error.message}`);
};

/** What is left of a body that is too large is not read: the connection ends with the answer. */
const asRefusal = (error: unknown, response: Response): Error => {
  if (error instanceof HttpRefusal && error.status === 413 && !response.headersSent)
    response.set('Connection', 'close');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') {
    return notSentToItsEnd();
  }
  return error instanceof Error ? error : new Error(String(error));
};
