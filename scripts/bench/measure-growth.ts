import { randomUUID } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import { type Elasticsearch, openElasticsearch } from '../../src/adapters/elasticsearch/connection.ts';
import { vectorsBody, writeAlias } from '../../src/adapters/elasticsearch/indices.ts';
import { nearestTickets, type Pool, poolFor } from '../../src/adapters/elasticsearch/nearest-tickets.ts';
import { elasticsearchTicketIndexModel } from '../../src/adapters/elasticsearch/read-model.ts';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { cleanQuery } from '../../src/personal-data/clean.ts';
import type { TicketIndexChange } from '../../src/ports/ticket-index.ts';
import { exactNearest, nearestWanted, type StoredVector } from './bare-engines.ts';
import { type BenchStores, serverStores } from './bench-stores.ts';
import { benchQuery, benchTicket } from './bench-tickets.ts';
import { closedLoop, percentile } from './latencies.ts';
import { recall } from './measure-searches.ts';
import { grouped, type Line, type Section } from './report.ts';

/** The graphs that are compared: of codes of a byte and of a bit a dimension. */
const graphs = ['int8_hnsw', 'bbq_hnsw'] as const;
type Graph = (typeof graphs)[number];

const collections = 50;
/** Of these the vectors are compared one by one with those of the queries. */
const comparedCollections = 4;
const queriesACollection = 10;
const documentsAtOnce = 500;

type GrowthPlan = {
  /** Candidates of a segment that are tried beside those of the service. */
  readonly candidates: readonly number[];
  /**
   * How many of them are compared by their full vectors, which decides where codes of a bit are too coarse; Elasticsearch takes ten times as many as
   * are kept.
   */
  readonly rescored: readonly number[];
  readonly environment: NodeJS.ProcessEnv;
  readonly sizes: readonly number[];
  readonly timing: { readonly seconds: number; readonly warmUpSeconds: number };
};

const tenantId = randomUUID();
const collectionIds = Array.from({ length: collections }, () => randomUUID());
const collectionOf = (ticketNumber: number): string => collectionIds[ticketNumber % collections] ?? '';
const embedder = localEmbedder();
const model = { model: embedder.model, dimensions: embedder.dimensions() ?? 0 };

const textsOf = (ticketNumber: number) => {
  const { messages, category } = benchTicket(ticketNumber);
  const of = (side: string) => messages.filter(({ role }) => role === side).map(({ text }) => text);
  return { category, problem: of('client'), solution: of('operator') };
};

/** The vectors of tickets, made anew: a million of them would take two gigabytes. */
const vectorsOf = (ticketNumbers: readonly number[]): Promise<readonly Float32Array[]> =>
  embedder.embedTickets(ticketNumbers.map((ticketNumber) => textsOf(ticketNumber).problem.join('\n')));

type Index = { readonly server: Elasticsearch; readonly name: string; readonly stores: BenchStores };

/** An empty index of tickets with a kind of graph, as the service would create it otherwise. */
const openIndex = async (stores: BenchStores, graph: Graph): Promise<Index> => {
  const server = openElasticsearch(stores.environment['ELASTICSEARCH_URL'] ?? '');
  const { name } = await elasticsearchTicketIndexModel(server).current();
  const { settings, mappings } = vectorsBody(model);
  const { vector, ...properties } = mappings.properties;
  const indexOptions = { ...vector.index_options, type: graph } as estypes.MappingDenseVectorIndexOptions;
  await server.client.indices.create({
    index: name,
    settings,
    mappings: { ...mappings, properties: { ...properties, vector: { ...vector, index_options: indexOptions } } },
    aliases: { [writeAlias(name)]: {} },
  });
  return { server, name, stores };
};

/** Adds the tickets of a range of numbers, in batches, as the projector does; returns how many a second. */
const fill = async ({ server, stores }: Index, from: number, to: number): Promise<number> => {
  const copy = await elasticsearchTicketIndexModel(server).current();
  const logId = tenantId;
  await copy.apply([{ type: 'choose model', model, position: 1n }], { logId, position: 1n });
  const start = performance.now();
  for (let first = from; first < to; first += documentsAtOnce) {
    const ticketNumbers = Array.from({ length: Math.min(documentsAtOnce, to - first) }, (_, index) => first + index);
    const vectors = await vectorsOf(ticketNumbers);
    const changes = ticketNumbers.map((ticketNumber, index): TicketIndexChange => {
      const ticketId = `B-${ticketNumber}`;
      const owner = { tenantId, collectionId: collectionOf(ticketNumber), recordId: recordId(tenantId, ticketId) };
      const put = { reason: 'stored', at: new Date(0).toISOString(), uploadId: null } as const;
      const vector = vectors[index] ?? new Float32Array();
      const ticket = { ...owner, ticketId, client: '', ...textsOf(ticketNumber) };
      return { type: 'put', ticket, put, model: model.model, vector, position: BigInt(ticketNumber + 2) };
    });
    await copy.apply(changes, { logId, position: BigInt(first + ticketNumbers.length + 1) });
  }
  const perSecond = ((to - from) / (performance.now() - start)) * 1_000;
  await copy.refresh();
  await stores.settled();
  return perSecond;
};

