import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { accountTables } from '../../src/adapters/sqlite/rows/accounts.ts';
import { collectionTables } from '../../src/adapters/sqlite/rows/collection-tables.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { openReadModels, openTicketReaders, storeFiles } from '../../src/composition/read-stores.ts';
import { parseConfig } from '../../src/config.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { projectionNames } from '../../src/ports/read-your-writes.ts';
import { damagePage, pagesOf } from './damage-file.ts';
import { filledFolder, type FilledFolder, openFolder } from './embedded-folder.ts';
import { collectionCreated, newEvent } from './events.ts';
import { currentFile } from './views-files.ts';

export const tickets = 300;

/** Damages the file of a read model. */
export type Damage = { readonly of: keyof typeof tablesOf; readonly by: (views: string) => void };

const tablesOf = { accounts: accountTables, collections: collectionTables, 'ticket-index': ticketIndexTables };

/** A folder with tickets, with one damaged read model, and what the threads of the service have of it: the writer and readers. */
export const openDamaged = async (t: ExecutionContext, { of, by }: Damage) => {
  const filled = await filledFolder(t, tickets);
  const views = currentFile(filled.folder, tablesOf[of]);
  by(views);
  const { writer, warnings, fileStates } = await openFolder(t, filled.folder);
  const config = parseConfig({ DATA_DIR: filled.folder });
  const readers = await openReadModels(config, fileStates);
  t.teardown(() => readers.close());
  const { index } = await openTicketReaders(config, fileStates);
  const faults = () =>
    storeFiles({ ...config, fileStates }).watched.flatMap(({ name, fault }) => (fault() ? [name] : []));
  return { ...filled, views, writer, warnings, readers, index, faults };
};

export type Opened = Awaited<ReturnType<typeof openDamaged>>;

export const find = async ({ index, tenantId, collectionId }: Pick<Opened, 'index'> & FilledFolder) => {
  const vector = Float32Array.of(1, 0, 0, 0);
  return (await index.snapshot())?.nearest({ tenantId, collectionId, vector, count: 5 });
};

export const verify = (writer: Opened['writer'], repair: boolean) => writer.operate({ operation: 'verify', repair });

/** Every leaf page of tables or indexes. */
export const leaves = (of: Damage['of'], pattern: string): Damage => ({
  of,
  by: (views) => {
    for (const page of pagesOf(views, pattern, 'leaf')) damagePage(views, page);
  },
});

/** Appends a collection; returns its id and position. */
export const appendCollection = async (writer: Opened['writer']) => {
  const id = randomUUID();
  const event = newEvent(collectionCreated(id, randomUUID()));
  const stream = streamOf.collection(id);
  const [outcome] = await writer.appendAll([{ stream, expected: 'no stream', events: [event] }]);
  if (outcome?.outcome !== 'appended') throw new Error('Not appended');
  await writer.waitForPosition(projectionNames, [outcome.position]);
  return id;
};
