import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { maxUploadBytes } from '../domain/limits.ts';
import { UnreadableFile } from './ticket-item.ts';
import { sentence } from '../domain/sentence.ts';

/**
 * The bytes of a file, inflated if they are gzip (RFC 1952), of one member or several; what inflates to gzip again stays so. `onGzip` is called before the
 * first bytes of a gzip file; the caller counts what it inflates to. Throws UnreadableFile for a damaged or cut file, and for anything after its end.
 */
export async function* inflated(
  chunks: AsyncIterable<Buffer>,
  onGzip: () => void = () => undefined,
): AsyncGenerator<Buffer, void> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    const { head, rest } = await withHead(iterator);
    if (!isGzip(head)) {
      if (head.length > 0) yield head;
      yield* rest;
      return;
    }
    onGzip();
    yield* gunzipped(head, rest);
  } finally {
    await iterator.return?.();
  }
}

/** `onGzip` is called before the first bytes of a gzip file; `tooLarge` makes the error for one that inflates to more than a file may have. */
export type InflationLimit = { readonly onGzip?: () => void; readonly tooLarge: () => Error };

/** The same within the limit of a file. Throws UnreadableFile and what `tooLarge` makes. */
export async function* inflatedWithin(
  chunks: AsyncIterable<Buffer>,
  { onGzip, tooLarge }: InflationLimit,
): AsyncGenerator<Buffer, void> {
  let left = Infinity;
  const limit = () => {
    left = maxUploadBytes;
    onGzip?.();
  };
  for await (const chunk of inflated(chunks, limit)) {
    left -= chunk.length;
    if (left < 0) throw tooLarge();
    yield chunk;
  }
}

/** Whether a file begins as gzip does. */
export const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** The first bytes, at least two if there are as many, since a chunk may be shorter; `rest` gives the others. */
const withHead = async (iterator: AsyncIterator<Buffer>) => {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const rest = async function* (): AsyncGenerator<Buffer, void> {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  return { head, rest: rest() };
};

const chunkBytes = 64 * 1024;

async function* gunzipped(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const compressed = async function* () {
    yield head;
    yield* rest;
  };
  // An error of either ends the iteration below.
  const gunzip = pipeline(compressed(), createGunzip({ chunkSize: chunkBytes }), () => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') ? damaged() : error;
  }
}

const damaged = () =>
  new UnreadableFile(sentence`The gzip file is damaged or was not sent to its end; compress it again`);