type Query = { readonly collectionId: string; readonly vector: Float32Array; readonly exact: readonly string[] };

/** Queries in some collections, with the nearest of all tickets there. */
const comparedQueries = async (size: number): Promise<readonly Query[]> => {
  const queries: Query[] = [];
  for (let number = 0; number < comparedCollections; number += 1) {
    const first = number * queriesACollection;
    const asked = Array.from({ length: queriesACollection }, (_, index) => cleanQuery(benchQuery(first + index)));
    const vectors = await Promise.all(asked.map((question) => embedder.embedQuery(question)));
    const stored = async function* (): AsyncGenerator<StoredVector> {
      for (let ticketNumber = number; ticketNumber < size; ticketNumber += collections) {
        const [vector] = await vectorsOf([ticketNumber]);
        if (vector) yield { id: `B-${ticketNumber}`, vector };
      }
    };
    const exact = await exactNearest(stored(), vectors);
    const collectionId = collectionOf(number);
    queries.push(...vectors.map((vector, index) => ({ collectionId, vector, exact: exact[index] ?? [] })));
  }
  return queries;
};

type Asked = GrowthPlan['timing'] & { readonly pool: Pool; readonly queries: readonly Query[] };

/** Searches with a pool, one after the other: their times, and the share of the five nearest that they find. */
const search = async ({ server, name }: Index, { pool, queries, ...timing }: Asked) => {
  const ask = ({ collectionId, vector }: Query) =>
    nearestTickets(server.client, { generation: name, pool }, { tenantId, collectionId, vector, count: nearestWanted });
  const found: (readonly string[])[] = [];
  for (const query of queries) found.push((await ask(query)).map(({ ticketId }) => ticketId));
  const latencies = await closedLoop((number) => ask(queries[number % queries.length] as Query), {
    ...timing,
    clients: 1,
  });
  return {
    latencies,
    recall: recall(
      found,
      queries.map(({ exact }) => exact),
    ),
  };
};

const megabytes = (bytes: number) => bytes / 1_000_000;

/** What the index and its node take: of disk, and of the heap of Java, which holds what else the node does too. */
const footprint = async ({ server: { client }, name }: Index): Promise<readonly Line[]> => {
  const { _all: all } = await client.indices.stats({ index: name, metric: ['store', 'segments'] });
  const { nodes } = await client.nodes.stats({ metric: 'jvm' });
  const heap = Object.values(nodes).map(({ jvm }) => jvm?.mem?.heap_used_in_bytes ?? 0);
  return [
    { name: 'on disk', value: megabytes(all.primaries?.store?.size_in_bytes ?? 0), unit: 'MB' },
    { name: 'segments', value: all.primaries?.segments?.count, unit: '' },
    { name: 'heap in use, of the largest node', value: megabytes(Math.max(...heap)), unit: 'MB' },
  ];
};

const measured = async (
  index: Index,
  size: number,
  { candidates, rescored, timing }: GrowthPlan,
): Promise<readonly Line[]> => {
  const queries = await comparedQueries(size);
  const own = poolFor(nearestWanted, size);
  const { latencies, recall: share } = await search(index, { ...timing, pool: own, queries });
  const lines: Line[] = [
    {
      name: `search with ${own.candidates} candidates (the service), p50`,
      value: percentile(latencies, 0.5),
      unit: 'ms',
    },
    { name: '  p99', value: percentile(latencies, 0.99), unit: 'ms' },
    { name: '  recall@5 against exact cosines', value: share, unit: '', goal: { least: 0.99 } },
  ];
  const others = [
    ...candidates.filter((one) => one !== own.candidates).map((count) => ({ ...own, candidates: count })),
    ...rescored.map((count) => ({ ...own, candidates: Math.max(own.candidates, count), rescored: count })),
  ];
  for (const pool of others) {
    const other = await search(index, { ...timing, pool, queries });
    const name = `with ${grouped(pool.candidates)} candidates, ${pool.rescored} rescored, p50`;
    lines.push(
      { name, value: percentile(other.latencies, 0.5), unit: 'ms' },
      { name: '  recall@5', value: other.recall, unit: '' },
    );
  }
  return [...lines, ...(await footprint(index))];
};

/**
 * One index of Elasticsearch that grows from size to size, with either kind of graph: speed, recall with several pools of candidates, disk and heap.
 * Tickets are made as they are written, so that memory does not grow. The indices are dropped at the end.
 */
export async function* measureGrowth(plan: GrowthPlan): AsyncGenerator<Section> {
  const { environment, sizes } = plan;
  for (const graph of graphs) {
    const stores = await serverStores({ ELASTICSEARCH_URL: environment['ELASTICSEARCH_URL'] });
    const index = await openIndex(stores, graph);
    try {
      let filled = 0;
      for (const size of sizes.toSorted((a, b) => a - b)) {
        const perSecond = await fill(index, filled, size);
        filled = size;
        const written = { name: 'written, with refreshes and merges after it', value: perSecond, unit: 'tickets/s' };
        const lines = [written, ...(await measured(index, size, plan))];
        yield { title: `${grouped(size)} tickets in ${collections} collections of one index, ${graph}`, lines };
      }
    } finally {
      await index.server.close();
      await stores.drop();
    }
  }
}
