import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { checkedFile } from '../../../src/adapters/sqlite/check-file.ts';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { fileHealth, newFileStates } from '../../../src/adapters/sqlite/file-health.ts';
import { sqliteGenerations } from '../../../src/adapters/sqlite/generations.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const names = Array.from({ length: 150 }, (_, number) => `ticket_index_1_${number + 1}`);

test('generations that are dropped while a file is checked are no damage', async (t) => {
  const path = join(temporaryFolder(t), 'views.db');
  const database = openDatabase(path, 'normal');
  t.teardown(() => database.close());
  const vector = new Uint8Array(new Float32Array([1, 0]).buffer);
  const generations = sqliteGenerations(database, { name: 'ticket_index', version: 1 }, () => undefined);
  for (const [index, name] of names.entries()) {
    database.exec(`CREATE TABLE ${name}_tickets (number INTEGER PRIMARY KEY, problem TEXT, solution TEXT);
      CREATE TABLE ${name}_vectors (number INTEGER PRIMARY KEY, ticket INTEGER, vector BLOB);
      CREATE TABLE ${name}_model (dimensions INTEGER PRIMARY KEY);
      INSERT INTO ${name}_tickets VALUES (1, '""', '""'); INSERT INTO ${name}_model VALUES (2);`);
    database.prepare(`INSERT INTO ${name}_vectors VALUES (1, 1, ?)`).run(vector);
    // As the current one of its version.
    database.prepare(`INSERT INTO copies VALUES (?, 'ticket_index', ?, 1, 1, NULL, NULL)`).run(name, index);
  }
  const { check } = checkedFile(path, 'read models', fileHealth(newFileStates(), 'views.db'));
  t.deepEqual((await check()).problems, []);
  const over = new AbortController();
  const checking = check().finally(() => over.abort());
  for (const name of names.slice(1).toReversed()) {
    if (over.signal.aborted) break;
    await generations.drop(name, undefined);
    await setTimeout(2);
  }
  t.deepEqual((await checking).problems, []);
  database.exec(`DELETE FROM ${names[0]}_tickets`);
  t.deepEqual((await check()).problems, [`1 malformed rows in ${names[0]}_vectors`]);
});
