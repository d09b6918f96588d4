import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { markTraces, noteErasure, openDatabase, tracesIn } from '../../../src/adapters/sqlite/database.ts';
import { sqliteTraces } from '../../../src/adapters/sqlite/erase-traces.ts';
import { ticketWords, wordsSchema } from '../../../src/adapters/sqlite/tickets/ticket-words.ts';
import { createTables } from '../../../src/adapters/sqlite/read-model.ts';
import { questionTables } from '../../../src/adapters/sqlite/rows/question-tables.ts';
import { exampleQuestion } from '../../support/question-events.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const megabyte = 1024 * 1024;

/** How many of the rows of five owners that take turns are deleted: those of all but the third owner, one after the other. */
const rowsOf = 2_000;
const deletedOwners = [0, 3, 1, 4];

/** A table in which rows were deleted among others, so that SQLite has moved rows between pages. */
const withDeletions = (t: ExecutionContext) => {
  const path = join(temporaryFolder(t), 'some.db');
  const database = openDatabase(path, 'full');
  t.teardown(() => database.close());
  database.exec('CREATE TABLE t (n INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER, text TEXT)');
  database.exec('CREATE INDEX by_owner ON t (owner)');
  const insert = database.prepare('INSERT INTO t (owner, text) VALUES (?, ?)');
  database.exec('BEGIN');
  for (let n = 0; n < 5 * rowsOf; n += 1) {
    insert.run((n * n + 7 * n) % 5, `word-${(n * n + 7 * n) % 5}-${'x'.repeat((n * 7_919) % 700)}`);
  }
  database.exec('COMMIT');
  const some = database.prepare('DELETE FROM t WHERE n IN (SELECT n FROM t WHERE owner = ? LIMIT 100)');
  for (const owner of deletedOwners) while (some.run(owner).changes > 0);
  const found = (ending: string) =>
    [...readFileSync(path + ending, 'latin1').matchAll(/word-(\d)-/g)].filter(([, owner]) =>
      deletedOwners.includes(Number(owner)),
    ).length;
  return { path, database, found };
};

