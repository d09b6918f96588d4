import { type BenchFilter, benchFilters } from './bench-filters.ts';
import type { BenchService } from './bench-service.ts';
import { inProcess } from './child-job.ts';
import type { EngineJob, EngineResult } from './engine-process.ts';
import { joined, type Latencies, percentile, type Timing } from './latencies.ts';
import { load } from './load.ts';
import { comparedQueries, recall } from './measure-searches.ts';
import type { Line, Section } from './report.ts';

type FilterPlan = Omit<Timing, 'idleSeconds'> & { readonly size: number; readonly collectionId: string };

type Measured = {
  readonly name: string;
  readonly filter: BenchFilter | undefined;
  readonly first: Latencies;
  readonly each: Latencies[];
  readonly changed: Latencies[];
};

/** The largest median of a search with a filter, and of the first one after a commit, in ms. */
const maxMs = { search: 10, afterCommit: 20 };

/** Searches one collection with filters and without, in turns; then recall against all vectors that a filter lets through. */
export const measureFilters = async (
  service: BenchService,
  { size, collectionId, seconds, warmUpSeconds, turns, afterUploads }: FilterPlan,
): Promise<Section> => {
  const target = service.target(collectionId);
  let from = 2 * size;
  const after = (filter: BenchFilter | undefined, count: number) =>
    load({ kind: 'searches after uploads', ...target, filter, from: (from += count) - count, count });
  const timing = { clients: 1, seconds: seconds / turns, warmUpSeconds };
  await service.stores.settled();
  // The vectors are read.
  await after(undefined, 1);
  const all: Measured[] = [];
  for (const [name, filter] of [['of all', undefined] as const, ...Object.entries(benchFilters)])
    all.push({ name, filter, first: await after(filter, 1), each: [], changed: [] });
  for (let turn = 1; turn <= turns; turn += 1)
    for (const { filter, each, changed } of all) {
      each.push(await load({ kind: 'closed loop', ...target, filter, ...timing }));
      changed.push(await after(filter, Math.ceil(afterUploads / turns)));
    }
  const lines: Line[] = [];
  for (const measured of all) lines.push(...timesOf(measured), await recallOf(service, collectionId, measured));
  return { title: `Search with filters among ${size} tickets, over HTTP`, lines };
};

const timesOf = ({ name, filter, first, each, changed }: Measured): readonly Line[] => {
  const [searches, afterCommits] = [joined(each), joined(changed)];
  const goalOf = (most: number) => (filter === undefined ? {} : { goal: { most } });
  return [
    { name: `${name}, p50`, value: percentile(searches, 0.5), unit: 'ms', ...goalOf(maxMs.search) },
    { name: '  p99', value: percentile(searches, 0.99), unit: 'ms' },
    { name: '  the first one', value: percentile(first, 0.5), unit: 'ms' },
    {
      ...{ name: '  after a commit, p50', value: percentile(afterCommits, 0.5), unit: 'ms' },
      ...goalOf(maxMs.afterCommit),
    },
    { name: '  after a commit, p90', value: percentile(afterCommits, 0.9), unit: 'ms' },
  ];
};

const recallOf = async (service: BenchService, collectionId: string, { filter }: Measured): Promise<Line> => {
  const { folder, user, stores } = service;
  const where = { folder, elasticsearch: stores.environment['ELASTICSEARCH_URL'], tenantId: user.id, collectionId };
  const job: EngineJob = { ...where, seconds: 0, warmUpSeconds: 0, exact: comparedQueries, ...(filter && { filter }) };
  const { nearest } = await inProcess<EngineResult>('engine-process.ts', job);
  const found = await load({ kind: 'sources', ...service.target(collectionId), filter, queries: comparedQueries });
  return { name: '  recall@5 against exact cosines', value: recall(found, nearest), unit: '', goal: { least: 0.99 } };
};
