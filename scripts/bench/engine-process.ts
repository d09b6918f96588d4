import { join } from 'node:path';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { activeCopy } from '../../src/adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/ticket-index-tables.ts';
import { sqliteTicketIndex } from '../../src/adapters/sqlite/vector-search.ts';
import { cleanQuery } from '../../src/personal-data/clean.ts';
import { benchQuery } from './bench-tickets.ts';
import { answerJob } from './child-job.ts';
import { exactNearest } from './exact-nearest.ts';
import { closedLoop, type Latencies } from './latencies.ts';

/** One collection of a folder that a service may be running on; nothing is written. */
export type EngineJob = {
  readonly folder: string;
  readonly tenantId: string;
  readonly collectionId: string;
  readonly seconds: number;
  /** How many queries' true nearest tickets are wanted. */
  readonly exact: number;
};

export type EngineResult = {
  readonly alone: Latencies;
  readonly together: Latencies;
  /** For each query all ticket ids as near as the five nearest or nearer, by cosines of the stored vectors. */
  readonly nearest: readonly (readonly string[])[];
};

const queries = 1_000;

answerJob(async ({ folder, seconds, exact, ...where }: EngineJob): Promise<EngineResult> => {
  const database = openDatabase(join(folder, 'views.db'), 'read');
  const index = sqliteTicketIndex(database);
  const embedder = localEmbedder();
  const vectors = await Promise.all(
    Array.from({ length: queries }, (_, number) => embedder.embedQuery(cleanQuery(benchQuery(number)))),
  );
  const ask = async (number: number) => {
    const vector = vectors[number % queries] ?? new Float32Array();
    await (await index.inUse())?.nearest({ ...where, vector, count: 5 });
  };
  const alone = await closedLoop(ask, { clients: 1, seconds });
  const together = await closedLoop(ask, { clients: 32, seconds });
  const copy = activeCopy(database, ticketIndexTables.name, ticketIndexTables.version)();
  const nearest = copy === undefined ? [] : exactNearest(database, { copy, ...where }, vectors.slice(0, exact));
  database.close();
  return { alone, together, nearest };
});
