import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../../src/adapters/sqlite/log/event-store.ts';
import { searchLogFile } from '../../../src/adapters/sqlite/log/search-log.ts';
import { searchDuring, searchEvents } from '../../../src/operations/search-events.ts';
import { pieceBytes } from '../../../src/platform/piece-scanner.ts';
import type { LogSearch } from '../../../src/ports/log-search.ts';
import { lockFolder } from '../../../src/threads/folder-lock.ts';
import { newEvent, ticketStored } from '../../support/events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const [collectionId, tenantId] = [randomUUID(), randomUUID()];

/** A text of which the whole is a piece. */
const text = (name: string) => `${name} `.padEnd(pieceBytes, 'x');

const openLog = (t: ExecutionContext) => {
  const path = join(temporaryFolder(t), 'events.db');
  const database = openDatabase(path, 'full');
  t.teardown(() => database.close());
  const store = sqliteEventStore(database, (error) => t.fail(String(error)));
  const append = async (stream: string, data: object) => {
    const fact = ticketStored({ tenantId, collectionId, ticketId: '7' });
    const event = newEvent({ ...fact, data: { ...fact.data, ...data } });
    await store.appendAll([{ stream, expected: 'no stream', events: [event] }]);
    return event;
  };
  return { path, database, store, append };
};

const nothing: LogSearch['erased'] = { streams: new Set(), positions: new Set() };

test('a piece is found in every field of an event, and in the statements that made the tables; in what was erased it is not', async (t) => {
  const { path, store, append } = openLog(t);
  const fields = { ticketId: text('id'), client: text('client'), category: text('category') };
  const texts = { problem: [text('problem')], solution: ['-', text('solution')] };
  const event = await append('one', { ...fields, ...texts });
  const name = { uploadId: randomUUID(), userId: tenantId, collectionId, run: randomUUID() };
  const file = { surface: 'api', fileName: text('file'), format: 'csv', digest: null } as const;
  const upload = newEvent({ type: 'UploadStarted', data: { ...name, ...file } });
  await store.appendAll([{ stream: 'upload', expected: 'no stream', events: [upload] }]);
  await append('erased', { client: text('erased') });
  await append('quoting', { client: text('quoting') });
  const erased = { streams: new Set(['erased']), positions: new Set(['4']) };
  const statement = 'position INTEGER PRIMARY KEY AUTOINCREMENT'.slice(0, pieceBytes);
  const there = [
    ...Object.values(fields),
    ...texts.problem,
    text('solution'),
    text('file'),
    event.id.slice(0, pieceBytes),
  ];
  const pieces = [...there, text('erased'), text('quoting'), text('nowhere')];
  const read = await searchLogFile(path)({ pieces: [...pieces, statement], after: 0n, erased });
  t.deepEqual([...read.found].toSorted(), [...there, statement].toSorted());
  t.is(read.upTo, 4n);
  const subscribed = await searchEvents(store)({ pieces, after: 0n, erased });
  t.deepEqual([...subscribed.found].toSorted(), there.toSorted());
  t.is(subscribed.upTo, 4n);
  t.deepEqual(await searchLogFile(path)({ pieces: [text('client')], after: 1n, erased }), {
    found: new Set(),
    upTo: 4n,
  });
});

test('the lock of the folder is not waited for', async (t) => {
  const { path, append } = openLog(t);
  await append('one', { client: text('client') });
  t.teardown(lockFolder(dirname(path)));
  const start = performance.now();
  const { found } = await searchLogFile(path)({ pieces: [text('client')], after: 0n, erased: nothing });
  t.is(found.size, 1);
  // A connection waits for five seconds.
  t.true(performance.now() - start < 4_000);
});

test('a log is read in parts, so that no read keeps its WAL for long', async (t) => {
  const { path, append } = openLog(t);
  const long = 'ы'.repeat(400_000);
  for (let number = 0; number < 12; number += 1) await append(`long-${number}`, { problem: [long] });
  await append('last', { client: text('last') });
  const { found, upTo } = await searchLogFile(path)({
    pieces: [text('last'), text('none')],
    after: 0n,
    erased: nothing,
  });
  t.deepEqual([...found], [text('last')]);
  t.is(upTo, 13n);
});

test('what is appended and erased during work is found as well', async (t) => {
  const { store, append } = openLog(t);
  await append('before', { client: text('before') });
  const search = { pieces: ['before', 'during', 'after'].map(text), after: 1n, erased: nothing };
  const { result, found, upTo } = await searchDuring(store, search, async () => {
    await append('short', { client: text('during') });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await store.erase(['short']);
    await append('long', { client: text('after') });
    return 'done';
  });
  t.is(result, 'done');
  t.deepEqual([...found].toSorted(), ['after', 'during'].map(text).toSorted());
  t.is(upTo, 3n);
  await t.throwsAsync(
    searchDuring(store, search, () => Promise.reject(new Error('cut off'))),
    { message: 'cut off' },
  );
});
