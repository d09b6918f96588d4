import { type Database, openDatabase } from '../../src/adapters/sqlite/database.ts';
import { generationFiles } from '../../src/adapters/sqlite/generation-files.ts';
import { vectorCache } from '../../src/vector-engine/vector-cache.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { sqliteTicketIndex } from '../../src/adapters/sqlite/vectors/vector-search.ts';
import { openElasticsearch } from '../../src/adapters/elasticsearch/connection.ts';
import { poolFor } from '../../src/adapters/elasticsearch/nearest-tickets.ts';
import { pagesOf } from '../../src/adapters/elasticsearch/documents.ts';
import { currentName } from '../../src/adapters/elasticsearch/generations.ts';

/** The stored vector of a ticket and the id of that ticket. */
export type StoredVector = { readonly id: string; readonly vector: Float32Array };

/** The vector engine of a service, called directly, for one collection. */
export type BareEngine = {
  /** Searches for the five nearest. */
  readonly ask: (vector: Float32Array) => Promise<unknown>;
  readonly stored: () => Iterable<StoredVector> | AsyncIterable<StoredVector>;
  readonly close: () => Promise<void> | void;
};

/** A collection of one tenant. */
export type Where = { readonly tenantId: string; readonly collectionId: string };

/** The number of tickets that a search returns. */
export const nearestWanted = 5;

/** The embedded engine in the folder of a service, which may be running: nothing is written. */
export const bareSqlite = (folder: string, where: Where): BareEngine => {
  const [path = ''] = generationFiles(folder, ticketIndexTables).pathsInUse();
  const database = openDatabase(path, 'read');
  const index = sqliteTicketIndex(database, { generation: path, cache: vectorCache() });
  return {
    ask: async (vector) => (await index.snapshot())?.nearest({ ...where, vector, count: nearestWanted }),
    stored: () => storedVectors(database, where),
    close: () => database.close(),
  };
};

function* storedVectors(database: Database, { tenantId, collectionId }: Where): Generator<StoredVector> {
  const rows = database.prepare(
    `SELECT t.ticket_id AS id, v.vector AS vector FROM collections c JOIN vectors v ON v.collection = c.number
     JOIN tickets t ON t.number = v.ticket WHERE c.id = ? AND c.tenant = ?`,
  );
  for (const row of rows.iterate(collectionId, tenantId)) {
    const { buffer, byteOffset, byteLength } = row['vector'] as Uint8Array;
    yield { id: row['id'] as string, vector: new Float32Array(buffer, byteOffset, byteLength / 4) };
  }
}

/** The plain kNN request of the manual of Elasticsearch with as many candidates as the service: no routing, exact scores, order or tombstones. */
export const bareElasticsearch = async (url: string, { tenantId, collectionId }: Where): Promise<BareEngine> => {
  const { client, prefix, close } = openElasticsearch(url);
  const index = await currentName(client, prefix);
  if (index === undefined) throw new Error('Elasticsearch holds no tickets');
  const filter = [{ term: { tenant_id: tenantId } }, { term: { collection_id: collectionId } }];
  const { count } = await client.count({ index });
  const candidates = { k: nearestWanted, num_candidates: poolFor(nearestWanted, count).candidates };
  return {
    ask: (vector) =>
      client.search({ index, knn: { field: 'vector', query_vector: [...vector], ...candidates, filter } }),
    stored: async function* (): AsyncGenerator<StoredVector> {
      const tickets = { index, query: { bool: { filter } }, sort: ['record_id'] };
      const wanted = { _source: ['ticket_id'], fields: ['vector'] };
      for await (const page of pagesOf<{ readonly ticket_id: string }>(client, { ...tickets, ...wanted })) {
        for (const { _source, fields } of page) {
          yield { id: _source?.ticket_id ?? '', vector: Float32Array.from(fields?.['vector'] as number[]) };
        }
      }
    },
    close,
  };
};

const lengthOf = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

/** Equal cosines may differ in their last digits, since sums of floats depend on their order. */
const tolerance = 1e-6;

/** Returns, for each query, the ids of all tickets whose cosine is at least that of the fifth nearest, by comparing every stored vector. */
export const exactNearest = async (
  stored: Iterable<StoredVector> | AsyncIterable<StoredVector>,
  queries: readonly Float32Array[],
): Promise<readonly (readonly string[])[]> => {
  const ids: string[] = [];
  const scores = queries.map((): number[] => []);
  for await (const { id, vector } of stored) {
    const length = lengthOf(vector);
    ids.push(id);
    queries.forEach((query, number) => {
      let product = 0;
      for (let i = 0; i < query.length; i += 1) product += (query[i] ?? 0) * (vector[i] ?? 0);
      scores[number]?.push(product / length);
    });
  }
  return scores.map((cosines) => {
    const last = cosines.toSorted((a, b) => b - a)[nearestWanted - 1] ?? -1;
    return ids.filter((_id, index) => (cosines[index] ?? -1) >= last - tolerance);
  });
};
