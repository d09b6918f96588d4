import { type BenchService, benchService } from './bench-service.ts';
import type { BenchStores } from './bench-stores.ts';
import { measurePreview } from './measure-preview.ts';
import { measureReplays } from './measure-replays.ts';
import { measureSearches, measureSearchesBesideUpload } from './measure-searches.ts';
import { measureStart } from './measure-start.ts';
import { fillWithOthers, measureUploads } from './measure-uploads.ts';
import { type Section, withoutGoals } from './report.ts';

export type Plan = {
  readonly stores: () => Promise<BenchStores>;
  /** Whether `stores` can be had a second time with a log of their own. */
  readonly secondLog: boolean;
  /** Tickets in the collections that are searched, and in all collections at least. */
  readonly sizes: readonly number[];
  readonly indexed: number;
  readonly seconds: number;
  /** In the log without tickets. */
  readonly accounts: number;
  readonly judged: 'everything' | 'largest search' | 'nothing';
};

const interruptions = ['SIGINT', 'SIGTERM'] as const;

const say = (step: string) => process.stderr.write(`${step} …\n`);

/** Everything that the bench measures, one section after the other. */
export const measureAll = async (plan: Plan): Promise<readonly Section[]> => {
  const service = await benchService(await plan.stores());
  const interrupted = () => void service.remove().finally(() => process.exit(130));
  for (const signal of interruptions) process.once(signal, interrupted);
  try {
    return await measureOn(service, plan);
  } finally {
    for (const signal of interruptions) process.off(signal, interrupted);
    await service.remove();
  }
};

const measureOn = async (service: BenchService, plan: Plan): Promise<readonly Section[]> => {
  const { sizes, seconds } = plan;
  say('uploads');
  const uploads = await measureUploads(service, sizes);
  await fillWithOthers(service, plan.indexed - uploads.stored);
  const collectionOf = (size: number) => uploads.collections.get(size) ?? '';
  const indexed = Math.max(plan.indexed, uploads.stored);
  const searches: Section[] = [];
  for (const size of sizes) {
    await service.stores.settled();
    say(`searches among ${size}`);
    searches.push(await measureSearches(service, { size, indexed, collectionId: collectionOf(size), seconds }));
  }
  const size = Math.max(...sizes);
  const largest = { size, collectionId: collectionOf(size) };
  say('searches beside an upload');
  const beside = await measureSearchesBesideUpload(service, { ...largest, from: size, seconds: seconds * 2 });
  say('start');
  const start = await measureStart(service, largest);
  say('searches beside a preview');
  const preview = await measurePreview(service, { ...largest, from: size, seconds: seconds * 2 });
  await service.stop();
  say('replays');
  const replays = await replaysOf(service, plan);
  const memory = { title: 'Memory (resident)', lines: [...start.memory, uploads.memory] };
  const largestSearch = searches[sizes.indexOf(size)];
  const isJudged = (section: Section) =>
    plan.judged === 'everything' || (plan.judged === 'largest search' && section === largestSearch);
  return [uploads.section, ...searches, beside, preview, replays, { title: 'Start', lines: start.lines }, memory].map(
    (section) => (isJudged(section) ? section : withoutGoals(section)),
  );
};

const replaysOf = ({ folder, stores }: BenchService, { secondLog, stores: more, accounts }: Plan): Promise<Section> =>
  measureReplays({
    full: { folder, environment: stores.environment },
    plain: secondLog ? more : undefined,
    accounts,
  });
