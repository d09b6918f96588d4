import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { sqliteKeyUses } from '../../../src/adapters/sqlite/key-uses.ts';
import { keyUsesContract } from '../../contracts/key-uses.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const opened = (t: ExecutionContext, path = join(temporaryFolder(t), 'key-uses.db')) => {
  const uses = sqliteKeyUses(path);
  t.teardown(uses.close);
  return uses;
};

keyUsesContract(test, 'sqlite', (t) => Promise.resolve(opened(t)));

test('a file that cannot be read is replaced: nothing in it is missed', async (t) => {
  const path = join(temporaryFolder(t), 'key-uses.db');
  writeFileSync(path, 'no database '.repeat(1_000));
  const uses = opened(t, path);
  await uses.record([{ keyId: 'k1', usedAt: '2026-11-20T10:00:00.000Z' }]);
  t.is((await uses.of(['k1'])).length, 1);
});
