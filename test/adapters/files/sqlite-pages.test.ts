import { randomUUID } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { dataFiles } from '../../../src/adapters/files/data-files.ts';
import { pieceBytes } from '../../../src/platform/piece-scanner.ts';
import { spooledName } from '../../../src/platform/spooled-name.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const tenant = randomUUID();

/** A database in a folder of its own; `find` gives those of pieces that are found, all of which its files have. */
const open = (t: ExecutionContext, sql: string) => {
  const folder = temporaryFolder(t);
  const database = new DatabaseSync(join(folder, 'rows.db'));
  t.teardown(() => database.close());
  database.exec(`PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; ${sql}`);
  const find = async (...pieces: string[]) => {
    const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
    for (const piece of pieces) t.true(piece.length === pieceBytes && bytes.includes(piece), piece);
    const { found } = await dataFiles(folder).search(new Map([[tenant, pieces]]));
    return [...(found.get(tenant)?.keys() ?? [])].toSorted();
  };
  const checkpoint = () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return { folder, database, find, checkpoint };
};

test('bytes across the columns of a row are no text, in the WAL and in the database; those within one are', async (t) => {
  const { database, find, checkpoint } = open(
    t,
    'CREATE TABLE row (number INTEGER PRIMARY KEY, id TEXT, count INTEGER, name TEXT, at BLOB, none TEXT, one INTEGER, last TEXT)',
  );
  const insert = database.prepare('INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  insert.run(1, 'INC-2026-000123', 0x414243, 'Billing questions', Buffer.from('2026-11-28T10:00'), null, 1, 'the last');
  const crossing = ['C-2026-000123ABCBilling ', 'g questions2026-11-28T10', 'ns2026-11-28T10:00the la'] as const;
  for (const prepare of [() => undefined, checkpoint]) {
    prepare();
    t.deepEqual(await find(...crossing), []);
  }
  // Somebody has stored one of them as a text, too.
  insert.run(2, 'x', 1, `It says ${crossing[1]}.`, null, null, 0, 'y');
  t.deepEqual(await find(...crossing), [crossing[1]]);
  checkpoint();
  t.deepEqual(await find(...crossing), [crossing[1]]);
});

test('nor are those across the columns of an index, or of a table without row ids', async (t) => {
  const { database, find, checkpoint } = open(
    t,
    `CREATE TABLE row (first TEXT, second TEXT, third TEXT);
    CREATE INDEX backwards ON row (third, first);
    CREATE TABLE pair (value TEXT, key TEXT PRIMARY KEY) WITHOUT ROWID`,
  );
  database.exec('BEGIN');
  for (let n = 0; n < 2_000; n += 1) {
    const numbered = String(n).padStart(4, '0');
    database
      .prepare('INSERT INTO row VALUES (?, ?, ?)')
      .run(`begin ${numbered} of it`, 'between', `end of ${numbered} `);
    database.prepare('INSERT INTO pair VALUES (?, ?)').run(`value of ${numbered}`, `the key ${numbered}`);
  }
  database.exec('COMMIT');
  checkpoint();
  const pieces = ['0000', '0777', '1999'].flatMap((n) => [
    `end of ${n} begin ${n} o`,
    `he key ${n}value of ${n}`,
    `gin ${n} of itbetweenend`,
  ]);
  t.deepEqual(await find(...pieces), []);
});

test('nor are those of the end of one record and the beginning of the next', async (t) => {
  const { database, find, checkpoint } = open(t, 'CREATE TABLE row (number INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO row VALUES (?, ?)');
  // Cells are written from the end of a page: behind the second are the size and number of the first.
  insert.run(0x41, 'x'.repeat(0x42 - 4));
  insert.run(0x43, 'a guessed text of nobody');
  checkpoint();
  t.deepEqual(await find('guessed text of nobodyBA'), []);
  t.deepEqual(await find('a guessed text of nobody'), ['a guessed text of nobody']);
});

test('records that go on in other pages are judged alike', async (t) => {
  const { database, find, checkpoint } = open(
    t,
    'CREATE TABLE row (id TEXT, category TEXT, client TEXT, problem TEXT); CREATE INDEX rows ON row (id, category, client)',
  );
  // So that the page of the row has its first 500 bytes only, as that of the entry.
  const values = ['i'.repeat(980), 'A category of words', 'a client of somebody, ', 'Problem. '.repeat(1_762)];
  database.prepare('INSERT INTO row VALUES (?, ?, ?, ?)').run(...values);
  const crossing = ['gory of wordsa client of', 'nt of somebody, Problem.'];
  const within = 'oblem. Problem. Problem.';
  for (const prepare of [() => undefined, checkpoint]) {
    prepare();
    t.deepEqual(await find(...crossing), []);
    t.deepEqual(await find(...crossing, within), [within]);
  }
});

test('what is in free space, or in a file that only looks like a database, is a text', async (t) => {
  const { folder, database, find, checkpoint } = open(
    t,
    'CREATE TABLE row (id TEXT, name TEXT); PRAGMA secure_delete = OFF',
  );
  const insert = database.prepare('INSERT INTO row VALUES (?, ?)');
  for (const id of ['INC-2026-000123', 'INC-2026-000124', 'INC-2026-000125']) insert.run(id, 'Billing questions');
  checkpoint();
  const [crossing, other] = ['C-2026-000124Billing que', 'C-2026-000123Billing que'];
  t.deepEqual(await find(crossing, other), []);
  database.exec(`DELETE FROM row WHERE id = 'INC-2026-000124'`);
  checkpoint();
  t.deepEqual(await find(crossing, other), [crossing]);
  const body = join(folder, spooledName({ tenantId: tenant, erasedBefore: 0n, id: randomUUID() }));
  copyFileSync(join(folder, 'rows.db'), body);
  t.deepEqual(await find(other), [other]);
  writeFileSync(body, '');
  const page = Buffer.alloc(4096 * 2 + 100);
  page.write('SQLite format 3\0');
  page.writeUInt16BE(4096, 16);
  page.write(other, 4096 + 10);
  writeFileSync(join(folder, 'other.db'), page);
  t.deepEqual(await find(other), [other]);
  page.fill(0, 4096);
  page.write(other, 4096 * 2 + 50);
  writeFileSync(join(folder, 'other.db'), page);
  t.deepEqual(await find(other), [other]);
});
