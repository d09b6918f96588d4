import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inflatedWithin, isGzip } from './gzip.ts';
import { chunksOf, type Reading } from './text-encoding.ts';
import { tooLarge } from './xlsx-refusals.ts';

/** Reads a file, of gzip a copy, inflated, that only its owner may read and that is gone afterwards: a ZIP is not read from its beginning to its end. Throws UnreadableFile. */
export async function* fromInflatedCopy<Item>(
  path: string,
  { signal }: Pick<Reading, 'signal'>,
  read: (copy: string) => AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  if (!(await isGzipFile(path))) {
    yield* read(path);
    return;
  }
  const copy = join(tmpdir(), `precedent-workbook-${randomUUID()}`);
  try {
    await pipeline(inflatedWithin(chunksOf(path, { signal }), { tooLarge }), createWriteStream(copy, { mode: 0o600 }));
    yield* read(copy);
  } finally {
    await rm(copy, { force: true });
  }
}

const isGzipFile = async (path: string): Promise<boolean> => {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2));
  return isGzip(buffer);
};
