import { setTimeout } from 'node:timers/promises';
import { type BenchService, benchService } from './bench-service.ts';
import type { BenchStores } from './bench-stores.ts';
import type { Timing } from './latencies.ts';
import { measureEventStoreDb } from './measure-eventstoredb.ts';
import { type LoginPlan, measureLogins } from './measure-logins.ts';
import { measureLists } from './measure-lists.ts';
import { measureNeighbours, type NeighbourPlan } from './measure-neighbours.ts';
import { measurePreview } from './measure-preview.ts';
import { measureRebuild } from './measure-rebuild.ts';
import { measureReplays } from './measure-replays.ts';
import { measureSearches, measureSearchesDuringUpload } from './measure-searches.ts';
import { memoryOf } from './process-memory.ts';
import { load } from './load.ts';
import { fillWithOthers, measureUploads } from './measure-uploads.ts';
import { type Line, type Section, withoutGoals } from './report.ts';

export type Plan = {
  readonly stores: () => Promise<BenchStores>;
  /** Whether `stores` can be opened a second time with another log. */
  readonly secondLog: boolean;
  /** Tickets in the collections that are searched, and in all collections at least. */
  readonly sizes: readonly number[];
  readonly indexed: number;
  /** Tickets of an upload that is measured. */
  readonly measured: number;
  readonly timing: Timing;
  readonly logins: Omit<LoginPlan, 'collectionId'>;
  /** Bytes of the body that is previewed. */
  readonly previewBytes: number;
  readonly neighbours: NeighbourPlan;
  /** Events in a copy of the log in EventStoreDB, at most. */
  readonly rebuilt: number;
  /** In the log without tickets. */
  readonly accounts: number;
  /** The log that the embedded one is compared with: the URL of an EventStoreDB, or `double`; undefined: none. */
  readonly eventStoreDb: string | undefined;
  readonly judged: 'everything' | 'largest search' | 'nothing';
};

const interruptions = ['SIGINT', 'SIGTERM'] as const;

const say = (step: string) => process.stderr.write(`${step} …\n`);

/** Yields each section of the report as soon as it is measured: on slow servers the last ones take long. */
export async function* measureAll(plan: Plan): AsyncGenerator<Section, void> {
  const service = await benchService(await plan.stores());
  const interrupted = () => void service.remove().finally(() => process.exit(130));
  for (const signal of interruptions) process.once(signal, interrupted);
  try {
    for await (const [section, judged] of measureOn(service, plan)) yield judged ? section : withoutGoals(section);
    if (plan.eventStoreDb !== undefined) yield await measureBesideEventStoreDb(plan.eventStoreDb, plan);
  } finally {
    for (const signal of interruptions) process.off(signal, interrupted);
    await service.remove();
  }
}

const measureBesideEventStoreDb = (log: string, { measured, timing }: Plan): Promise<Section> => {
  say('uploads on EventStoreDB');
  return measureEventStoreDb(log, { count: Math.ceil(measured / 5), turns: timing.turns });
};

/** Yields sections, and whether their goals count. */
async function* measureOn(service: BenchService, plan: Plan): AsyncGenerator<readonly [Section, boolean], void> {
  const { sizes, timing, judged, measured } = plan;
  const everything = judged === 'everything';
  say('uploads');
  const uploads = await measureUploads(service, { sizes, measured });
  yield [uploads.section, everything];
  await fillWithOthers(service, plan.indexed - uploads.stored);
  const indexed = Math.max(plan.indexed, uploads.stored);
  const largest = Math.max(...sizes);
  const of = (size: number) => ({ size, collectionId: uploads.collections.get(size) ?? '' });
  for (const size of sizes) {
    await service.stores.settled();
    say(`searches among ${size}`);
    const section = await measureSearches(service, { ...of(size), indexed, ...timing });
    yield [section, everything || (judged === 'largest search' && size === largest)];
  }
  say('lists');
  yield [await measureLists(service, { ...of(largest), ...timing }), everything];
  say('searches during an upload');
  const open = { ...of(largest), ...timing, from: largest, seconds: timing.seconds * 2 };
  yield [await measureSearchesDuringUpload(service, { ...open, measured }), everything];
  say('start');
  const start = await measureStart(service, { ...of(largest), idleSeconds: timing.idleSeconds });
  yield [{ title: 'Start', lines: start.lines }, everything];
  yield [{ title: 'Memory (resident)', lines: [...start.memory, uploads.memory] }, everything];
  say('searches during a preview');
  yield [await measurePreview(service, { ...open, bodyBytes: plan.previewBytes }), everything];
  say('uploads during logins');
  yield [await measureLogins(service, { ...of(largest), ...plan.logins }), everything];
  say('uploads beside those of another tenant');
  yield [await measureNeighbours(service, plan.neighbours), everything];
  await service.stop();
  say('replays');
  yield [await replaysOf(service, plan), everything];
  say('rebuild from EventStoreDB');
  const { folder, stores } = service;
  yield [await measureRebuild({ folder, environment: stores.environment, most: plan.rebuilt }), everything];
}

const replaysOf = ({ folder, stores }: BenchService, { secondLog, stores: more, accounts }: Plan): Promise<Section> =>
  measureReplays({
    full: { folder, environment: stores.environment },
    plain: secondLog ? more : undefined,
    accounts,
  });

/** Restarts the service on its data: seconds until its first answers, and its memory without requests. */
const measureStart = async (
  service: BenchService,
  {
    size,
    collectionId,
    idleSeconds,
  }: { readonly size: number; readonly collectionId: string; readonly idleSeconds: number },
): Promise<{ readonly lines: readonly Line[]; readonly memory: readonly Line[] }> => {
  await service.stop();
  const start = performance.now();
  const since = () => (performance.now() - start) / 1_000;
  await service.start();
  await fetch(`${service.running().url}/api/health`);
  const answered = since();
  await setTimeout(idleSeconds * 1_000);
  const untouched = memoryOf(service.running().pid);
  const search = performance.now();
  await load({ kind: 'sources', ...service.target(collectionId), queries: 1 });
  const searched = (performance.now() - search) / 1_000;
  await setTimeout(idleSeconds * 1_000);
  return {
    lines: [
      { name: `with ${size} tickets, until the first answer`, value: answered, unit: 's', goal: { most: 5 } },
      { name: 'first search in that collection', value: searched, unit: 's' },
    ],
    memory: [
      { name: `idle with ${size} tickets, after a start`, value: untouched, unit: 'MB' },
      { name: `idle with ${size} tickets, once searched`, value: memoryOf(service.running().pid), unit: 'MB' },
    ],
  };
};
