import { nearestWanted } from './bare-engines.ts';
import type { BenchService } from './bench-service.ts';
import { inProcess } from './child-job.ts';
import type { EngineJob, EngineResult } from './engine-process.ts';
import { joined, type Latencies, percentile, perSecond, type Timing } from './latencies.ts';
import { load } from './load.ts';
import { grouped, type Line, type Section } from './report.ts';

/** Number of queries whose results are compared with exact search. */
export const comparedQueries = 40;

/** The largest latency of the service for one of its engine, both in ms: 2 ms are for HTTP, credentials and the query's vector. */
const maxLatencyMs = (engineMs: number): number => 1.3 * engineMs + 2;

const compared = (name: string, service: number, engine: number): readonly Line[] => [
  { name, value: service, unit: 'ms' },
  { name: '  engine alone', value: engine, unit: 'ms' },
  { name: '  ratio', value: service / engine, unit: '×' },
];

/**
 * Only the median of one client has a goal. With 32 clients on two cores a request also waits for the HTTP overhead of the others, and p99 depends
 * on other load of the machine.
 */
const oneClient = (service: Latencies, engine: Latencies): readonly Line[] => {
  const goal = { most: maxLatencyMs(percentile(engine, 0.5)) };
  const [median, ...others] = compared('1 client, p50', percentile(service, 0.5), percentile(engine, 0.5));
  return [
    ...(median ? [{ ...median, goal }] : []),
    ...others,
    ...compared('1 client, p99', percentile(service, 0.99), percentile(engine, 0.99)),
    { name: '1 client, throughput', value: perSecond(service), unit: 'requests/s' },
  ];
};

/** Means are compared, since percentiles depend on how evenly each serves 32 clients. */
const manyClients = (service: Latencies, engine: Latencies): readonly Line[] => [
  ...compared('32 clients, mean', 32_000 / perSecond(service), 32_000 / perSecond(engine)),
  { name: '32 clients, p50', value: percentile(service, 0.5), unit: 'ms' },
  { name: '32 clients, p99', value: percentile(service, 0.99), unit: 'ms' },
  { name: '32 clients, throughput', value: perSecond(service), unit: 'requests/s' },
];

/** The mean share of the five nearest, or of all if there are fewer, in any order, that were found for each query. */
export const recall = (found: readonly (readonly string[])[], nearest: readonly (readonly string[])[]): number => {
  const shares = found.map((ids, query) => {
    const wanted = nearest[query] ?? [];
    return ids.filter((id) => wanted.includes(id)).length / Math.min(nearestWanted, wanted.length);
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
};

type SearchPlan = Timing & {
  readonly size: number;
  /** Tickets of all collections. */
  readonly indexed: number;
  readonly collectionId: string;
};

/** Searches one collection over HTTP and on the bare engine, alternately, so that other load on the machine affects both. */
export const measureSearches = async (
  service: BenchService,
  { size, indexed, collectionId, seconds, warmUpSeconds, turns }: SearchPlan,
): Promise<Section> => {
  const target = service.target(collectionId);
  const { folder, user, stores } = service;
  const where = { folder, elasticsearch: stores.environment['ELASTICSEARCH_URL'], tenantId: user.id, collectionId };
  const timing = { seconds: seconds / turns, warmUpSeconds };
  const [alone, together, engines]: [Latencies[], Latencies[], EngineResult[]] = [[], [], []];
  for (let turn = 1; turn <= turns; turn += 1) {
    alone.push(await load({ kind: 'closed loop', ...target, clients: 1, ...timing }));
    together.push(await load({ kind: 'closed loop', ...target, clients: 32, ...timing }));
    const job: EngineJob = { ...where, ...timing, exact: turn === turns ? comparedQueries : 0 };
    engines.push(await inProcess<EngineResult>('engine-process.ts', job));
  }
  const found = await load({ kind: 'sources', ...target, queries: comparedQueries });
  const nearest = engines.flatMap((engine) => engine.nearest);
  return {
    title: `Search among ${size} tickets of ${indexed}, over HTTP`,
    lines: [
      ...oneClient(joined(alone), joined(engines.map((engine) => engine.alone))),
      ...manyClients(joined(together), joined(engines.map((engine) => engine.together))),
      { name: 'recall@5 against exact cosines', value: recall(found, nearest), unit: '', goal: { least: 0.99 } },
    ],
  };
};

const rate = 25;
const uploads = 3;

type DuringUpload = {
  readonly collectionId: string;
  readonly seconds: number;
  /** Number of the first ticket that is uploaded. */
  readonly from: number;
  /** Tickets in an upload. */
  readonly measured: number;
};

/** Searches at a fixed rate in a collection, before and while tickets are uploaded into it. */
export const measureSearchesDuringUpload = async (
  service: BenchService,
  { collectionId, seconds, from, measured }: DuringUpload,
): Promise<Section> => {
  const target = { ...service.target(collectionId), rate };
  const idle = await load({ kind: 'open loop', ...target, seconds });
  const each: number[] = [];
  let took = 0;
  for (let upload = 0; upload < uploads; upload += 1) {
    const tickets = { from: from + upload * measured, count: measured, perRequest: measured };
    const { searches, uploaded } = await load({ kind: 'upload during searches', ...target, ...tickets });
    each.push(...searches.each);
    took += uploaded.seconds;
  }
  const searches = { each, seconds: took };
  const goal = { most: Math.max(3 * percentile(idle, 0.99), 40) };
  return {
    title: `Search among ${from} tickets, ${rate} a second (open loop)`,
    lines: [
      { name: 'idle, p50', value: percentile(idle, 0.5), unit: 'ms' },
      { name: 'idle, p99', value: percentile(idle, 0.99), unit: 'ms' },
      { name: `during uploads of ${grouped(measured)} tickets, p50`, value: percentile(searches, 0.5), unit: 'ms' },
      {
        name: `during uploads of ${grouped(measured)} tickets, p99`,
        value: percentile(searches, 0.99),
        unit: 'ms',
        goal,
      },
      { name: 'those uploads', value: (uploads * measured) / took, unit: 'tickets/s' },
    ],
  };
};
