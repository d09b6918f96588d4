import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../../src/adapters/sqlite/log/event-store.ts';
import { startFailure } from '../../../src/composition/start-failure.ts';
import { LogDamaged } from '../../../src/domain/errors.ts';
import { streamOf } from '../../../src/domain/streams.ts';
import { recordId } from '../../../src/domain/ticket-record.ts';
import { projectionNames } from '../../../src/ports/read-your-writes.ts';
import { damageHeader, damagePage, overwrite, pageSize, pagesOf } from '../../support/damage-file.ts';
import { filledFolder, openFolder } from '../../support/embedded-folder.ts';
import { anyFact, newEvent } from '../../support/events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const tickets = 300;
const last = tickets + 3;

/** A folder whose log holds the positions 1 to `last`, and the path of the log. */
const filled = async (t: ExecutionContext) => {
  const all = await filledFolder(t, tickets);
  return { ...all, log: join(all.folder, 'events.db') };
};

const viewsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('views'));

const removeViews = (folder: string) => {
  for (const name of viewsIn(folder)) rmSync(join(folder, name));
};

/** The line with which a start on the folder ends. */
const lineOf = async (t: ExecutionContext, folder: string): Promise<string> => {
  const error = await t.throwsAsync(openFolder(t, folder), { any: true });
  return startFailure({ dataDir: folder }, error);
};

const openStore = (t: ExecutionContext, log: string) => {
  const database = openDatabase(log, 'full');
  t.teardown(() => database.close());
  return sqliteEventStore(database, () => undefined);
};

test('a damaged header of the log stops the start with the file and the way out', async (t) => {
  const { folder, log } = await filled(t);
  damageHeader(log);
  t.is(
    await lineOf(t, folder),
    `DATA_DIR: ${log} is damaged: none of its events can be read (file is not a database); restore a back-up with npm run restore (docs/operations.md, "Damaged files")`,
  );
});

test('a damaged page of the log stops a start that has to read it, with the last good position', async (t) => {
  const { folder, log } = await filled(t);
  const leaves = pagesOf(log, 'events', 'leaf');
  damagePage(log, leaves[Math.floor(leaves.length / 2)] ?? 0);
  removeViews(folder);
  const line = await lineOf(t, folder);
  const [, upTo = ''] =
    /events\.db is damaged: its events can be read up to position (\d+) of 303 \(.+\); restore/.exec(line) ?? [];
  t.true(Number(upTo) > 50 && Number(upTo) < last, line);
});

test('an interior page of the log stops the start as well', async (t) => {
  const { folder, log } = await filled(t);
  for (const page of pagesOf(log, 'events', 'internal')) damagePage(log, page);
  removeViews(folder);
  t.regex(await lineOf(t, folder), /events\.db is damaged: none of its events can be read \(.+\); restore/);
});

test('a log that was cut off stops the start as well', async (t) => {
  const { folder, log } = await filled(t);
  truncateSync(log, Math.floor(statSync(log).size / pageSize / 2) * pageSize);
  removeViews(folder);
  t.regex(await lineOf(t, folder), /events\.db is damaged: .+; restore/);
});

test('of a log with a damaged index every event can be read, and the line says so', async (t) => {
  const { folder, log } = await filled(t);
  for (const page of pagesOf(log, 'sqlite_autoindex_events_1', 'leaf')) damagePage(log, page);
  t.regex(
    await lineOf(t, folder),
    /all events up to the last position 303 can be read, but an index cannot \(.+\); restore/,
  );
});

test('a row that is no longer JSON ends a subscription after the event before it', async (t) => {
  const { log } = await filled(t);
  const offset = readFileSync(log).indexOf('заказа 150"');
  overwrite(log, offset, Buffer.from('"'));
  const positions: bigint[] = [];
  const error = await t.throwsAsync(
    async () => {
      for await (const { events } of openStore(t, log).subscribe(undefined, new AbortController().signal))
        positions.push(...events.map(({ position }) => position));
    },
    { instanceOf: LogDamaged },
  );
  t.is(error.message, 'Event log is damaged after position 153 (events.db); restore a back-up');
  t.deepEqual(
    positions,
    Array.from({ length: 153 }, (_, index) => BigInt(index + 1)),
  );
});

