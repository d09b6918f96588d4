import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { type Database, openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteCodeBlocks } from '../../src/adapters/sqlite/vectors/store-code-blocks.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import type { TicketIndexChange } from '../../src/ports/ticket-index.ts';
import { applyAll, choose, put } from './indexed-tickets.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { generationIn } from './views-files.ts';

/**
 * A writer's connection to a file with a collection of tickets, whose ids are the indexes of their vectors, and steps
 * until nothing is left to store.
 */
export const openIndexFile = async (t: ExecutionContext, dimensions: number, vectors: readonly Float32Array[]) => {
  const path = join(temporaryFolder(t), 'views.db');
  const database = openDatabase(path, 'normal');
  t.teardown(() => database.close());
  const generation = generationIn(database, ticketIndexTables);
  const puts = vectors.map((vector, index) => put(index + 2, vector, { ticketId: String(index) }));
  await applyAll(generation, [choose(dimensions), ...puts]);
  const apply = (...changes: readonly TicketIndexChange[]) => applyAll(generation, changes);
  const blocks = (sql: string) => database.prepare(sql).all();
  const contents = () =>
    blocks('SELECT number, codes, checksum FROM codes').map(
      ({ codes, ...rest }) => `${JSON.stringify(rest)} ${hash('sha256', codes as Uint8Array)}`,
    );
  return {
    path,
    database,
    generation,
    apply,
    blocks,
    contents,
    store: () => storeAll(database),
  };
};

const storeAll = async (database: Database): Promise<void> => {
  const { step } = sqliteCodeBlocks(database);
  for (let steps = 0; await step(); steps += 1) if (steps > 1_000) throw new Error('There is always more to store');
};
