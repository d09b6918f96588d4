import type { Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { mapDiskFailure } from '../domain/disk-failure.ts';
import { type ReadAs, readAsNames } from '../domain/desks.ts';
import { InvalidInput, Refusal } from '../domain/errors.ts';
import { headerRows, maxSheetName, maxUploadBytes, rowLimits } from '../domain/limits.ts';
import type { AssignedColumns, TableChoice } from '../ports/ingest.ts';
import { bodyLimits, bodyTooLarge, chunksOf, sendContinue } from './bodies.ts';
import { countInMemory } from './bodies-in-memory.ts';
import { HttpRefusal } from './errors.ts';
import { requireBoundedJson } from './json-bounds.ts';

/** What a multipart form has: the name and media type of its file, undefined without one, and how its table is to be read. */
type Form = {
  readonly file: { readonly name: string; readonly type: string } | undefined;
  readonly table: TableChoice;
};

/**
 * Reads a multipart body, whose headers are checked; `write` receives the bytes of its one file, which may be in any field. Throws HttpRefusal,
 * InvalidInput, TooManyAttempts, and what `write` throws.
 */
export const readForm = async (request: Request, response: Response, write: WriteFile): Promise<Form> => {
  sendContinue(request, response);
  await parseForm(request, response, write);
  // Multer passes over a form whose boundary it cannot read.
  if (!Array.isArray(request.files)) throw notValid();
  const [file] = request.files as readonly Express.Multer.File[];
  const { columns, sheet, header_row: row, read_as: readAs } = request.body as Readonly<Record<string, unknown>>;
  const place = { sheet: sheetOf(sheet), headerRow: headerRowOf(row), readAs: readAsOf(readAs) };
  const table = { columns: assignedColumnsOf(columns), ...place };
  return { file: file && { name: file.originalname, type: file.mimetype }, table };
};

/** The form field `sheet`; undefined if it is missing or empty. Throws InvalidInput. */
const sheetOf = (field: unknown): string | undefined => {
  if (field === undefined || field === '') return undefined;
  if (typeof field !== 'string' || field.length > maxSheetName) {
    throw new InvalidInput(`sheet must be one name of at most ${maxSheetName} characters`);
  }
  return field.toWellFormed();
};

/** The form field `header_row`; undefined if it is missing or empty. Throws InvalidInput. */
const headerRowOf = (field: unknown): number | undefined => {
  if (field === undefined || field === '') return undefined;
  const row = typeof field === 'string' && /^\d{1,2}$/.test(field) ? Number(field) : 0;
  if (row < 1 || row > headerRows) throw new InvalidInput(`header_row must be a whole number from 1 to ${headerRows}`);
  return row;
};

/** The form field `read_as`; undefined if it is missing or empty. Throws InvalidInput. */
const readAsOf = (field: unknown): ReadAs | undefined => {
  if (field === undefined || field === '') return undefined;
  const name = readAsNames.find((one) => one === field);
  if (!name) throw new InvalidInput(`read_as must be one of ${readAsNames.join(', ')}`);
  return name;
};

type WriteFile = (chunks: AsyncIterable<Buffer>) => Promise<void>;

/** Gives the one file of a form to `write`. */
const storageOf = (write: WriteFile): StorageEngine => ({
  _handleFile: (_request, file, done) => {
    write(chunksOf(file.stream)).then(() => done(null), done);
  },
  _removeFile: (_request, _file, done) => done(null),
});

const formLimits = {
  files: 1,
  fileSize: maxUploadBytes,
  fields: 20,
  fieldSize: bodyLimits.tickets,
  parts: 21,
  fieldNameSize: 200,
};

const parseForm = async (request: Request, response: Response, write: WriteFile): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const memory = memoryOf(response);
  const storage = storageOf((chunks) =>
    write(memory.withoutWritten(chunks)).catch((error: unknown) => {
      // Multer reports an error only after it has read the rest of the body, which may take minutes.
      if (error instanceof Refusal) reject(error);
      throw error;
    }),
  );
  /** In place of the handler of multer, which does the same but for what is counted. */
  const streamHandler = (_request: Request, parser: Writable): void => {
    const counted = (count: () => void) => {
      try {
        count();
      } catch (error) {
        reject(error);
        // Nothing is read of it any more, and no field is kept.
        request.off('data', onData).unpipe(parser);
        parser.destroy(error as Error);
      }
    };
    const onData = (chunk: Buffer) => counted(() => memory.add(chunk));
    parser.on('field', (_name, value: string) => counted(() => memory.addField(value)));
    request.pipe(parser);
    request.on('data', onData);
  };
  const options = { storage, streamHandler, limits: formLimits, defParamCharset: 'utf8' };
  void multer(options).any()(request, response, (error: unknown) => {
    if (error) reject(fromMulter(error, response));
    else resolve(undefined);
  });
  await promise;
};

/** Counts what lies in memory of a form: what has come, but for what is written to its file. All of its fields have at most as many bytes as one. Throws HttpRefusal and TooManyAttempts. */
const memoryOf = (response: Response) => {
  let [bytes, characters] = [0, 0];
  return {
    add: (chunk: Buffer): void => countInMemory(response, (bytes += chunk.length)),
    addField: (value: string): void => {
      if ((characters += value.length) > formLimits.fieldSize) throw bodyTooLarge(formLimits.fieldSize);
    },
    withoutWritten: async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        yield chunk;
        bytes -= chunk.length;
      }
    },
  };
};

const notValid = () => new InvalidInput('body is not valid multipart/form-data');

const fromMulter = (error: unknown, response: Response): Error => {
  if (!(error instanceof MulterError)) {
    // `complete` says that all of it has come, not that it was read: a body that is refused for its pieces ends before that.
    if (response.req.destroyed && !response.req.readableEnded) return incompleteRequest();
    const malformed =
      error instanceof Error && /multipart|boundary|unexpected end|malformed|header/i.test(error.message);
    return malformed ? notValid() : asTransferRefusal(error);
  }
  if (error.code === 'LIMIT_FILE_SIZE') return bodyTooLarge(maxUploadBytes);
  if (error.code === 'LIMIT_FILE_COUNT') return new InvalidInput('Only one file can be uploaded at a time');
  return new InvalidInput(`body is not acceptable multipart/form-data: ${error.message}`);
};

/** What a broken connection or a disk has ended a transfer with. */
export const asTransferRefusal = (thrown: unknown): Error => {
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
    requireBoundedJson(text);
    value = JSON.parse(text);
  } catch {
    throw new InvalidInput(invalidColumns);
  }
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) throw new InvalidInput(invalidColumns);
  const entries = Object.entries(value);
  if (entries.length > rowLimits.columns) throw new InvalidInput('columns must name at most 1 000 columns');
  return entries;
};
