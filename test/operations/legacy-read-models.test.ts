import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readLog } from '../../src/commands/open-log.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { openReadModels } from '../../src/composition/read-stores.ts';
import { startFailure } from '../../src/composition/start-failure.ts';
import { parseConfig } from '../../src/config.ts';
import { filledFolder, openFolder } from '../support/embedded-folder.ts';

/** The position of the last event of a folder with so many tickets. */
const tickets = 20;
const last = tickets + 3;

/** A folder whose read models are in one file, as earlier releases kept them, with this checkpoint. */
const earlierFolder = async (
  t: ExecutionContext,
  checkpoint: { readonly logId?: string; readonly position: number },
) => {
  const filled = await filledFolder(t, tickets);
  const { writer } = await openFolder(t, filled.folder);
  const { logId } = await readLog(writer);
  await writer.stop();
  for (const name of readdirSync(filled.folder)) if (name.startsWith('views')) rmSync(join(filled.folder, name));
  const views = join(filled.folder, 'views.db');
  const database = openDatabase(views, 'normal');
  database.exec(`
    CREATE TABLE copies (
      name TEXT PRIMARY KEY, model TEXT NOT NULL, version INTEGER NOT NULL, number INTEGER NOT NULL, active INTEGER NOT NULL,
      log_id TEXT, position INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE accounts_1_1_accounts (id TEXT PRIMARY KEY)`);
  const insert = database.prepare(`INSERT INTO copies VALUES (?, 'accounts', 1, ?, 1, ?, ?)`);
  insert.run('accounts_1_1', 1, checkpoint.logId ?? logId ?? '', checkpoint.position);
  insert.run('accounts_1_2', 2, null, null);
  database.close();
  return { ...filled, views };
};

/** The line with which a start on the folder ends. */
const lineOf = async (t: ExecutionContext, folder: string): Promise<string> =>
  startFailure({ dataDir: folder }, await t.throwsAsync(openFolder(t, folder), { any: true }));

test('read models of an earlier release are built again from the log, and their file is then deleted', async (t) => {
  const { folder, views, collectionId } = await earlierFolder(t, { position: last });
  writeFileSync(`${views}.damaged`, 'moved aside');
  const { writer, fileStates } = await openFolder(t, folder);
  const readers = await openReadModels(parseConfig({ DATA_DIR: folder }), fileStates);
  t.teardown(() => readers.close());
  t.is((await readers.collections.byId(collectionId))?.ticketCount, tickets);
  t.true((await writer.operate({ operation: 'verify', repair: false })).succeeded);
  t.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('views.db')),
    [],
  );
});

test('read models of an earlier release that were built from another log stop the start, and stay', async (t) => {
  const { folder, views } = await earlierFolder(t, { logId: 'another', position: last });
  t.regex(await lineOf(t, folder), /views\.db were built from another event log \(another\); put that log back/);
  t.true(existsSync(views));
});

test('a log that has lost events which read models of an earlier release hold stops the start', async (t) => {
  const { folder, views } = await earlierFolder(t, { position: last + 1 });
  t.regex(await lineOf(t, folder), /but read models hold its events up to position 24: it has lost events/);
  t.true(existsSync(views));
});

test('a damaged file of an earlier release is no reason to stop', async (t) => {
  const { folder, views } = await earlierFolder(t, { position: last });
  writeFileSync(views, 'no database');
  await t.notThrowsAsync(openFolder(t, folder));
  t.false(existsSync(views));
});
