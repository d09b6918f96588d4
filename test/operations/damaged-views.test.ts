import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { isAborted } from '../../projections/retry.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { openReadModels, openTicketReaders, storeFiles } from '../../src/composition/read-stores.ts';
import { parseConfig } from '../../src/config.ts';
import { ReadModelsDamaged } from '../../src/domain/errors.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { damageHeader, damagePage, freePageOf, overwrite, pageSize, pagesOf } from '../support/damage-file.ts';
import { filledFolder, type FilledFolder, openFolder } from '../support/embedded-folder.ts';
import { collectionCreated, newEvent } from '../support/events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const tickets = 300;

/** A folder with tickets, damaged by `damage`, and what the threads of the service have of it: the writer and readers. */
const openDamaged = async (t: ExecutionContext, damage: (views: string) => void) => {
  const filled = await filledFolder(t, tickets);
  const views = join(filled.folder, 'views.db');
  damage(views);
  const { writer, warnings, fileStates } = await openFolder(t, filled.folder);
  const config = parseConfig({ DATA_DIR: filled.folder });
  const readers = await openReadModels(config, fileStates);
  t.teardown(() => readers.close());
  const { index } = await openTicketReaders(config, fileStates);
  const faults = () =>
    storeFiles({ ...config, fileStates }).watched.flatMap(({ name, fault }) => (fault() ? [name] : []));
  return { ...filled, views, writer, warnings, readers, index, faults };
};

type Opened = Awaited<ReturnType<typeof openDamaged>>;

const find = async ({ index, tenantId, collectionId }: Pick<Opened, 'index'> & FilledFolder) => {
  const vector = Float32Array.of(1, 0, 0, 0);
  return (await index.snapshot())?.nearest({ tenantId, collectionId, vector, count: 5 });
};

const verify = (writer: Opened['writer'], repair: boolean) => writer.operate({ operation: 'verify', repair });

/** Every leaf page of tables or indexes. */
const leaves = (pattern: string) => (views: string) => {
  for (const page of pagesOf(views, pattern, 'leaf')) damagePage(views, page);
};

test('a search that meets a damaged page is refused by name and counts, until --repair has built a new file beside the readers', async (t) => {
  const opened = await openDamaged(t, leaves('ticket_index_*_vectors'));
  const { writer, readers, faults, collectionId, folder } = opened;
  t.deepEqual(faults(), []);
  const error = await t.throwsAsync(find(opened), { instanceOf: ReadModelsDamaged });
  t.is(error.message, 'Read models are damaged (views.db); npm run verify -- --repair rebuilds them');
  t.deepEqual(faults(), ['views.db']);
  // What is not damaged still answers.
  t.is((await readers.collections.byId(collectionId))?.ticketCount, tickets);

  const found = await verify(writer, false);
  t.false(found.succeeded);
  t.is(found.lines[0], 'views.db is damaged');
  t.is(found.lines.at(-1), 'npm run verify -- --repair rebuilds what differs from the log');

  const repaired = await verify(writer, true);
  t.true(repaired.succeeded, repaired.lines.join('\n'));
  t.true(repaired.lines.includes('views.db was built anew from the log'));
  t.is(repaired.lines.at(-1), 'Repaired');
  t.deepEqual(faults(), []);
  t.is((await find(opened))?.length, 5);
  t.is((await readers.collections.byId(collectionId))?.ticketCount, tickets);
  t.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('views.db.')),
    [],
  );
});

test('what is written after a repair is read by the readers that were open before it', async (t) => {
  const opened = await openDamaged(t, leaves('ticket_index_*_vectors'));
  const { writer, readers, collectionId, tenantId } = opened;
  await readers.collections.byId(collectionId);
  await verify(writer, true);
  const [outcome] = await writer.appendAll([
    {
      stream: `collection-${collectionId}`,
      expected: 0,
      events: [
        {
          type: 'CollectionDeleted',
          data: { collectionId, userId: tenantId },
          id: 'deletion',
          metadata: { at: '2026-01-02T03:04:05.000Z', commandId: 'deletion' },
        },
      ],
    },
  ]);
  if (outcome?.outcome !== 'appended') throw new Error('Not appended');
  t.is((await writer.waitForPosition(['collections', 'ticket-index'], [outcome.position])).status, 'reached');
  t.is(await readers.collections.byId(collectionId), undefined);
  t.deepEqual(await find(opened), []);
});

const damages: Readonly<Record<string, (views: string) => void>> = {
  'rows of tickets': leaves('ticket_index_*_tickets'),
  'an index of tickets': leaves('sqlite_autoindex_ticket_index_*'),
  'an interior page': (views) => {
    for (const page of pagesOf(views, 'ticket_index_*', 'internal')) damagePage(views, page);
  },
  'the collections’ tickets': leaves('collections_*_tickets'),
  'the list of free pages': (views) => {
    const database = openDatabase(views, 'normal');
    database.exec(
      `CREATE TABLE other AS SELECT randomblob(3000) AS bytes FROM copies, copies AS more; DROP TABLE other`,
    );
    database.close();
    damagePage(views, freePageOf(views));
  },
  'a text that is no longer JSON': (views) => {
    overwrite(views, readFileSync(views).indexOf('["Не проходит оплата заказа 42"]'), Buffer.from('!'));
  },
  'a vector that is no number': (views) => {
    const angle = 42;
    const vector = Buffer.from(Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0).buffer);
    overwrite(views, readFileSync(views).indexOf(vector), new Uint8Array(16).fill(0xff));
  },
};

