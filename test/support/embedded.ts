import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { collectionTables } from '../../src/adapters/sqlite/rows/collection-tables.ts';
import { sqliteCollections } from '../../src/adapters/sqlite/rows/collections.ts';
import { sqliteErasures } from '../../src/adapters/sqlite/rows/erasures.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../src/adapters/sqlite/log/event-store.ts';
import { sqliteReadModel } from '../../src/adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { sqliteTickets } from '../../src/adapters/sqlite/tickets/tickets.ts';
import { uploadTables } from '../../src/adapters/sqlite/rows/upload-tables.ts';
import { sqliteUploads } from '../../src/adapters/sqlite/rows/uploads.ts';
import { sqliteTicketIndex } from '../../src/adapters/sqlite/vectors/vector-search.ts';
import { parseConfig } from '../../src/config.ts';
import type { Embedders } from '../../src/ports/embedders.ts';
import { openWriter } from '../../src/composition/open-writer.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A configuration with every store embedded in one folder. */
const embeddedIn = (dataDir: string) => parseConfig({ DATA_DIR: dataDir });

type Options = { readonly purge?: boolean; readonly folder?: string; readonly embedders?: Embedders };

/** The service's writer in this process on a new folder, and readers of the same files. */
export const openEmbedded = async (
  t: ExecutionContext,
  { purge = true, folder = temporaryFolder(t), embedders }: Options = {},
) => {
  const { methods: writer, projecting } = await openWriter(
    embeddedIn(folder),
    { rebuilding: () => undefined, warn: () => undefined },
    { purge, ...(embedders ? { embedders: () => Promise.resolve(embedders) } : {}) },
  );
  await projecting;
  const events = openDatabase(join(folder, 'events.db'), 'full');
  const views = openDatabase(join(folder, 'views.db'), 'normal');
  t.teardown(async () => {
    await writer.stop();
    events.close();
    views.close();
  });
  const count = events.prepare('SELECT count(*) AS n FROM events WHERE substr(stream, 1, ?) = ?');
  return {
    folder,
    writer,
    /** The same log over a second connection. */
    store: {
      ...sqliteEventStore(events, () => undefined),
      eventCount: (prefix: string) => Promise.resolve(count.get(prefix.length, prefix)?.['n'] as number),
    },
    views,
    collections: sqliteCollections(views),
    erasures: sqliteErasures(views),
    tickets: sqliteTickets(views),
    index: sqliteTicketIndex(views),
    uploads: sqliteUploads(views),
    models: [
      sqliteReadModel(views, collectionTables),
      sqliteReadModel(views, ticketIndexTables),
      sqliteReadModel(views, uploadTables),
    ] as const,
  };
};
