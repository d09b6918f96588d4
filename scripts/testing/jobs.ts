import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { bundleService } from './bundle-service.ts';
import { runOnContainers } from './containers.ts';
import { inLanes, type Job } from './lanes.ts';
import { againAfterStalls, type StoodStill, watchStalls } from './stalls.ts';
import {
  type Command,
  type Environment,
  type Outcome,
  checkModel,
  outcomeOf,
  reportTests,
  runChecks,
  runTests,
  startShared,
} from './run-tests.ts';

/**
 * HTTP tests that are the same on servers: of handlers in the process of the test, of documents and pages, of what a file and a preview hold, of what is
 * refused before a store is asked, of the quota, which is compared with what each store says it holds (`test/contracts`), and of progress, which one
 * process keeps.
 */
const withoutStores: readonly string[] = [
  ...[
    'account-handlers',
    'client-address',
    'compression',
    'error-codes',
    'export-stream',
    'gap-handlers',
    'json-types',
    'metrics',
    'openapi',
    'order-of-checks',
    'preview',
    'preview-columns',
    'preview-files',
    'preview-progress',
    'protocol',
    'quota',
    'readiness',
    'registration-limit',
    'request-log',
  ],
  ...['skipped-csv', 'ticket-files', 'traces', 'ui', 'ui-records', 'unread-body', 'upload-progress', 'upload-waiting'],
].map((name) => `test/http/${name}.test.ts`);

/** `npm run soak -- --servers` sets it: all HTTP tests run on servers, with as many requests as on embedded stores. */
const isWhole = process.env['TEST_SIZE'] === 'whole';

const cores = availableParallelism();
const filesAtOnce = Math.ceil(cores / 4);
/** As many jobs as the tests with processes of their own are divided into: they come last, and the lanes should end at about the same time. */
const nodeJobs = 2 * (cores + 2);

type Group = {
  readonly files: Command;
  readonly environment?: Environment;
  readonly prefix?: string;
};

/** Without servers, no stall of theirs is known. */
let stoodStill: StoodStill = () => false;

const runGroup = async ({ files, environment = {}, prefix = '' }: Group): Promise<Outcome> => {
  const command = ['ava', '--tap', `--concurrency=${filesAtOnce}`, ...files];
  const report = (args: Command) => reportTests([...command, ...args], environment, prefix);
  return outcomeOf(await againAfterStalls(report, stoodStill), prefix);
};

const inBrowser: Job = { name: 'components in the browser', run: () => runTests(['wtr']) };
const checks: Job = { name: 'checks', run: runChecks };

/** Tests that may use the service that all files share. */
const besideService = (name: string, files: Command, sharedUrl: () => Promise<string>): Job => ({
  name,
  run: async () => runGroup({ files, environment: { TEST_SERVICE: await sharedUrl() } }),
});

/** The tests on embedded stores, dealt into jobs that take about as long. */
const onEmbeddedStores = (files: Command, sharedUrl: () => Promise<string>): readonly Job[] =>
  Array.from({ length: nodeJobs }, (_, number) =>
    besideService(
      `tests on embedded stores, ${number + 1} of ${nodeJobs}`,
      files.filter((_file, index) => index % nodeJobs === number),
      sharedUrl,
    ),
  );

/** The HTTP tests whose sources fit: of one service that files share, or of handlers in the process of the test. */
const httpTests = (startedBy: RegExp) => (file: string) =>
  file.startsWith('test/http/') && startedBy.test(readFileSync(file, 'utf8'));

const fits = (pattern: RegExp) => (file: string) => pattern.test(file);

/**
 * Tests that share a worker, one after the other: a worker for each file would cost the processor 0.4 to 0.8 s before its first test, and each file of
 * browser tests a browser. Not those that look at what their process holds, or that change timers for a whole file.
 */
