import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { isAborted } from '../../src/concurrency/sleep.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { generationFiles } from '../../src/adapters/sqlite/generation-files.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { ReadModelsDamaged } from '../../src/domain/errors.ts';
import { damagePage, freePageOf, overwrite, pagesOf } from '../support/damage-file.ts';
import { appendCollection, type Damage, find, leaves, openDamaged, tickets, verify } from '../support/damaged-views.ts';
import { filledFolder, openFolder } from '../support/embedded-folder.ts';

/** The ends of the names of the files of a read model. */
const filesOf = (folder: string, name: string) =>
  readdirSync(folder).flatMap((file) =>
    file.startsWith(`views-${name}-`) ? [file.slice(`views-${name}-`.length)] : [],
  );

test('a search that meets a damaged page is refused by name and counts, until --repair has replayed its read model beside the readers', async (t) => {
  const opened = await openDamaged(t, leaves('ticket-index', 'vectors'));
  const { writer, readers, faults, collectionId, folder } = opened;
  t.deepEqual(faults(), []);
  const error = await t.throwsAsync(find(opened), { instanceOf: ReadModelsDamaged });
  t.is(error.message, 'Read models are damaged (views-ticket-index); npm run verify -- --repair rebuilds them');
  t.deepEqual(faults(), ['views-ticket-index']);
  // What is not damaged still answers.
  t.is((await readers.collections.byId(collectionId))?.ticketCount, tickets);

  const found = await verify(writer, false);
  t.false(found.succeeded);
  t.is(found.lines[0], 'views-ticket-index is damaged');
  t.is(found.lines.at(-1), 'npm run verify -- --repair rebuilds what differs from the log');

  const repaired = await verify(writer, true);
  t.true(repaired.succeeded, repaired.lines.join('\n'));
  const replayed = `ticket-index: parity: ${tickets} before, ${tickets} after, hashes of ids the same; switched`;
  t.deepEqual(
    repaired.lines.filter((line) => line.includes('switched')),
    [replayed],
  );
  t.is(repaired.lines.at(-1), 'Repaired');
  t.deepEqual(faults(), []);
  t.is((await find(opened))?.length, 5);
  t.is((await readers.collections.byId(collectionId))?.ticketCount, tickets);
  // The others were left as they are.
  t.true(filesOf(folder, 'collections').some((name) => name.endsWith('-1.db')));
  t.true(filesOf(folder, 'ticket-index').some((name) => name.endsWith('-2.db')));
});

test('what is written after a repair is read by the readers that were open before it', async (t) => {
  const opened = await openDamaged(t, leaves('ticket-index', 'vectors'));
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

const damages: Readonly<Record<string, Damage>> = {
  'rows of tickets': leaves('ticket-index', 'tickets'),
  'an index of tickets': leaves('ticket-index', 'sqlite_autoindex_tickets_1'),
  'an interior page': {
    of: 'ticket-index',
    by: (views) => {
      for (const page of pagesOf(views, '[tv]*', 'internal')) damagePage(views, page);
    },
  },
  'the collections’ tickets': leaves('collections', 'tickets'),
  'the list of free pages': {
    of: 'accounts',
    by: (views) => {
      const database = openDatabase(views, 'normal');
      database.exec(`CREATE TABLE other AS SELECT randomblob(30000) AS bytes FROM checkpoint; DROP TABLE other`);
      database.close();
      damagePage(views, freePageOf(views));
    },
  },
  'a text that is no longer JSON': {
    of: 'ticket-index',
    by: (views) => overwrite(views, readFileSync(views).indexOf('["Не проходит оплата заказа 42"]'), Buffer.from('!')),
  },
  'a vector that is no number': {
    of: 'ticket-index',
    by: (views) => {
      const angle = 42;
      const vector = Buffer.from(Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0).buffer);
      overwrite(views, readFileSync(views).indexOf(vector), new Uint8Array(16).fill(0xff));
    },
  },
};

for (const [name, damage] of Object.entries(damages)) {
  test(`verify finds and --repair mends: ${name}`, async (t) => {
    const opened = await openDamaged(t, damage);
    const { writer, faults } = opened;
    const found = await verify(writer, false);
    t.false(found.succeeded);
    t.is(found.lines[0], `views-${damage.of} is damaged`, found.lines.join('\n'));
    t.deepEqual(faults(), [`views-${damage.of}`]);
    const repaired = await verify(writer, true);
    t.true(repaired.succeeded, repaired.lines.join('\n'));
    t.deepEqual(faults(), []);
    t.is((await find(opened))?.length, 5);
    t.true((await verify(writer, false)).succeeded);
  });
}

test('what is appended while a file is rebuilt is in the new one, and is answered meanwhile', async (t) => {
  const { writer, readers } = await openDamaged(t, leaves('ticket-index', 'vectors'));
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

test('--repair drops a retained index that is damaged, and does without it', async (t) => {
  const { folder } = await filledFolder(t, tickets);
  const first = await openFolder(t, folder);
  const switched = await first.writer.operate({ operation: 'reembed', model: 'test-next' });
  t.true(switched.succeeded, switched.lines.join('\n'));
  await first.writer.stop();
  const { pathsInUse } = generationFiles(folder, ticketIndexTables);
  const [, retained = ''] = pathsInUse();
  leaves('ticket-index', 'vectors').by(retained);
  const { writer } = await openFolder(t, folder);
  t.is((await verify(writer, false)).lines[0], 'views-ticket-index is damaged');
  const repaired = await verify(writer, true);
  t.true(repaired.succeeded, repaired.lines.join('\n'));
  t.is(pathsInUse().length, 1);
});
