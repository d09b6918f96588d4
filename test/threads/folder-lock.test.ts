import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { FolderInUse, lockFolder } from '../../src/threads/folder-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a damaged file of the lock is named with the way out', (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'lock.db');
  writeFileSync(path, new Uint8Array(4096).fill(0xa5));
  const error = t.throws(() => lockFolder(folder), { instanceOf: FolderInUse });
  t.is(error.message, `${path} is damaged; it holds nothing: delete it while no service uses the folder`);
});
