import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { InvalidInput } from '../domain/errors.ts';
import { maxUploadBytes } from '../domain/limits.ts';
import type { Spooled, TableChoice } from '../ports/ingest.ts';
import { inflateFile } from '../uploads/inflate-file.ts';
import { receiveBytes } from '../uploads/receive-bytes.ts';
import type { OpenBody } from '../uploads/open-bodies.ts';
import type { SpoolFolder } from '../uploads/spool-folder.ts';
import { requireIdentity } from './authentication.ts';
import { senderOf } from './client-address.ts';
import { unlessAborted } from '../concurrency/timeout.ts';
import { bodyLimits, bodyTooLarge, checkBodyHeaders, chunksOf, isBodyless, sendContinue } from './bodies.ts';
import { HttpRefusal } from './errors.ts';
import { asTransferRefusal, readForm } from './forms.ts';

/** The file that a body is written to, whether its SHA-256 is needed, and the body among those of its tenant; `late` aborts with a refusal when it has no more time to arrive. */
type Target = Pick<SpoolFolder, 'requireRoom'> & {
  readonly path: string;
  readonly hash: boolean;
  readonly body: OpenBody;
  readonly late?: AbortSignal;
};

/** Writes a JSON upload to a file, because 50 MB must not be held in memory; the caller removes the file. Throws HttpRefusal, TooManyAttempts and DiskFull. */
export const spoolJson = async (request: Request, response: Response, target: Target): Promise<Spooled> => {
  await admit(request, target, { type: 'application/json', maxBytes: maxUploadBytes });
  sendContinue(request, response);
  const received = receiveBytes(target);
  const { path, body } = target;
  await orWithoutFile(path, unlessLate(target, writeToFile(chunksOf(request), target, received)));
  await orWithoutFile(path, requireIdentity(response));
  const bytes = received.end();
  body.count(bytes.bytes);
  const { customer } = senderOf(response);
  return { ...bytes, kind: 'body', path, name: '', type: 'application/json', customer, columns: new Map() };
};

/** Closes the connection of a body that has not come to its end. */
export const breakOff = (request: Request): void => {
  if (!request.complete) request.destroy();
};

/** Checks the headers of a body, and that its tenant and the disk have room for it: one without a length may be as large as any. */
const admit = async (
  request: Request,
  { requireRoom, body }: Target,
  expected: Parameters<typeof checkBodyHeaders>[1],
): Promise<void> => {
  const length = checkBodyHeaders(request, expected);
  body.count(length || maxUploadBytes);
  await requireRoom(length);
};

/** The chunks of a sent file, inflated. Of gzip it counts as the largest of files, since nothing says how much it inflates to. */
const inflatedChunks = (chunks: AsyncIterable<Buffer>, { body }: Pick<Target, 'body'>): AsyncIterable<Buffer> =>
  inflateFile(chunks, {
    onGzip: () => body.count(maxUploadBytes),
    tooLarge: () => new HttpRefusal(413, 'Request body is too large: at most 50 MB when it is inflated'),
  });

const lookEveryBytes = 1024 * 1024;

/** Writes chunks to a file and passes them on, and looks now and then whether there is still room for it. If it throws, there is no file. */
const writeToFile = async (
  chunks: AsyncIterable<Buffer>,
  { path, requireRoom, late, body }: Target,
  received: ReturnType<typeof receiveBytes>,
): Promise<void> => {
  const inspected = async function* () {
    let looks = 1;
    for await (const chunk of chunks) {
      late?.throwIfAborted();
      const bytes = received.write(chunk);
      if (bytes > maxUploadBytes) throw bodyTooLarge(maxUploadBytes);
      // With each chunk: a body whose last byte never comes counts too, however small it is.
      body.arrived(bytes);
      if (bytes > looks * lookEveryBytes) {
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
    throw asTransferRefusal(error);
  }
};

type Form = Awaited<ReturnType<typeof spoolForm>>;

/** Writes the file of a multipart body, if it has one, inflated, to a file that the caller removes. Throws HttpRefusal, InvalidInput, TooManyAttempts and DiskFull. */
export const spoolForm = async (request: Request, response: Response, target: Target) => {
  const { path, body } = target;
  await admit(request, target, { type: 'multipart/form-data', maxBytes: maxUploadBytes + bodyLimits.tickets });
  const received = receiveBytes(target);
  const reading = readForm(request, response, (file) => writeToFile(inflatedChunks(file, target), target, received));
  const { file, table } = await orWithoutFile(path, unlessLate(target, reading));
  await orWithoutFile(path, requireIdentity(response));
  const bytes = received.end();
  body.count(bytes.bytes);
  const { customer } = senderOf(response);
  const spooled: Spooled | undefined = file && { ...bytes, ...file, kind: 'file', path, customer, ...table };
  return { spooled, table };
};

/** Throws as soon as a body is late, also if nothing of it comes any more; what writes it ends with its next chunk, or with the connection. */
const unlessLate = <Result>({ late }: Target, arrival: Promise<Result>): Promise<Result> => {
  if (!late) return arrival;
  return unlessAborted(arrival, late, (): never => {
    throw late.reason as Error;
  });
};

/** Removes a file before it throws what a step throws. */
const orWithoutFile = async <Result>(path: string, step: Promise<Result>): Promise<Result> => {
  try {
    return await step;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

/** Writes the one file of a multipart body to a file that the caller removes. Throws what `spoolForm` throws, and InvalidInput without a file. */
export const spoolFile = async (request: Request, response: Response, target: Target): Promise<Spooled> =>
  fileOf(await spoolForm(request, response, target));

/** Throws InvalidInput if a form has no file. */
export const fileOf = ({ spooled }: Form): Spooled => {
  if (!spooled) throw new InvalidInput('A file is required: send it as multipart/form-data in the field file');
  return spooled;
};

/** How a request has a file read that is kept: its body is empty, or a form without a file. Throws HttpRefusal and InvalidInput. */
export const readTableChoice = async (request: Request, response: Response): Promise<TableChoice> => {
  if (isBodyless(request)) return { columns: new Map() };
  if (!request.is('multipart/form-data')) throw new InvalidInput(noFileExpected);
  checkBodyHeaders(request, { type: 'multipart/form-data', maxBytes: bodyLimits.tickets });
  const { table } = await readForm(request, response, () => Promise.reject(new InvalidInput(noFileExpected)));
  await requireIdentity(response);
  return table;
};

const noFileExpected = 'Preview-Id names the file: send no other';

/** Waits for work; if the client disconnects before its end, the work is abandoned. */
export const whileConnected = async <Result>(
  response: Response,
  work: Promise<Result>,
  abandon: () => Promise<void>,
): Promise<Result> => {
  const onClose = () => {
    if (!response.writableFinished) void abandon().catch(() => undefined);
  };
  response.once('close', onClose);
  // The client may have gone while its file was moved on.
  if (response.closed) onClose();
  try {
    return await work;
  } finally {
    response.off('close', onClose);
  }
};
