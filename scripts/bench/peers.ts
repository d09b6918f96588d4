import { semanticEmbedder } from '../../src/adapters/local-model/semantic-embedder.ts';
import { cleanQuery } from '../../src/personal-data/clean.ts';
import { bareSqlite, exactNearest } from './bare-engines.ts';
import { search } from './ask-service.ts';
import { type BenchService, benchService, type Target } from './bench-service.ts';
import { embeddedStores } from './bench-stores.ts';
import { benchQuery } from './bench-tickets.ts';
import { type Chroma, chromaVersion, type ChromaCollection, startChroma } from './chroma.ts';
import { closedLoop, joined, type Latencies, percentile, type Timing } from './latencies.ts';
import { load } from './load.ts';
import { recall } from './measure-searches.ts';
import { memoryOf } from './process-memory.ts';
import { grouped, type Line, type Section } from './report.ts';

/** The tickets are stored twice: in a collection of their own, and divided among this many. */
const parts = 20;
const queryCount = 1_000;
/** Number of queries whose results are compared with exact search. */
const comparedQueries = 40;
/** Vectors in one request to Chroma. */
const vectorsARequest = 1_000;

type PeerPlan = Pick<Timing, 'seconds' | 'warmUpSeconds' | 'turns'> & { readonly size: number };

type Loaded<Collection> = { readonly own: Collection; readonly shared: Collection; readonly perSecond: number };

const loadService = async (service: BenchService, size: number): Promise<Loaded<Target>> => {
  const perPart = Math.ceil(size / parts);
  const own = service.target(await service.newCollection());
  const { seconds } = await load({ kind: 'upload', ...own, from: 0, count: size, perRequest: size });
  let shared = own;
  for (let from = 0; from < size; from += perPart) {
    shared = service.target(await service.newCollection());
    await load({ kind: 'upload', ...shared, from, count: Math.min(perPart, size - from), perRequest: perPart });
  }
  return { own, shared, perSecond: size / seconds };
};

/** Adds the vectors that the service has stored. */
const loadChroma = async (
  chroma: Chroma,
  service: BenchService,
  { own: { collectionId }, size }: { readonly own: Target; readonly size: number },
): Promise<Loaded<ChromaCollection>> => {
  const perPart = Math.ceil(size / parts);
  const [own, shared] = [await chroma.newCollection('own'), await chroma.newCollection('shared')];
  const engine = bareSqlite(service.folder, { tenantId: service.user.id, collectionId });
  const stored = await Array.fromAsync(engine.stored(), ({ id, vector }) => {
    const part = Math.floor(Number(id.replace('B-', '')) / perPart);
    return { id, part, vector: vector.slice() };
  });
  await engine.close();
  const start = performance.now();
  for (let from = 0; from < stored.length; from += vectorsARequest)
    await own.add(stored.slice(from, from + vectorsARequest));
  const seconds = (performance.now() - start) / 1_000;
  for (let from = 0; from < stored.length; from += vectorsARequest)
    await shared.add(stored.slice(from, from + vectorsARequest));
  return { own, shared, perSecond: stored.length / seconds };
};

const beside = (name: string, [ours, theirs]: readonly [Latencies[], Latencies[]]): readonly Line[] =>
  ([0.5, 0.99] as const).flatMap((share): readonly Line[] => {
    const values = [ours, theirs].map((latencies) => percentile(joined(latencies), share));
    const [value = Number.NaN, peer = Number.NaN] = values;
    const title = `${name}, p${share * 100}`;
    return [
      { name: title, value, unit: 'ms', ...(share === 0.5 && { goal: { most: peer } }) },
      { name: '  Chroma', value: peer, unit: 'ms' },
    ];
  });

type Both = { readonly ours: Loaded<Target>; readonly theirs: Loaded<ChromaCollection> };

/** Searches in turns, so that other load on the machine affects both, and as one client of the same kind. */
const searchBoth = async (
  { ours, theirs }: Both,
  { vectors, seconds, warmUpSeconds, turns }: PeerPlan & { readonly vectors: readonly Float32Array[] },
): Promise<readonly Line[]> => {
  const vectorOf = (number: number) => vectors[number % vectors.length] ?? new Float32Array();
  const timing = { clients: 1, seconds: seconds / turns, warmUpSeconds };
  const own: [Latencies[], Latencies[]] = [[], []];
  const shared: [Latencies[], Latencies[]] = [[], []];
  for (let turn = 1; turn <= turns; turn += 1) {
    own[0].push(await closedLoop((number) => search(ours.own, number), timing));
    own[1].push(await closedLoop((number) => theirs.own.nearest(vectorOf(number)), timing));
    shared[0].push(await closedLoop((number) => search(ours.shared, number), timing));
    shared[1].push(await closedLoop((number) => theirs.shared.nearest(vectorOf(number), parts - 1), timing));
  }
  return [
    ...beside('search in a collection of their own', own),
    ...beside(`search in one of ${parts} collections`, shared),
  ];
};

const recalls = async (
  { ours, theirs }: Both,
  { service, vectors }: { readonly service: BenchService; readonly vectors: readonly Float32Array[] },
): Promise<readonly Line[]> => {
  const compared = vectors.slice(0, comparedQueries);
  const engine = bareSqlite(service.folder, { tenantId: service.user.id, collectionId: ours.own.collectionId });
  const exact = await exactNearest(engine.stored(), compared);
  await engine.close();
  const found = await load({ kind: 'sources', ...ours.own, queries: comparedQueries });
  const foundByChroma: (readonly string[])[] = [];
  for (const vector of compared) foundByChroma.push(await theirs.own.nearest(vector));
  return [
    { name: 'recall@5 against exact cosines', value: recall(found, exact), unit: '', goal: { least: 0.99 } },
    { name: '  Chroma', value: recall(foundByChroma, exact), unit: '' },
  ];
};

type Peers = { readonly service: BenchService; readonly chroma: Chroma };

const measureBoth = async ({ service, chroma }: Peers, plan: PeerPlan): Promise<Section> => {
  const ours = await loadService(service, plan.size);
  const theirs = await loadChroma(chroma, service, { own: ours.own, size: plan.size });
  const embedder = semanticEmbedder();
  const vectors = await Promise.all(
    Array.from({ length: queryCount }, (_, number) => embedder.embedQuery(cleanQuery(benchQuery(number)))),
  );
  const goal = { least: theirs.perSecond };
  return {
    title: `${grouped(plan.size)} tickets, beside their vectors in Chroma ${chromaVersion}`,
    lines: [
      { name: 'loaded, cleaned to findable', value: ours.perSecond, unit: 'tickets/s', goal },
      { name: '  Chroma', value: theirs.perSecond, unit: 'vectors/s' },
      ...(await searchBoth({ ours, theirs }, { ...plan, vectors })),
      ...(await recalls({ ours, theirs }, { service, vectors })),
      { name: 'resident memory', value: memoryOf(service.running().pid), unit: 'MB' },
      { name: '  Chroma', value: memoryOf(chroma.pid), unit: 'MB' },
    ],
  };
};

/**
 * The same tickets in the service and their vectors in Chroma, searched in turns over HTTP. The service cleans and embeds each ticket and each question;
 * Chroma is given the vectors.
 */
export const measurePeers = async (plan: PeerPlan): Promise<Section> => {
  const chroma = await startChroma();
  try {
    const service = await benchService(await embeddedStores());
    try {
      return await measureBoth({ service, chroma }, plan);
    } finally {
      await service.remove();
    }
  } finally {
    await chroma.stop();
  }
};
