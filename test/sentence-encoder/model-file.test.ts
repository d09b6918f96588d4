import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';
import {
  modelBytes,
  ModelFileDamaged,
  modelHash,
  modelPath,
  readModelFile,
} from '../../src/sentence-encoder/model-file.ts';
import { overwrite } from '../support/damage-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const read = (path: string): void => readModelFile(new Uint8Array(modelBytes(path)), path);

test('the file of the model is the one that the code and its page name', (t) => {
  t.is(createHash('sha256').update(readFileSync(modelPath)).digest('hex'), modelHash);
  t.true(readFileSync(new URL('../../models/README.md', import.meta.url), 'utf8').includes(modelHash));
  t.notThrows(() => read(modelPath));
});

test('a file that is missing, cut off or changed in one bit is told in one line', (t) => {
  const path = join(temporaryFolder(t), basename(modelPath));
  const missing = t.throws(() => read(path), { instanceOf: ModelFileDamaged });
  t.is(missing.message, 'The model file models/use-multilingual-3.bin cannot be read: install the service again');
  copyFileSync(modelPath, path);
  overwrite(path, 10_000_000, Buffer.from([(readFileSync(path)[10_000_000] ?? 0) ^ 1]));
  const damaged = t.throws(() => read(path), { instanceOf: ModelFileDamaged });
  t.is(damaged.message, 'The model file models/use-multilingual-3.bin is damaged: install the service again');
  truncateSync(path, 100);
  t.throws(() => read(path), { instanceOf: ModelFileDamaged });
});
