import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { createTables, openGeneration } from '../../src/adapters/sqlite/read-model.ts';
import { sqliteCodeBlocks } from '../../src/adapters/sqlite/vectors/store-code-blocks.ts';
import { vectorCache } from '../../src/vector-engine/vector-cache.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { sqliteTicketIndex } from '../../src/adapters/sqlite/vectors/vector-search.ts';
import { uuidV5 } from '../../src/platform/uuid.ts';
import type { Hit, TicketIndex, TicketIndexChange } from '../../src/ports/ticket-index.ts';
import { clusteredVectors, embeddedTexts, vectorAt, type Vectors } from './invented-vectors.ts';
import { seededRandom } from './seeded-random.ts';

const tenantId = '0b7e5c0e-6d5b-4c39-9d0c-0c1f3b6f8a01';
const collectionId = '0b7e5c0e-6d5b-4c39-9d0c-0c1f3b6f8a02';
const queryCount = 200;
const text = 'Письмо с подтверждением заказа не приходит, почту проверили. '.repeat(8);

const putOf = (vectors: Vectors, index: number): TicketIndexChange => ({
  type: 'put',
  ticket: {
    ...{ tenantId, collectionId, recordId: uuidV5(tenantId, String(index)), ticketId: String(index) },
    ...{ category: 'Заказы', client: '', problem: [text], solution: [text] },
  },
  put: { reason: 'stored', at: '2026-01-02T03:04:05.000Z', uploadId: null },
  model: 'bench',
  vector: vectorAt(vectors, index),
  position: BigInt(index + 2),
});

/** Fills an empty file in batches of a hundred, as the projector does, and stores codes; returns tickets a second without these. */
const fill = async (path: string, vectors: Vectors, size: number): Promise<number> => {
  const writer = openDatabase(path, 'normal');
  createTables(writer, ticketIndexTables);
  const copy = openGeneration(writer, 'bench', ticketIndexTables.open(writer));
  const model = { model: 'bench', dimensions: vectors.dimensions };
  await copy.apply([{ type: 'choose model', model, position: 1n }], { logId: tenantId, position: 1n });
  const start = performance.now();
  for (let first = 0; first < size; first += 100) {
    const batch = Array.from({ length: Math.min(100, size - first) }, (_, index) => putOf(vectors, first + index));
    await copy.apply(batch, { logId: tenantId, position: BigInt(first + 101) });
  }
  const perSecond = (size / (performance.now() - start)) * 1000;
  const { step } = sqliteCodeBlocks(writer);
  while (await step());
  writer.close();
  return perSecond;
};

const nearest = async (index: TicketIndex, vector: Float32Array): Promise<readonly Hit[]> =>
  (await (await index.snapshot())?.nearest({ tenantId, collectionId, vector, count: 20 })) ?? [];

/** Returns the longest time in ms for which `work` held the event loop. */
const longestPause = async (work: Promise<unknown>): Promise<number> => {
  const state = { running: true };
  void work.finally(() => (state.running = false));
  let [longest, last] = [0, performance.now()];
  while (state.running) {
    await new Promise(setImmediate);
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return longest;
};

const recallOf = (vectors: Vectors, size: number, query: Float32Array, hits: readonly Hit[]): number => {
  const cosines = Float64Array.from({ length: size }, (_, index) => {
    let [product, squares] = [0, 0];
    vectorAt(vectors, index).forEach((value, i) => {
      product += value * (query[i] ?? 0);
      squares += value * value;
    });
    return product / Math.sqrt(squares);
  });
  const twentieth = cosines.toSorted().at(-20) ?? -1;
  return hits.filter(({ ticketId }) => (cosines[Number(ticketId)] ?? -1) >= twentieth - 1e-9).length / 20;
};

/** Sends each query alone; returns sorted ms and the mean recall of the first 20. */
const searchOneByOne = async (
  index: TicketIndex,
  queries: readonly Float32Array[],
  compare: (query: Float32Array, hits: readonly Hit[]) => number,
) => {
  const times: number[] = [];
  let recall = 0;
  for (const [number, query] of queries.entries()) {
    const start = performance.now();
    const hits = await nearest(index, query);
    times.push(performance.now() - start);
    if (number < 20) recall += compare(query, hits) / 20;
  }
  return { times: times.toSorted((a, b) => a - b), recall };
};

/** Sends each query twice from 32 clients; returns searches a second. */
const searchTogether = async (index: TicketIndex, queries: readonly Float32Array[]): Promise<number> => {
  const start = performance.now();
  const client = async (first: number) => {
    for (let number = first; number < 2 * queryCount; number += 32)
      await nearest(index, queries[number % queryCount] ?? new Float32Array());
  };
  await Promise.all(Array.from({ length: 32 }, (_, first) => client(first)));
  return ((2 * queryCount) / (performance.now() - start)) * 1000;
};

const measure = async (kind: string, vectors: Vectors, size: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'vector-index-'));
  const path = join(folder, 'views.db');
  const inserted = await fill(path, vectors, size);
  const memory = process.memoryUsage.rss();
  const reader = openDatabase(path, 'read');
  const index = sqliteTicketIndex(reader, { generation: 'bench', cache: vectorCache() });
  const queries = Array.from({ length: queryCount }, (_, q) =>
    vectorAt(vectors, vectors.count - queryCount + q).slice(),
  );
  const start = performance.now();
  const pause = await longestPause(nearest(index, queries[0] ?? new Float32Array()));
  const firstMs = performance.now() - start;
  const { times, recall } = await searchOneByOne(index, queries, (query, hits) => recallOf(vectors, size, query, hits));
  const perSecond = await searchTogether(index, queries);
  const growth = process.memoryUsage.rss() - memory;
  reader.close();
  rmSync(folder, { recursive: true });
  return {
    vectors: kind,
    dimensions: vectors.dimensions,
    size,
    'put/s': Math.round(inserted),
    'first search ms': Math.round(firstMs),
    'longest pause ms': Math.round(pause),
    'p50 ms': Number((times[queryCount / 2] ?? 0).toFixed(2)),
    'p99 ms': Number((times[Math.floor(queryCount * 0.99)] ?? 0).toFixed(2)),
    'recall@20': Number(recall.toFixed(4)),
    'searches/s, 32 clients': Math.round(perSecond),
    'memory MB': Math.round(growth / 1e6),
  };
};

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '1000,10000,100000' } } });
const sizes = values.sizes.split(',').map(Number);
const count = Math.max(...sizes) + queryCount;
const lexical = await embeddedTexts(localEmbedder(), count, seededRandom(1));
const rows = [];
for (const size of sizes) rows.push(await measure('local model', lexical, size));
for (const size of sizes)
  rows.push(await measure('clustered', clusteredVectors(1024, size + queryCount, seededRandom(2)), size));
console.table(rows);