test('damage found while the service runs: reads of it and all appends are refused by name, at once', async (t) => {
  const { folder, log, collectionId, tenantId } = await filled(t);
  for (const page of pagesOf(log, 'events', 'leaf').slice(3, 6)) damagePage(log, page);
  const { writer } = await openFolder(t, folder);
  const append = () => {
    const event = newEvent(anyFact());
    return writer.appendAll([{ stream: streamOf.collection(event.id), expected: 'no stream', events: [event] }]);
  };
  const [sound] = await append();
  t.is(sound?.outcome, 'appended');
  const read = (number: number) => writer.read(streamOf.ticket(collectionId, recordId(tenantId, String(number))));
  const damaged = { instanceOf: LogDamaged, message: /^Event log is damaged.* \(events\.db\); restore a back-up$/ };
  await t.throwsAsync(async () => {
    for (let number = 0; number < tickets; number += 1) await read(number);
  }, damaged);
  await t.throwsAsync(append(), damaged);
  t.is((await read(tickets - 1)).length, 1);
});

test('a projection that meets damage stops with one warning that names the position; what waits for it is answered', async (t) => {
  const { folder, log } = await filled(t);
  const { writer, warnings } = await openFolder(t, folder);
  const other = new DatabaseSync(log);
  other.exec(
    `INSERT INTO events (stream, revision, id, type, metadata, data) VALUES ('log', 9, 'x', 'LogCreated', '{', '{')`,
  );
  other.close();
  const [result] = await writer.appendAll([{ stream: 'log', expected: 9, events: [newEvent(anyFact())] }]);
  t.is(result?.outcome, 'appended');
  const stalled = await writer.waitForPosition(['accounts'], [BigInt(last + 2)]);
  t.is(stalled.status, 'stalled');
  const stopped = warnings.filter((line) => line.includes('"accounts"'));
  t.is(stopped.length, 1);
  t.regex(stopped.join(), /a projection has stopped .*after position 303/);
});

test('a log whose last events are lost with its WAL stops the start: the read models hold more', async (t) => {
  const source = await filled(t);
  // The files as a kill -9 leaves them: the events are in the WAL only.
  const folder = temporaryFolder(t);
  const { writer } = await openFolder(t, source.folder);
  const event = newEvent(anyFact());
  const [outcome] = await writer.appendAll([
    { stream: streamOf.collection(event.id), expected: 'no stream', events: [event] },
  ]);
  t.is(outcome?.outcome, 'appended');
  await writer.waitForPosition(projectionNames, [BigInt(last + 1)]);
  const views = viewsIn(source.folder).filter((name) => !name.endsWith('-shm'));
  for (const name of ['events.db', 'events.db-wal', ...views])
    copyFileSync(join(source.folder, name), join(folder, name));
  overwrite(join(folder, 'events.db-wal'), 32, new Uint8Array(64));
  const line = await lineOf(t, folder);
  t.regex(
    line,
    /events\.db: Event log ends at position 303 \(events\.db\), but read models hold its events up to position 304: it has lost events; restore a back-up .*, or delete .*views\* to go on without them$/,
  );
  removeViews(folder);
  await t.notThrowsAsync(openFolder(t, folder));
});

test('an erased last event is no loss: the log remembers its position', async (t) => {
  const { folder, log } = await filled(t);
  const database = openDatabase(log, 'full');
  database.exec(`DELETE FROM events WHERE position = ${last}`);
  database.close();
  await t.notThrowsAsync(openFolder(t, folder));
});

test('verify reports a damaged log with the last good position, and repairs nothing from it', async (t) => {
  const { folder, log } = await filled(t);
  for (const page of pagesOf(log, 'events', 'leaf').slice(3, 6)) damagePage(log, page);
  const { writer } = await openFolder(t, folder);
  const { succeeded, lines } = await writer.operate({ operation: 'verify', repair: true });
  t.false(succeeded);
  t.regex(lines[0] ?? '', /^events\.db is damaged; its events can be read up to position \d+$/);
  t.is(lines.at(-1), 'Stop the service and restore a back-up: a damaged log cannot be repaired');
});