for (const [name, damage] of Object.entries(damages)) {
  test(`verify finds and --repair mends: ${name}`, async (t) => {
    const opened = await openDamaged(t, damage);
    const { writer, faults } = opened;
    const found = await verify(writer, false);
    t.false(found.succeeded);
    t.is(found.lines[0], 'views.db is damaged', found.lines.join('\n'));
    t.deepEqual(faults(), ['views.db']);
    const repaired = await verify(writer, true);
    t.true(repaired.succeeded, repaired.lines.join('\n'));
    t.deepEqual(faults(), []);
    t.is((await find(opened))?.length, 5);
    t.true((await verify(writer, false)).succeeded);
  });
}

test('a damaged header is no reason to stop: the file is moved aside, built anew from the log and then deleted', async (t) => {
  const opened = await openDamaged(t, damageHeader);
  t.is((await find(opened))?.length, 5);
  t.deepEqual(
    opened.warnings.map((line) => line.slice(0, 52)),
    ['views.db was damaged and is built anew from the log '],
  );
  t.false(existsSync(`${opened.views}.damaged`));
  t.true((await verify(opened.writer, false)).succeeded);
});

const mendedByTheStart: Readonly<Record<string, (views: string) => void>> = {
  'damaged checkpoints': leaves('copies'),
  'a file that was cut off': (views) => truncateSync(views, pageSize * 3),
};

for (const [name, damage] of Object.entries(mendedByTheStart)) {
  test(`the start mends: ${name}`, async (t) => {
    const opened = await openDamaged(t, damage);
    t.is((await find(opened))?.length, 5);
    t.true((await verify(opened.writer, false)).succeeded);
  });
}

/** Appends a collection; returns its id and position. */
const appendCollection = async (writer: Opened['writer']) => {
  const id = randomUUID();
  const event = newEvent(collectionCreated(id, randomUUID()));
  const stream = streamOf.collection(id);
  const [outcome] = await writer.appendAll([{ stream, expected: 'no stream', events: [event] }]);
  if (outcome?.outcome !== 'appended') throw new Error('Not appended');
  await writer.waitForPosition(['accounts', 'collections', 'ticket-index', 'uploads'], [outcome.position]);
  return id;
};

test('what is appended while a file is rebuilt is in the new one, and is answered meanwhile', async (t) => {
  const { writer, readers } = await openDamaged(t, leaves('ticket_index_*_vectors'));
  const ended = new AbortController();
  const repairing = verify(writer, true).finally(() => ended.abort());
  const ids: string[] = [];
  while (!isAborted(ended.signal)) {
    const id = await appendCollection(writer);
    ids.push(id);
    t.is((await readers.collections.byId(id))?.name, 'Support');
  }
  t.true((await repairing).succeeded);
  for (const id of ids) t.is((await readers.collections.byId(id))?.name, 'Support');
  t.true((await verify(writer, false)).succeeded);
});

test('what a rebuild left that was killed is deleted by the next start', async (t) => {
  const { folder } = await filledFolder(t, 10);
  const left = ['views.db.rebuilt', 'views.db.rebuilt-wal', 'views.db.rebuilt-shm'].map((name) => join(folder, name));
  for (const path of left) writeFileSync(path, 'left');
  const { writer } = await openFolder(t, folder);
  t.deepEqual(left.filter(existsSync), []);
  t.true((await verify(writer, false)).succeeded);
});

test('a start that must write a damaged place builds the file anew', async (t) => {
  const { folder } = await filledFolder(t, tickets);
  const views = join(folder, 'views.db');
  copyFileSync(views, `${views}.copy`);
  const first = await openFolder(t, folder);
  const id = await appendCollection(first.writer);
  await first.writer.stop();
  renameSync(`${views}.copy`, views);
  leaves('collections_*_collections')(views);
  const { writer, warnings, fileStates } = await openFolder(t, folder);
  t.true(warnings.includes('views.db was built anew from the log {}'), warnings.join('\n'));
  const readers = await openReadModels(parseConfig({ DATA_DIR: folder }), fileStates);
  t.teardown(() => readers.close());
  t.is((await readers.collections.byId(id))?.name, 'Support');
  t.true((await verify(writer, false)).succeeded);
});

test('a WAL of the read models that is scribbled or cut off loses nothing: they catch up with the log', async (t) => {
  for (const damage of [
    (wal: string) => overwrite(wal, 32, new Uint8Array(4096).fill(0xa5)),
    (wal: string) => truncateSync(wal, 5000),
  ]) {
    const source = await filledFolder(t, 10);
    const running = await openFolder(t, source.folder);
    const id = await appendCollection(running.writer);
    // The files as a kill -9 leaves them.
    const folder = temporaryFolder(t);
    for (const name of ['events.db', 'events.db-wal', 'views.db', 'views.db-wal'])
      copyFileSync(join(source.folder, name), join(folder, name));
    damage(join(folder, 'views.db-wal'));
    const { writer, fileStates } = await openFolder(t, folder);
    const readers = await openReadModels(parseConfig({ DATA_DIR: folder }), fileStates);
    t.teardown(() => readers.close());
    t.is((await readers.collections.byId(id))?.name, 'Support');
    t.true((await verify(writer, false)).succeeded);
  }
});
