import { join } from 'node:path';
import test from 'ava';
import { checkedFile } from '../../../src/adapters/sqlite/check-file.ts';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { fileHealth, newFileStates } from '../../../src/adapters/sqlite/file-health.ts';
import { uploadTables } from '../../../src/adapters/sqlite/rows/upload-tables.ts';
import { ticketIndexTables } from '../../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { applyAll, choose, put } from '../../support/indexed-tickets.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { generationIn } from '../../support/views-files.ts';

test('malformed rows of any generation in use are found, and none in a sound file', async (t) => {
  const folder = temporaryFolder(t);
  const files = ['current.db', 'retained.db'].map((name) => {
    const path = join(folder, name);
    const database = openDatabase(path, 'normal');
    t.teardown(() => database.close());
    return { path, database, generation: generationIn(database, ticketIndexTables) };
  });
  for (const { generation } of files) await applyAll(generation, [choose(2), put(2, [1, 0])]);
  const name = 'views-ticket-index';
  const health = fileHealth(newFileStates(), name);
  const { check } = checkedFile({ name, content: 'ticket-index', paths: () => files.map(({ path }) => path) }, health);
  t.deepEqual((await check()).problems, []);
  t.is(health.fault(), undefined);
  files[1]?.database.exec('DELETE FROM tickets');
  t.deepEqual((await check()).problems, ['1 malformed rows in vectors']);
  t.is(health.fault(), 'damaged');
});

test('malformed counts of an upload and of its undo are found', async (t) => {
  const path = join(temporaryFolder(t), 'uploads.db');
  const database = openDatabase(path, 'normal');
  t.teardown(() => database.close());
  generationIn(database, uploadTables);
  const name = 'views-uploads';
  const { check } = checkedFile({ name, content: 'uploads', paths: () => [path] }, fileHealth(newFileStates(), name));
  database.exec(`INSERT INTO uploads (number, user_id, id, collection_id, surface, on_duplicate, run, state, started_at, position, figures, undo_figures)
    VALUES (1, 'u', 'i', 'c', 'api', 'skip', 'r', 'finished', '', 1, '{}', '{}')`);
  t.deepEqual((await check()).problems, []);
  for (const column of ['figures', 'undo_figures']) {
    database.exec(`UPDATE uploads SET figures = '{}', undo_figures = '{}', ${column} = '{'`);
    t.deepEqual((await check()).problems, ['1 malformed rows in uploads'], column);
  }
});
