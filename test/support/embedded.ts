import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { collectionTables } from '../../src/adapters/sqlite/rows/collection-tables.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { newFileStates } from '../../src/adapters/sqlite/file-health.ts';
import { sqliteEventStore } from '../../src/adapters/sqlite/log/event-store.ts';
import type { Tables } from '../../src/adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { questionTables } from '../../src/adapters/sqlite/rows/question-tables.ts';
import { uploadTables } from '../../src/adapters/sqlite/rows/upload-tables.ts';
import { openReadModels, openTicketReaders } from '../../src/composition/read-stores.ts';
import { parseConfig } from '../../src/config.ts';
import type { Embedders } from '../../src/ports/embedders.ts';
import type { ReadModel } from '../../src/ports/read-model.ts';
import { openWriter } from '../../src/composition/open-writer.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { openViewsFiles } from './views-files.ts';

/** A configuration with every store embedded in one folder. */
const embeddedIn = (dataDir: string) => parseConfig({ DATA_DIR: dataDir });

type Options = { readonly purge?: boolean; readonly folder?: string; readonly embedders?: Embedders };

/** The service's writer in this process on a new folder, and readers of the same files. */
export const openEmbedded = async (
  t: ExecutionContext,
  { purge = true, folder = temporaryFolder(t), embedders }: Options = {},
) => {
  const fileStates = newFileStates();
  const config = embeddedIn(folder);
  const { methods: writer, projecting } = await openWriter(
    config,
    { rebuilding: () => undefined, warn: () => undefined },
    { purge, fileStates, ...(embedders ? { embedders: () => Promise.resolve(embedders) } : {}) },
  );
  await projecting;
  const events = openDatabase(join(folder, 'events.db'), 'full');
  const readers = await openReadModels(config, fileStates);
  const { index, tickets } = await openTicketReaders(config, fileStates);
  t.teardown(async () => {
    await writer.stop();
    events.close();
    await readers.close();
  });
  const count = events.prepare('SELECT count(*) AS n FROM events WHERE substr(stream, 1, ?) = ?');
  return {
    folder,
    fileStates,
    writer,
    /** The same log over a second connection. */
    store: {
      ...sqliteEventStore(events, () => undefined),
      eventCount: (prefix: string) => Promise.resolve(count.get(prefix.length, prefix)?.['n'] as number),
    },
    ...readers,
    tickets,
    index,
    models: [
      modelIn(t, folder, collectionTables),
      modelIn(t, folder, ticketIndexTables),
      modelIn(t, folder, uploadTables),
      modelIn(t, folder, questionTables),
    ] as const,
  };
};

/** A read model over further connections, as its pointer is at each call. */
export const modelIn = <Change>(t: ExecutionContext, folder: string, tables: Tables<Change>): ReadModel<Change> => {
  const now = async () => {
    const { writer, reader } = await openViewsFiles(folder, tables);
    t.teardown(() => {
      writer.close();
      reader.close();
    });
    return writer.model;
  };
  return {
    current: async () => (await now()).current(),
    building: async () => (await now()).building(),
    retained: async () => (await now()).retained(),
    promote: async (old) => (await now()).promote(old),
    abortBuild: async () => (await now()).abortBuild(),
    dropRetained: async () => (await now()).dropRetained(),
    dropUnused: async (signal) => (await now()).dropUnused(signal),
  };
};
