import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { dataFiles } from '../../../src/adapters/files/data-files.ts';
import { pieceBytes } from '../../../src/platform/piece-scanner.ts';
import { spooledName } from '../../../src/platform/spooled-name.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const tenant = randomUUID();
const wanted = (pieces: readonly string[]) => new Map([[tenant, pieces]]);

const pieceOf = (n: number) => `кусок ${n} ${'ы'.repeat(20)}`.slice(0, 20).padEnd(pieceBytes, 'x');
const cut = (text: string) => Buffer.from(text).subarray(0, pieceBytes).toString().replaceAll('\uFFFD', '');

test('pieces are found in every file, whatever surrounds them, also across the parts in which a file is read', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'tmp'));
  const pieces = Array.from({ length: 1_000 }, (_, n) => cut(`${n}-`.padEnd(8, 'z') + pieceOf(n))).filter(
    (piece) => Buffer.byteLength(piece) === pieceBytes,
  );
  const megabyte = 1 << 20;
  const bytes = Buffer.alloc(3 * megabyte, 0x61);
  const [first, last, crossing, inner, other] = pieces as [string, string, string, string, string];
  bytes.write(first, 0);
  bytes.write(last, bytes.length - pieceBytes);
  bytes.write(crossing, megabyte - 5);
  bytes.write(inner, 2 * megabyte + 7);
  writeFileSync(join(folder, 'large.db'), bytes);
  writeFileSync(join(folder, 'tmp', 'small'), other);
  writeFileSync(join(folder, 'empty'), '');
  const { files, bytes: read, found } = await dataFiles(folder).search(wanted(pieces));
  t.is(files, 3);
  t.is(read, bytes.length + pieceBytes);
  t.deepEqual(
    [...(found.get(tenant) ?? [])].toSorted(),
    [
      ...[first, last, crossing, inner].map((piece) => [piece, 'large.db']),
      [other, join('tmp', 'small')],
    ].toSorted() as [string, string][],
  );
});

test('pieces are found at any distance from the beginning of a file, those that begin alike too', async (t) => {
  const folder = temporaryFolder(t);
  const beginning = 'началонача';
  const pieces = Array.from({ length: 2_000 }, (_, n) => beginning + String(n).padStart(4, '0'));
  t.true(pieces.every((piece) => Buffer.byteLength(piece) === pieceBytes));
  const text = pieces.map((piece, n) => '-'.repeat(n % 23) + piece).join('');
  writeFileSync(join(folder, 'one'), text);
  const { found } = await dataFiles(folder).search(wanted([...pieces, beginning + 'none']));
  t.deepEqual([...(found.get(tenant)?.keys() ?? [])].toSorted(), pieces);
});

test('back-ups in the folder of the service are not searched, as receipts say', async (t) => {
  const folder = temporaryFolder(t);
  const piece = 'p'.repeat(pieceBytes);
  for (const path of ['backups/one', 'tmp/backups', 'backups-of-mine']) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'events.db'), piece);
  }
  writeFileSync(join(folder, 'backups', 'all.tar'), piece);
  for (const each of ['tmp', 'backups-of-mine']) {
    const { files, found } = await dataFiles(folder).search(wanted([piece]));
    t.is(files, each === 'tmp' ? 2 : 1);
    t.is(found.get(tenant)?.size, 1);
    rmSync(join(folder, each), { recursive: true });
  }
  t.deepEqual(await dataFiles(folder).search(wanted([piece])), {
    files: 0,
    bytes: 0,
    found: new Map([[tenant, new Map()]]),
  });
});

test('a text that differs in one byte is not found, and without pieces every file is still read', async (t) => {
  const folder = temporaryFolder(t);
  const piece = 'p'.repeat(pieceBytes);
  writeFileSync(join(folder, 'one'), `${'p'.repeat(pieceBytes - 1)}q${'p'.repeat(pieceBytes - 1)}`);
  t.is((await dataFiles(folder).search(wanted([piece]))).found.get(tenant)?.size, 0);
  t.like(await dataFiles(folder).search(new Map()), { files: 1, bytes: 2 * pieceBytes - 1 });
});

const bodyOf = (tenantId: string) => ({ tenantId, erasedBefore: 12n, id: randomUUID() });

test('bodies are told by their names, and what is made of one is a part of it', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'tmp'));
  t.deepEqual(await dataFiles(folder).bodies(), []);
  const bodies = [bodyOf(tenant), bodyOf(randomUUID())].toSorted((one, other) => one.id.localeCompare(other.id));
  const names = bodies.flatMap((body) => [spooledName(body), `${spooledName(body)}.checked`]);
  for (const name of [...names, `${randomUUID()}.trial`, 'events.db']) writeFileSync(join(folder, 'tmp', name), 'x');
  const found = await dataFiles(folder).bodies();
  t.deepEqual(
    found.toSorted((one, other) => one.id.localeCompare(other.id)),
    bodies,
  );
});

test('a body that a tenant has sent is searched for its own pieces only, any other file for those of all', async (t) => {
  const folder = temporaryFolder(t);
  const [own, other, third] = [randomUUID(), randomUUID(), randomUUID()];
  const [shared, piece] = ['s'.repeat(pieceBytes), 'p'.repeat(pieceBytes)];
  for (const tenantId of [own, third]) writeFileSync(join(folder, spooledName(bodyOf(tenantId))), piece);
  writeFileSync(join(folder, `${spooledName(bodyOf(other))}.checked`), '-');
  writeFileSync(join(folder, 'large.db'), shared);
  const pieces = [shared, piece];
  const search = new Map([own, other].map((each) => [each, pieces]));
  const { files, found } = await dataFiles(folder).search(search);
  t.is(files, 3);
  t.deepEqual([...(found.get(own)?.keys() ?? [])].toSorted(), [piece, shared]);
  t.deepEqual([...(found.get(other) ?? [])], [[shared, 'large.db']]);
});

test('a database that is in use stays so for other processes while its files are read', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'rows.db');
  const database = new DatabaseSync(path);
  t.teardown(() => database.close());
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE row (text); INSERT INTO row VALUES (1)');
  const leaveWal = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('PRAGMA journal_mode = DELETE')`;
  const isLocked = { message: /database is locked/ };
  const asOther = () => execFileSync(process.execPath, ['-e', leaveWal, path], { stdio: 'pipe' });
  t.throws(asOther, isLocked);
  t.like(await dataFiles(folder).search(new Map()), { files: 3 });
  t.throws(asOther, isLocked);
});

test.serial('a file that cannot be read is an error, never one without bytes', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'one.db');
  writeFileSync(path, 'x');
  const { PATH } = process.env;
  t.teardown(() => (process.env['PATH'] = PATH));
  process.env['PATH'] = '/nowhere';
  await t.throwsAsync(dataFiles(folder).search(new Map()), { message: /cat/ });
});
