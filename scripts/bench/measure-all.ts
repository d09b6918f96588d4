import { type BenchService, benchService } from './bench-service.ts';
import type { BenchStores } from './bench-stores.ts';
import type { Timing } from './latencies.ts';
import { measurePreview } from './measure-preview.ts';
import { measureReplays } from './measure-replays.ts';
import { measureSearches, measureSearchesBesideUpload } from './measure-searches.ts';
import { measureStart } from './measure-start.ts';
import { fillWithOthers, measureUploads } from './measure-uploads.ts';
import { type Section, withoutGoals } from './report.ts';

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
  /** Bytes of the body that is previewed. */
  readonly previewBytes: number;
  /** In the log without tickets. */
  readonly accounts: number;
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
  } finally {
    for (const signal of interruptions) process.off(signal, interrupted);
    await service.remove();
  }
}

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
  say('searches beside an upload');
  const open = { ...of(largest), ...timing, from: largest, seconds: timing.seconds * 2 };
  yield [await measureSearchesBesideUpload(service, { ...open, measured }), everything];
  say('start');
  const start = await measureStart(service, { ...of(largest), idleSeconds: timing.idleSeconds });
  yield [{ title: 'Start', lines: start.lines }, everything];
  yield [{ title: 'Memory (resident)', lines: [...start.memory, uploads.memory] }, everything];
  say('searches beside a preview');
  yield [await measurePreview(service, { ...open, bodyBytes: plan.previewBytes }), everything];
  await service.stop();
  say('replays');
  yield [await replaysOf(service, plan), everything];
}

const replaysOf = ({ folder, stores }: BenchService, { secondLog, stores: more, accounts }: Plan): Promise<Section> =>
  measureReplays({
    full: { folder, environment: stores.environment },
    plain: secondLog ? more : undefined,
    accounts,
  });
