import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { InvalidInput } from '../domain/errors.ts';
import type { AssignedColumns, Spooled } from '../ports/ingest.ts';
import { receiveBytes } from '../uploads/receive-bytes.ts';
import { acceptBody, bodyTooLarge, maxSmallBytes, maxUploadBytes } from './bodies.ts';
import { HttpRefusal } from './errors.ts';

/** The file that a body is written to, and whether its SHA-256 is needed. */
type Target = { readonly path: string; readonly hash: boolean };

/** Writes a JSON upload to a file, because 50 MB must not be held in memory; the caller removes the file. Throws HttpRefusal. */
export const spoolJson = async (request: Request, response: Response, { path, hash }: Target): Promise<Spooled> => {
  acceptBody(request, response, { type: 'application/json', maxBytes: maxUploadBytes });
  const received = receiveBytes({ hash });
  const inspected = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      if (received.write(chunk) > maxUploadBytes) throw bodyTooLarge('50 MB');
      yield chunk;
    }
  };
  try {
    await pipeline(request, inspected, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw asRefusal(error, response);
  }
  return { ...received.end(), kind: 'body', path, name: '', type: 'application/json', columns: new Map() };
};

/**
 * Writes the one file of a multipart body, which may be in any field, to a file that the caller removes. The field `columns` may come before or after
 * it. Throws HttpRefusal and InvalidInput.
 */
export const spoolFile = async (request: Request, response: Response, { path, hash }: Target): Promise<Spooled> => {
  acceptBody(request, response, { type: 'multipart/form-data', maxBytes: maxUploadBytes + maxSmallBytes });
  const received = receiveBytes({ hash });
  await parseForm(
    request,
    response,
    inspectingStorage(path, (chunk) => void received.write(chunk)),
  );
  const [file] = request.files as readonly Express.Multer.File[];
  if (!file) throw new InvalidInput('A file is required: send it as multipart/form-data in the field file');
  const { columns } = request.body as { readonly columns?: unknown };
  try {
    const assigned = assignedColumnsOf(columns);
    return { ...received.end(), kind: 'file', path, name: file.originalname, type: file.mimetype, columns: assigned };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

/** Stores one file on disk and passes its bytes on. The storage's pipe pauses the stream for both of its readers. */
const inspectingStorage = (path: string, write: (chunk: Buffer) => void): StorageEngine => {
  const storage = multer.diskStorage({
    destination: dirname(path),
    filename: (_request, _file, done) => done(null, basename(path)),
  });
  return {
    _handleFile: (request, file, done) => {
      file.stream.on('data', write);
      storage._handleFile(request, file, done);
    },
    _removeFile: (request, file, done) => storage._removeFile(request, file, done),
  };
};

const formLimits = {
  files: 1,
  fileSize: maxUploadBytes,
  fields: 20,
  fieldSize: maxSmallBytes,
  parts: 21,
  fieldNameSize: 200,
};

const parseForm = async (request: Request, response: Response, storage: StorageEngine): Promise<void> => {
  const parse = multer({ storage, limits: formLimits, defParamCharset: 'utf8' }).any();
  await new Promise<void>((resolve, reject) => {
    void parse(request, response, (error: unknown) => {
      if (error) reject(fromMulter(error, response));
      else resolve();
    });
  });
};

const fromMulter = (error: unknown, response: Response): Error => {
  if (!(error instanceof MulterError)) {
    if (response.req.destroyed && !response.req.complete) return incompleteRequest();
    const malformed =
      error instanceof Error && /multipart|boundary|unexpected end|malformed|header/i.test(error.message);
    return malformed ? new InvalidInput('body is not valid multipart/form-data') : asRefusal(error, response);
  }
  if (error.code === 'LIMIT_FILE_SIZE') return asRefusal(bodyTooLarge('50 MB'), response);
  if (error.code === 'LIMIT_FILE_COUNT') return new InvalidInput('Only one file can be uploaded at a time');
  return new InvalidInput(`body is not acceptable multipart/form-data: ${error.message}`);
};

/** The rest of a body that is too large is not read: the connection ends with the answer. */
const asRefusal = (error: unknown, response: Response): Error => {
  if (error instanceof HttpRefusal && error.status === 413 && !response.headersSent) {
    response.set('Connection', 'close');
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') return incompleteRequest();
  return error instanceof Error ? error : new Error(String(error));
};

const incompleteRequest = () => new HttpRefusal(400, 'The request was not sent to its end');

const invalidColumns = 'columns must be a JSON object of header titles and column names';

/** The form field `columns`, not yet compared with a header; a missing or empty field assigns nothing. Throws InvalidInput. */
const assignedColumnsOf = (field: unknown): AssignedColumns => {
  if (field === undefined || field === '') return new Map();
  if (typeof field !== 'string') throw new InvalidInput('columns can be given once');
  const entries = entriesOf(field);
  for (const [title, column] of entries) {
    if (title.trim() === '') throw new InvalidInput(invalidColumns);
    if (column !== null && typeof column !== 'string') throw new InvalidInput(invalidColumns);
  }
  return new Map(entries as [string, string | null][]);
};

const entriesOf = (text: string): readonly [string, unknown][] => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidInput(invalidColumns);
  }
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) throw new InvalidInput(invalidColumns);
  return Object.entries(value);
};

type Work<Result> = {
  readonly requestId: string;
  readonly work: (requestId: string) => Promise<Result>;
  readonly abandon: (requestId: string) => Promise<void>;
};

/** Works on a spooled body and removes its file at the end. If the client disconnects before, the work of that request is abandoned. */
export const workOnSpooled = async <Result>(
  response: Response,
  { path }: Pick<Spooled, 'path'>,
  { requestId, work, abandon }: Work<Result>,
): Promise<Result> => {
  const onClose = () => {
    if (!response.writableFinished) void abandon(requestId).catch(() => undefined);
  };
  response.once('close', onClose);
  try {
    return await work(requestId);
  } finally {
    response.off('close', onClose);
    await rm(path, { force: true });
  }
};
