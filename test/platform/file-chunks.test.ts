import { readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { fileChunks } from '../../src/platform/file-chunks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The files that this process has open, where the system says so. */
const openFiles = async (): Promise<readonly string[]> => {
  const numbers = await readdir('/proc/self/fd').catch(() => []);
  return Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
};

for (const [name, bytes] of Object.entries({ small: 10, large: 200_000 })) {
  const fileOf = async (folder: string) => {
    const path = join(folder, 'file');
    await writeFile(path, Buffer.alloc(bytes, 'я'));
    return path;
  };

  test(`the chunks of a ${name} file are its bytes`, async (t) => {
    const path = await fileOf(temporaryFolder(t));
    const chunks = await Array.fromAsync(fileChunks(path));
    t.deepEqual(Buffer.concat(chunks), Buffer.alloc(bytes, 'я'));
  });

  test(`a ${name} file whose reader has left already fails with the reason, and is not kept open`, async (t) => {
    const path = await fileOf(temporaryFolder(t));
    const reason = new Error('left');
    const read = () => Array.fromAsync(fileChunks(path, AbortSignal.abort(reason)));
    for (let count = 0; count < 5; count += 1) t.is(await t.throwsAsync(read()), reason);
    await setTimeout(100);
    t.false((await openFiles()).includes(path));
  });

  test(`a ${name} file for a response that has closed is not kept open`, async (t) => {
    const path = await fileOf(temporaryFolder(t));
    for (let count = 0; count < 5; count += 1)
      await t.throwsAsync(pipeline(fileChunks(path), new PassThrough().destroy()));
    await setTimeout(100);
    t.false((await openFiles()).includes(path));
  });
}