test('temporary files are made in the folder that they are kept in', (t) => {
  const folder = temporaryFolder(t);
  const module = new URL('../../../src/adapters/sqlite/database.ts', import.meta.url).href;
  // A process of its own: a thread has a copy of the environment, which SQLite does not see.
  const script = `
    import { readdirSync, readlinkSync } from 'node:fs';
    import { keepTemporaryFilesIn, openDatabase } from ${JSON.stringify(module)};
    keepTemporaryFilesIn(${JSON.stringify(folder)});
    const database = openDatabase(${JSON.stringify(join(folder, 'some.db'))}, 'full');
    database.exec('PRAGMA temp_store = FILE; CREATE TEMP TABLE t (text); PRAGMA temp.cache_size = 1');
    for (let row = 0; row < 1000; row += 1) database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(1000));
    for (const fd of readdirSync('/proc/self/fd')) try { console.log(readlinkSync('/proc/self/fd/' + fd)); } catch {}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  t.true(stdout.includes(`${folder}/etilqs_`), stderr);
});

test('what was deleted is in no byte of the file and of its WAL, and the rest stays', async (t) => {
  const { database, found, path } = withDeletions(t);
  t.true(found('') + found('-wal') > 0);
  const kept = database.prepare('SELECT * FROM t').all();
  t.is(await sqliteTraces(database).erase(), undefined);
  t.is(found('') + found('-wal'), 0);
  t.is(statSync(`${path}-wal`).size, 0);
  t.deepEqual(database.prepare('SELECT * FROM t').all(), kept);
  t.deepEqual(database.prepare('PRAGMA busy_timeout').get(), { timeout: 5_000 });
});

test('a full-text index that takes several steps is merged in one call, in which others have their turns', async (t) => {
  const database = openDatabase(join(temporaryFolder(t), 'words.db'), 'normal');
  t.teardown(() => database.close());
  database.exec(wordsSchema);
  const words = ticketWords(database);
  database.exec('BEGIN');
  for (let number = 1; number <= 600; number += 1) {
    const text = Array.from({ length: 80 }, (_, n) => `слово${(number * n) % 50_000}`).join(' ');
    words.add(number, {
      ...{ collection: 1, ticketId: String(number), category: 'Оплата', isWithdrawn: false, isChanged: false },
      ...asWords(text),
    });
  }
  database.exec('COMMIT');
  words.remove(7);
  noteErasure(database);
  let hadTurn = false;
  setTimeout(() => (hadTurn = true), 0);
  t.is(await sqliteTraces(database, { stepMs: 0 }).erase(), undefined);
  t.true(hadTurn);
});

const asWords = (words: string) => ({ problem: [], solution: [], words });

test('a question that comes after the erasure of its ticket marks the file, which held its texts for a moment', (t) => {
  const database = openDatabase(join(temporaryFolder(t), 'questions.db'), 'normal');
  t.teardown(() => database.close());
  createTables(database, questionTables);
  const { apply } = questionTables.open(database);
  const collectionId = randomUUID();
  const { data } = exampleQuestion({ collectionId, tenantId: randomUUID() });
  const recordIds = data.sources.map(({ recordId }) => recordId);
  apply([{ type: 'erase', collectionId, erasureId: 'one', recordIds, position: 1n }]);
  markTraces(database, 'none');
  apply([{ type: 'put', data, at: '2026-11-20T10:00:00.000Z', day: '2026-11-20', bytes: 1, position: 2n, order: 2n }]);
  t.is(tracesIn(database), 'some');
});

test('a reader is not waited for: the WAL is emptied by a later call', async (t) => {
  const { database, found, path } = withDeletions(t);
  const reader = openDatabase(path, 'read');
  t.teardown(() => reader.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM t').get();
  const traces = sqliteTraces(database);
  t.is(await traces.erase(), 'some.db is in use');
  t.true(found('-wal') > 0);
  reader.exec('COMMIT');
  t.is(await traces.erase(), undefined);
  t.is(found('') + found('-wal'), 0);
});

test('a writer is not waited for either', async (t) => {
  const { database, found, path } = withDeletions(t);
  const writer = openDatabase(path, 'normal');
  t.teardown(() => writer.close());
  writer.exec('BEGIN IMMEDIATE');
  const traces = sqliteTraces(database);
  t.regex((await traces.erase()) ?? '', /^some\.db is in use/);
  writer.exec('ROLLBACK');
  t.is(await traces.erase(), undefined);
  t.is(found('') + found('-wal'), 0);
});

test('a file that is too large is not rewritten; its WAL is emptied', async (t) => {
  const { database, path } = withDeletions(t);
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  const { size } = statSync(path);
  t.is(await sqliteTraces(database, { maxBytes: size - 1 }).erase(), undefined);
  t.is(statSync(path).size, size);
  t.is(statSync(`${path}-wal`).size, 0);
  t.is(await sqliteTraces(database, { maxBytes: size }).erase(), undefined);
  t.true(statSync(path).size < size / 2);
});

test('a file is rewritten only after something was deleted for good, which a mark in it says after a restart too', async (t) => {
  const { database, path } = withDeletions(t);
  t.is(await sqliteTraces(database).erase(), undefined);
  const { ino, mtimeMs } = statSync(path);
  // The same rows are deleted, and nothing says that they must leave the file.
  database.exec("INSERT INTO t (owner, text) VALUES (9, 'ordinary'); DELETE FROM t WHERE owner = 9");
  const pages = () => database.prepare('PRAGMA schema_version').get()?.['schema_version'];
  const before = pages();
  t.is(await sqliteTraces(database).erase(), undefined);
  t.is(pages(), before);
  noteErasure(database);
  t.is(await sqliteTraces(database).erase(), undefined);
  t.not(pages(), before);
  const after = pages();
  t.is(await sqliteTraces(database).erase(), undefined);
  t.is(pages(), after);
  t.is(statSync(path).ino, ino);
  t.true(statSync(path).mtimeMs >= mtimeMs);
});

test('a file waits for room for all of its pages, those in the WAL included, beside the reserve of others, and says how much it needs', async (t) => {
  const { database, found, path } = withDeletions(t);
  // Nearly all of its pages are in the WAL only.
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']) * 4096;
  t.true(statSync(path).size < pages / 4);
  const reserve = 16 * megabyte;
  let free = pages - statSync(path).size + reserve - 1;
  const wal = statSync(`${path}-wal`).size;
  const traces = sqliteTraces(database, { freeBytes: () => free });
  const waits = /^some\.db is rewritten when \d+ MB of the disk are free$/;
  t.regex((await traces.erase()) ?? '', waits);
  t.is(statSync(`${path}-wal`).size, wal, 'nothing is moved into the file before there is room for it');
  free = 2 * pages + reserve - 1;
  t.regex((await traces.erase()) ?? '', waits);
  free = 2 * pages + reserve;
  t.is(await traces.erase(), undefined);
  t.is(found('') + found('-wal'), 0);
});

test('a file that is not rewritten waits for the room that its WAL takes in it', async (t) => {
  const { database, path } = withDeletions(t);
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']) * 4096;
  const needed = pages - statSync(path).size + 16 * megabyte;
  let free = needed - 1;
  const traces = sqliteTraces(database, { maxBytes: 1, freeBytes: () => free });
  t.is(await traces.erase(), `some.db is checkpointed when ${Math.ceil(needed / megabyte)} MB of the disk are free`);
  free = needed;
  t.is(await traces.erase(), undefined);
  t.is(statSync(`${path}-wal`).size, 0);
});

const disk = smallDisk(64);

if (disk) {
  test.after.always(() => disk.remove());

  test.serial('an erasure on a disk that is nearly full leaves the reserve to those who write', async (t) => {
    const path = join(disk.folder, 'full.db');
    const database = openDatabase(path, 'full');
    t.teardown(() => database.close());
    database.exec('CREATE TABLE t (text TEXT)');
    const insert = database.prepare('INSERT INTO t VALUES (?)');
    const text = 'x'.repeat(1_000);
    database.exec('BEGIN');
    for (let row = 0; row < 22_000; row += 1) insert.run(text);
    database.exec('COMMIT');
    noteErasure(database);
    disk.fill(17 * megabyte);
    const traces = sqliteTraces(database);
    const free = disk.free();
    for (let turn = 0; turn < 3; turn += 1) {
      t.regex((await traces.erase()) ?? '', /^full\.db is rewritten when \d+ MB of the disk are free$/);
      t.true(free - disk.free() < megabyte);
      t.notThrows(() => insert.run(text));
    }
  });
} else {
  test.skip('an erasure on a full disk needs the right to mount (Linux: CAP_SYS_ADMIN)', () => undefined);
}