const sharing: Readonly<Record<string, (file: string) => boolean>> = {
  'tests through the web interface': fits(/^test\/e2e\/web-/),
  'HTTP tests of one service': httpTests(/= serviceFor\(test\)/),
  'tests of processes, S to V': fits(/^test\/e2e\/[s-v]/),
  'tests of processes, A to D': fits(/^test\/e2e\/[a-d]/),
  'tests of processes, E to F': fits(/^test\/e2e\/[ef]/),
  'tests of processes, G to R': fits(/^test\/e2e\/[g-r]/),
  'tests in one process': fits(
    /^test\/(?:adapters\/(?:files|gateway|local-model|memory|security)|commands|projections|queries|threads|ticket-files|uploads)\/(?!full-disk|json-body|read-workbooks|record-progress|xlsx-process|yielding)/,
  ),
  'tests of embedded stores': fits(/^test\/(?:adapters\/sqlite|operations)\//),
  'tests of the log and of threads': fits(
    /^test\/(?:adapters\/eventstoredb|composition|concurrency)\/(?!server-checks|timeout)/,
  ),
  'tests of handlers': httpTests(/^(?![^]*support\/service)/),
  'tests of functions': fits(/^test\/(?:domain|personal-data|stock-phrases)\//),
};

/** They wait for processes, erasures and paced uploads more than they compute: begun last, they would end alone. */
const waitsMuch = /of processes|of one service/;

const inOneWorker = (files: Command, environment: Environment = {}): Promise<Outcome> =>
  runGroup({
    files: ['test/support/shared-worker/files.ts'],
    environment: { ...environment, TEST_TOGETHER: files.join(' ') },
  });

const inSharedWorkers = (files: Command, sharedUrl: () => Promise<string>): readonly Job[] =>
  Object.entries(sharing).map(([name, isShared]) => ({
    name,
    run: async () => inOneWorker(files.filter(isShared), { TEST_SERVICE: await sharedUrl() }),
  }));

const onServers = { environment: { TEST_STORES: 'servers' }, prefix: 'on servers › ' } as const;

/** The HTTP tests that touch a store, beside one service on servers. */
const httpOnServers = async (): Promise<Outcome> => {
  const files = globSync('test/http/*.test.ts').filter((file) => isWhole || !withoutStores.includes(file));
  const { url, stop } = await startShared(onServers.environment);
  const environment = { ...onServers.environment, TEST_SERVICE: url };
  const outcome = await runGroup({ ...onServers, environment, files: files.toSorted() });
  await stop();
  return outcome;
};

/** The suites of several instances and of faults, on servers; of what talks to a server, which without servers is skipped or smaller; and the benches. */
const onlyOnServers = /^test\/servers\//;
const instances = /^test\/servers\/(?!faults)/;
const faults = /^test\/(?:servers|adapters\/mongodb)\/faults/;
const adapters = /^test\/adapters\/(?:elasticsearch|redis)\//;
/** They wait for what never answers, on servers or on small ones that they start. */
const waiting = /^test\/composition\/server-checks/;
const mongodb = /^test\/adapters\/mongodb\/(?!faults)/;
const benches = /^test\/bench\//;
/** They wait for time-outs and for disks that are full, in processes of their own. */
const slow = /\/(?:corrections-while-reembedding|full-disk|upload-async|xlsx-process)\.test/;

const testFiles = (): Command =>
  globSync('test/**/*.test.ts', { exclude: ['test/ui/**', 'test/soak/**', 'test/docker/**'] }).toSorted();

/** In the order in which they begin: those that take longest. */
const jobsOnServers = (fitting: (pattern: RegExp) => Command): readonly Job[] =>
  [
    { name: 'HTTP on servers', run: httpOnServers },
    { name: 'several instances', run: () => runGroup({ ...onServers, files: fitting(instances) }) },
    // One test after the other: on a busy machine twenty new indices at a time take longer than a request may.
    { name: 'Elasticsearch and Redis', run: () => runGroup({ files: ['--serial', ...fitting(adapters)] }) },
    // One test after the other: the server with MongoDB's protocol answers forty of them at a time too late.
    { name: 'MongoDB', run: () => inOneWorker(fitting(mongodb)) },
    { name: 'faults of servers', run: () => runGroup({ ...onServers, files: fitting(faults) }) },
  ].map((job) => ({ ...job, onServers: true }));

/** The jobs of the parts in the order in which they begin: those on servers, then the checks, which soonest show what is wrong, and the small ones last. */
const jobsOf = (parts: ReadonlySet<string>, sharedUrl: () => Promise<string>): readonly Job[] => {
  const files = testFiles();
  const fitting = (pattern: RegExp) => files.filter((file) => pattern.test(file));
  const has = (part: string, ...jobs: readonly Job[]) => (parts.has(part) ? jobs : []);
  const ofServers = parts.has('servers') ? [onlyOnServers, adapters, faults, mongodb, benches] : [onlyOnServers];
  const others = files.filter(
    (file) =>
      ![...ofServers, waiting].some((pattern) => pattern.test(file)) &&
      !Object.values(sharing).some((isShared) => isShared(file)),
  );
  const [web, ...shared] = inSharedWorkers(files, sharedUrl);
  const waitingOthers = others.filter((file) => slow.test(file));
  const computingOthers = others.filter((file) => !slow.test(file));
  const isAsked = parts.has('servers') || parts.has('node');
  return [
    ...(isAsked
      ? [{ name: 'trouble with servers', run: () => runGroup({ files: fitting(waiting) }), waits: true as const }]
      : []),
    // First of all: it takes longest, and waits for most of that time.
    ...has('containers', { name: 'image and compose file', run: runOnContainers }),
    ...has('servers', ...jobsOnServers(fitting)),
    ...has('checks', checks),
    ...has('model', { name: 'model file', run: checkModel }),
    ...has('node', ...(web ? [web] : [])),
    ...has('servers', { name: 'benches', run: () => runGroup({ files: fitting(benches) }), onServers: true }),
    ...has(
      'node',
      ...shared.filter(({ name }) => waitsMuch.test(name)),
      besideService('tests on embedded stores that wait', waitingOthers, sharedUrl),
    ),
    ...has('browser', inBrowser),
    ...has(
      'node',
      ...shared.filter(({ name }) => !waitsMuch.test(name)),
      ...onEmbeddedStores(computingOthers, sharedUrl),
    ),
  ];
};

/** Runs the parts. */
export const runParts = async (parts: ReadonlySet<string>): Promise<readonly Outcome[]> => {
  spawnSync(process.execPath, ['scripts/build-ui.ts', '--if-stale'], { stdio: 'inherit' });
  if (parts.has('node') || parts.has('servers')) process.env['TEST_SERVICE_MAIN'] = await bundleService();
  let shared: ReturnType<typeof startShared> | undefined;
  const { MONGODB_URL: mongodbUrl } = process.env;
  const stalls = parts.has('servers') && mongodbUrl !== undefined ? watchStalls(mongodbUrl) : undefined;
  if (stalls) ({ stoodStill } = stalls);
  const outcomes = await inLanes(jobsOf(parts, async () => (await (shared ??= startShared())).url));
  await (await shared)?.stop();
  await stalls?.stop();
  return outcomes;
};
