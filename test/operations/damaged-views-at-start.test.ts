import { copyFileSync, readdirSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { collectionTables } from '../../src/adapters/sqlite/rows/collection-tables.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { openReadModels } from '../../src/composition/read-stores.ts';
import { parseConfig } from '../../src/config.ts';
import { damageHeader, overwrite, pageSize } from '../support/damage-file.ts';
import { appendCollection, type Damage, find, leaves, openDamaged, tickets, verify } from '../support/damaged-views.ts';
import { filledFolder, openFolder } from '../support/embedded-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { currentFile } from '../support/views-files.ts';

test('a damaged header is no reason to stop: the read model is built anew from the log in another file', async (t) => {
  const opened = await openDamaged(t, { of: 'ticket-index', by: damageHeader });
  t.is((await find(opened))?.length, 5);
  t.deepEqual(
    opened.warnings.map((line) => line.slice(0, 61)),
    ['views-ticket-index was damaged and is built anew from the log'],
  );
  t.not(currentFile(opened.folder, ticketIndexTables), opened.views);
  t.true((await verify(opened.writer, false)).succeeded);
});

const mendedByTheStart: Readonly<Record<string, Damage>> = {
  'a damaged checkpoint': leaves('collections', 'checkpoint'),
  'a file that was cut off': { of: 'ticket-index', by: (views) => truncateSync(views, pageSize * 3) },
};

for (const [name, damage] of Object.entries(mendedByTheStart)) {
  test(`the start mends: ${name}`, async (t) => {
    const opened = await openDamaged(t, damage);
    t.is((await find(opened))?.length, 5);
    t.true((await verify(opened.writer, false)).succeeded);
  });
}

test('a start that must write a damaged page builds that read model anew', async (t) => {
  const { folder } = await filledFolder(t, tickets);
  const views = currentFile(folder, collectionTables);
  copyFileSync(views, `${views}.copy`);
  const first = await openFolder(t, folder);
  const id = await appendCollection(first.writer);
  await first.writer.stop();
  renameSync(`${views}.copy`, views);
  leaves('collections', 'collections').by(views);
  const { writer, warnings, fileStates } = await openFolder(t, folder);
  t.true(
    warnings.some((line) => line.startsWith('views-collections was damaged and is built anew from the log')),
    warnings.join('\n'),
  );
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
    for (const name of readdirSync(source.folder).filter((one) => /^(events|views).*(db|wal|json)$/.test(one)))
      copyFileSync(join(source.folder, name), join(folder, name));
    damage(`${currentFile(folder, collectionTables)}-wal`);
    const { writer, fileStates } = await openFolder(t, folder);
    const readers = await openReadModels(parseConfig({ DATA_DIR: folder }), fileStates);
    t.teardown(() => readers.close());
    t.is((await readers.collections.byId(id))?.name, 'Support');
    t.true((await verify(writer, false)).succeeded);
  }
});
