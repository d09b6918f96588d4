import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { mapDiskFailure } from '../domain/disk-failure.ts';
import { InvalidInput, Refusal } from '../domain/errors.ts';
import type { AssignedColumns, Spooled } from '../ports/ingest.ts';
import { receiveBytes } from '../uploads/receive-bytes.ts';
import type { SpoolFolder } from '../uploads/spool-folder.ts';
import { bodyTooLarge, checkBodyHeaders, maxSmallBytes, maxUploadBytes, sendContinue } from './bodies.ts';
import { HttpRefusal } from './errors.ts';

/** The file that a body is written to, and whether its SHA-256 is needed. */
type Target = Pick<SpoolFolder, 'requireRoom'> & { readonly path: string; readonly hash: boolean };

/** Writes a JSON upload to a file, because 50 MB must not be held in memory; the caller removes the file. Throws HttpRefusal and DiskFull. */
export const spoolJson = async (request: Request, response: Response, target: Target): Promise<Spooled> => {
  await target.requireRoom(checkBodyHeaders(request, { type: 'application/json', maxBytes: maxUploadBytes }));
  sendContinue(request, response);
  const received = receiveBytes(target);
  await writeToFile(request, target, received);
  const { path } = target;
  return { ...received.end(), kind: 'body', path, name: '', type: 'application/json', columns: new Map() };
};

/** The disk is looked at again after so many bytes: others may fill it at the same time. */
const bytesBetweenLooks = 1024 * 1024;

/** Writes a stream to a file and passes its bytes on; what is not read of the stream can be read afterwards. If it throws, there is no file. */
const writeToFile = async (
  source: Readable,
  { path, requireRoom }: Target,
  received: ReturnType<typeof receiveBytes>,
): Promise<void> => {
  const inspected = async function* () {
    let looks = 1;
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const bytes = received.write(chunk);
      if (bytes > maxUploadBytes) throw bodyTooLarge('50 MB');
      if (bytes > looks * bytesBetweenLooks) {
        looks += 1;
        await requireRoom(0);
      }
      yield chunk;
    }
  };
  try {
    await pipeline(inspected, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw asRefusal(error);
  }
};

/**
 * Writes the one file of a multipart body, which may be in any field, to a file that the caller removes. The field `columns` may come before or after
 * it. Throws HttpRefusal, InvalidInput and DiskFull.
 */
export const spoolFile = async (request: Request, response: Response, target: Target): Promise<Spooled> => {
  const { path } = target;
  const type = 'multipart/form-data';
  await target.requireRoom(checkBodyHeaders(request, { type, maxBytes: maxUploadBytes + maxSmallBytes }));
  sendContinue(request, response);
  const received = receiveBytes(target);
  try {
    await parseForm(request, response, (file) => writeToFile(file, target, received));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
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

/** Gives the one file of a form to `write`; the caller removes what was written. */
const storageOf = (write: (file: Readable) => Promise<void>): StorageEngine => ({
  _handleFile: (_request, file, done) => {
    write(file.stream).then(() => done(null), done);
  },
  _removeFile: (_request, _file, done) => done(null),
});

const formLimits = {
  files: 1,
  fileSize: maxUploadBytes,
  fields: 20,
  fieldSize: maxSmallBytes,
  parts: 21,
  fieldNameSize: 200,
};

const parseForm = async (
  request: Request,
  response: Response,
  write: (file: Readable) => Promise<void>,
): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    const storage = storageOf((file) =>
      write(file).catch((error: unknown) => {
        // Multer reports an error only after it has read the rest of the body, which may take minutes.
        if (error instanceof Refusal) reject(error);
        throw error;
      }),
    );
    void multer({ storage, limits: formLimits, defParamCharset: 'utf8' }).any()(request, response, (error: unknown) => {
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
    return malformed ? new InvalidInput('body is not valid multipart/form-data') : asRefusal(error);
  }
  if (error.code === 'LIMIT_FILE_SIZE') return bodyTooLarge('50 MB');
  if (error.code === 'LIMIT_FILE_COUNT') return new InvalidInput('Only one file can be uploaded at a time');
  return new InvalidInput(`body is not acceptable multipart/form-data: ${error.message}`);
};

const asRefusal = (thrown: unknown): Error => {
  const error = mapDiskFailure(thrown);
  if (error instanceof Refusal) return error;
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
