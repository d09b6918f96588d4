import { setTimeout } from 'node:timers/promises';
import { type BenchService, benchService } from './bench-service.ts';
import type { BenchStores } from './bench-stores.ts';
import type { Timing } from './latencies.ts';
import { measureEventStoreDb } from './measure-eventstoredb.ts';
import { measureExports } from './measure-exports.ts';
import { measureFilters } from './measure-filters.ts';
import { type LoginPlan, measureLogins } from './measure-logins.ts';
import { measureLists } from './measure-lists.ts';
import { measureNeighbours, type NeighbourPlan } from './measure-neighbours.ts';
import { measurePreview } from './measure-preview.ts';
import { measureRebuild } from './measure-rebuild.ts';
import { measureRecording, type RecordingPlan } from './measure-recording.ts';
import { measureReplays } from './measure-replays.ts';
import { measureSearches, measureSearchesDuringUpload } from './measure-searches.ts';
import { measureTenants, type TenantPlan } from './measure-tenants.ts';
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
  readonly recording: RecordingPlan;
  readonly logins: Omit<LoginPlan, 'collectionId'>;
  /** Bytes of the body that is previewed. */
  readonly previewBytes: number;
  readonly neighbours: NeighbourPlan;
  readonly tenants: TenantPlan;
  /** Events in a copy of the log in EventStoreDB, at most. */
  readonly rebuilt: number;
  /** In the log without tickets. */
  readonly accounts: number;
  /** The log that the embedded one is compared with: the URL of an EventStoreDB, or `double`; undefined: none. */
  readonly eventStoreDb: string | undefined;
  readonly goalsFor: 'everything' | 'largest search' | 'nothing';
  /** What is measured besides the uploads, which fill the collections. */
  readonly only: ReadonlySet<PartName>;
};

/** The parts of the bench that can be chosen; uploads are always measured. */
export const partNames = [
  'uploads',
  'searches',
  'filters',
  'recording',
  'lists',
  'searches-during-upload',
  'start',
  'exports',
  'previews',
  'logins',
  'neighbours',
  'tenants',
  'replays',
  'rebuild',
  'eventstoredb',
] as const;
export type PartName = (typeof partNames)[number];

const interruptions = ['SIGINT', 'SIGTERM'] as const;

const say = (step: string) => process.stderr.write(`${step} …\n`);

/** Yields each section of the report as soon as it is measured: on slow servers the last ones take long. */
export async function* measureAll(plan: Plan): AsyncGenerator<Section, void> {
  const service = await benchService(await plan.stores());
  const interrupted = () => void service.remove().finally(() => process.exit(130));
  for (const signal of interruptions) process.once(signal, interrupted);
  try {
    for await (const [section, hasGoals] of measureOn(service, plan)) yield hasGoals ? section : withoutGoals(section);
    if (plan.eventStoreDb !== undefined && plan.only.has('eventstoredb')) {
      const section = await measureBesideEventStoreDb(plan.eventStoreDb, service, plan);
      yield plan.goalsFor === 'everything' ? section : withoutGoals(section);
    }
  } finally {
    for (const signal of interruptions) process.off(signal, interrupted);
    await service.remove();
  }
}

const measureBesideEventStoreDb = async (
  log: string,
  service: BenchService,
  { measured, timing }: Plan,
): Promise<Section> => {
  say('uploads on EventStoreDB');
  await service.stop();
  const uploads = { count: Math.ceil(measured / 5), turns: timing.turns };
  // On a real server both services have one log, which accepts one data key.
  return measureEventStoreDb({ log, dataKey: service.stores.environment['DATA_KEY'] }, uploads);
};

type Part = {
  /** Of the option `--only`. */
  readonly name: PartName;
  readonly about?: string;
  /** Whether its goals count, if those of everything do not. */
  readonly isLargestSearch?: boolean;
  readonly measure: () => Promise<readonly Section[]>;
};

/** Fills the collections of all sizes, then yields the sections that are wanted, and whether their goals count. */
async function* measureOn(service: BenchService, plan: Plan): AsyncGenerator<readonly [Section, boolean], void> {
  const { sizes, goalsFor, measured } = plan;
  const everything = goalsFor === 'everything';
  say('uploads');
  const uploads = await measureUploads(service, { sizes, measured });
  yield [uploads.section, everything];
  await fillWithOthers(service, plan.indexed - uploads.stored);
  for (const { name, about = name, isLargestSearch = false, measure } of partsOf(service, plan, uploads)) {
    if (!plan.only.has(name)) continue;
    say(about);
    const hasGoals = everything || (goalsFor === 'largest search' && isLargestSearch);
    for (const section of await measure()) yield [section, hasGoals];
  }
}

type Uploads = Awaited<ReturnType<typeof measureUploads>>;

const part = (name: PartName, measure: () => Promise<Section>): Part => ({
  name,
  measure: async () => [await measure()],
});

/** In the order in which they are measured: the last ones need a service that is stopped. */
const partsOf = (service: BenchService, plan: Plan, uploads: Uploads): readonly Part[] => {
  const { timing, measured } = plan;
  const size = Math.max(...plan.sizes);
  const largest = { size, collectionId: uploads.collections.get(size) ?? '' };
  const open = { ...largest, ...timing, from: size, seconds: timing.seconds * 2 };
  const start = async (): Promise<readonly Section[]> => {
    const { lines, memory } = await measureStart(service, { ...largest, idleSeconds: timing.idleSeconds });
    return [
      { title: 'Start', lines },
      { title: 'Memory (resident)', lines: [...memory, uploads.memory] },
    ];
  };
  return [
    ...searchParts(service, plan, uploads),
    part('filters', () => measureFilters(service, { ...largest, ...timing })),
    part('recording', () => measureRecording(service, { ...largest, ...plan.recording })),
    part('lists', () => measureLists(service, { ...largest, ...timing })),
    part('searches-during-upload', () => measureSearchesDuringUpload(service, { ...open, measured })),
    { name: 'start', measure: start },
    part('exports', () => measureExports(service, { ...largest, ...timing })),
    part('previews', () => measurePreview(service, { ...open, bodyBytes: plan.previewBytes })),
    part('logins', () => measureLogins(service, { ...largest, ...plan.logins })),
    part('neighbours', () => measureNeighbours(service, plan.neighbours)),
    part('tenants', () => measureTenants(service, plan.tenants)),
    part('replays', () => replaysOf(service, plan)),
    part('rebuild', () => rebuildOf(service, plan)),
  ];
};

const searchParts = (service: BenchService, { sizes, timing, indexed }: Plan, uploads: Uploads): readonly Part[] =>
  sizes.map((size) => ({
    name: 'searches',
    about: `searches among ${size}`,
    isLargestSearch: size === Math.max(...sizes),
    measure: async () => {
      await service.stores.settled();
      const collectionId = uploads.collections.get(size) ?? '';
      const all = Math.max(indexed, uploads.stored);
      return [await measureSearches(service, { size, collectionId, indexed: all, ...timing })];
    },
  }));

const replaysOf = async (service: BenchService, { secondLog, stores: more, accounts }: Plan): Promise<Section> => {
  await service.stop();
  const { folder, stores } = service;
  const full = { folder, environment: stores.environment };
  return measureReplays({ full, plain: secondLog ? more : undefined, accounts });
};

const rebuildOf = async (service: BenchService, { rebuilt }: Plan): Promise<Section> => {
  await service.stop();
  const { folder, stores } = service;
  return measureRebuild({ folder, environment: stores.environment, most: rebuilt });
};

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
