import { readdirSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { noRateLimiter } from '../adapters/memory/rate-limiter.ts';
import { localModel } from '../adapters/local-model/model-names.ts';
import { keepTemporaryFilesIn } from '../adapters/sqlite/database.ts';
import { newFileStates } from '../adapters/sqlite/file-health.ts';
import type { KeyUseRecorder } from '../commands/record-key-uses.ts';
import type { QuestionRecorder } from '../commands/record-questions.ts';
import { sharedCall } from '../concurrency/shared-call.ts';
import type { Config } from '../config.ts';
import { type AppDependencies, createApp, type Route } from '../http/app.ts';
import { authentication, identification, operatorCheck } from '../http/authentication.ts';
import { readinessReport, refuseUnless, serviceHandlers } from '../http/service.ts';
import { uiFiles } from '../http/ui.ts';
import { unansweredRequests } from '../http/unanswered-requests.ts';
import type { Operation } from '../operations/operation.ts';
import { readinessOf, withDisk, readinessAtStart, withFileFaults, withServers } from '../operations/readiness.ts';
import { runWithProgress } from '../operations/run-with-progress.ts';
import { type ServerReports, waitForServers, watchServers } from '../operations/watch-servers.ts';
import type { Tracing } from '../ports/tracing.ts';
import { controlSocket } from '../threads/control-socket.ts';
import { type PreviewFiles, previewFiles } from '../uploads/preview-files.ts';
import { type SpoolFolder, spoolFolder } from '../uploads/spool-folder.ts';
import type { ThreadWatch } from '../threads/start-threads.ts';
import { openCredentials } from './credentials.ts';
import { endpoints } from './endpoints.ts';
import { type Limits, openLimits, roomOf } from './limits.ts';
import { countingCalls, countingRequests, metricsReader, openMetrics } from './metrics.ts';
import { openReadModels, type ReadModels, storeFiles } from './read-stores.ts';
import { openRecording } from './recording.ts';
import { requireCaFiles } from './server-checks.ts';
import { secretsOf } from './secrets.ts';
import { levelsOfModel } from './similarity-levels.ts';
import { requireWholeFolder } from './start-failure.ts';
import type { WriterMethods } from './thread-methods.ts';
import { openThreads, type Threads } from './threads.ts';
import { openTracing } from './tracing.ts';

type Watch = ThreadWatch & {
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

type Options = {
  readonly log: AppDependencies['log'];
  readonly watch: Watch;
  /** What is known of the servers. */
  readonly servers: ServerReports;
};

/** The answers during a long start: health, and which server it waits for; anything else is refused. */
export const composeAtStart = (config: Config, { log, servers }: Pick<Options, 'log' | 'servers'>): RequestListener => {
  const stores = () => Promise.resolve(readinessAtStart(servers.states, modelOf(config)));
  const readiness = readinessReport({ stores, draining: new AbortController().signal });
  const { health, ready } = serviceHandlers({ readiness, isOperator: operatorCheck(config.opsToken) });
  return createApp({
    routes: [
      ['get', healthPath, 'none', health],
      ['get', readyPath, 'none', ready],
    ],
    ui: refuseUnless([healthPath, readyPath]),
    authenticate: () => [],
    limiter: noRateLimiter,
    trustProxy: config.trustProxy,
    log,
  });
};

const clock = () => new Date();

const healthPath = '/api/health';
const readyPath = '/api/ready';

const storageOf = (config: Config) => ({
  hasGateway: config.gateway !== undefined,
  levelsOfModel: levelsOfModel(config),
  hasLogServer: config.servers.eventStore !== undefined,
  tenantMax: config.tenantMax,
  room: roomOf(config),
  keepQuestionsDays: config.keepQuestionsDays,
});

const modelOf = ({ gateway }: Config): string => gateway?.embeddingModel ?? localModel;

/** Starts the threads and composes the HTTP app on DATA_DIR, which must be locked already. */
export const compose = async (config: Config, { log: logged, watch, servers: { report, states } }: Options) => {
  const requests = unansweredRequests();
  const log = { ...logged, unexpectedError: requests.untilRefused(logged.unexpectedError) };
  requireWholeFolder(config);
  const spool = emptySpoolFolder(join(config.dataDir, 'tmp'));
  keepTemporaryFilesIn(resolve(spool.path));
  const fileStates = newFileStates();
  const secrets = await secretsOf(config, watch.warn);
  const credentials = openCredentials(config, secrets);
  const stopping = new AbortController();
  requireCaFiles(config);
  const limits = await openWatchedLimits(config, { report, signal: stopping.signal });
  const metrics = await openMetrics(config);
  const data = { config, dataKey: secrets.dataKey, fileStates };
  const tracing = await openTracing(config, { thread: 'main', failed: () => watch.warn(notSent, {}) });
  const threads = await openThreads(data, { watch: countingCalls(watch, metrics), tracing });
  const stores = await openReadModels(config, fileStates);
  const control = await openControlSocket(config, threads.writer);
  const draining = new AbortController();
  const readiness = openReadiness(config, { ...threads, spool, states, fileStates, draining: draining.signal });
  const recording = openRecording(config, { writer: threads.writer, stores, metrics });
  const kept = { ...recording, spool, previewFiles: openPreviewFiles(spool, stores) };
  const parts = { threads, stores, credentials, limits, metrics, readiness, ...kept, failed: log.unexpectedError };
  const status = { stopping: stopping.signal, isOperator: operatorCheck(config.opsToken), ...storageOf(config) };
  const authenticate = authentication({ ...credentials, ...stores, now: clock, keyUsed: kept.keyUses.used });
  const app = createApp({
    ...surfaceOf(config, { all: endpoints({ ...parts, ...status }), warn: watch.warn }),
    authenticate,
    limiter: limits.limiter,
    identify: config.rateLimitBy === 'account' ? identification(authenticate) : undefined,
    trustProxy: config.trustProxy,
    log: countingRequests(log, metrics),
    traceRequest: tracing?.request,
  });

  const readMetrics = metricsReader({ ...threads, passwords: credentials.hashingLoad });
  const metricsText = async () => metrics.text(await readMetrics());
  const stop = () => closeAll({ stopping, requests, threads, stores, limits, control, tracing, ...kept });
  return { app: requests.watched(app), metricsText, readiness, drain: () => draining.abort(), stop };
};

const openWatchedLimits = async (
  config: Config,
  watch: Pick<ServerReports, 'report'> & { readonly signal: AbortSignal },
) => {
  const limits = await openLimits(config);
  await waitForServers(limits.servers, { ...watch, waitForever: false });
  void watchServers(limits.servers, watch);
  return limits;
};

const notSent = 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT; this is said once';

type Opened = {
  readonly stopping: AbortController;
  readonly requests: Pick<ReturnType<typeof unansweredRequests>, 'end'>;
  readonly threads: Threads;
  readonly stores: ReadModels;
  readonly recorder: QuestionRecorder;
  readonly keyUses: KeyUseRecorder;
  readonly limits: Limits;
  readonly control: { readonly close: () => void };
  readonly tracing: Tracing | undefined;
  readonly previewFiles: PreviewFiles;
};

/** Ends streams at once and uploads at their next ticket, answers what else runs and records the last questions and uses of keys, then ends the projections, then the threads. */
const closeAll = async ({
  stopping,
  requests,
  threads,
  stores,
  limits,
  control,
  tracing,
  recorder,
  keyUses,
  previewFiles,
}: Opened): Promise<void> => {
  stopping.abort();
  await requests.end(threads.uploading?.stop());
  // Of the thread that searches a stop needs nothing but its spans.
  const spansSent = tracing && threads.searching?.stop().catch(() => undefined);
  await Promise.all([spansSent, recorder.close(), keyUses.close()]);
  await previewFiles.close();
  control.close();
  await Promise.all([threads.writer.stop(), tracing?.close()]);
  await threads.stop();
  await stores.close();
  limits.close();
};

type Reported = Pick<ServerReports, 'states'> & {
  readonly writer: WriterMethods;
  readonly spool: SpoolFolder;
  readonly fileStates: SharedArrayBuffer;
  readonly draining: AbortSignal;
};

const openReadiness = (config: Config, { writer, spool, states, fileStates, draining }: Reported) => {
  const stored = readinessOf(writer, modelOf(config));
  const { watched } = storeFiles({ ...config, fileStates });
  const observed = withServers(withDisk(withFileFaults(stored, watched), spool.failure), states);
  return readinessReport({ stores: sharedCall(observed), draining });
};

const openControlSocket = ({ dataDir }: Config, writer: WriterMethods) =>
  controlSocket(join(dataDir, 'control.sock'), (operation, send) =>
    runWithProgress(writer, operation as Operation, send),
  );

const openPreviewFiles = (
  spool: SpoolFolder,
  { collections, erasures }: Pick<ReadModels, 'collections' | 'erasures'>,
) =>
  previewFiles({
    spool,
    exists: async (id) => (await collections.byId(id)) !== undefined,
    newestErasure: erasures.newestOf,
    now: () => performance.now(),
  });

/** Empties the folder: the files in it are of requests that ended with an earlier process. */
const emptySpoolFolder = (path: string) => {
  const spool = spoolFolder(path);
  for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
  return spool;
};

type Surface = Pick<Watch, 'warn'> & { readonly all: readonly Route[] };

/** What the process serves: a projector its health only, every other one all endpoints and the web interface. */
const surfaceOf = ({ role }: Config, { all, warn }: Surface): Pick<AppDependencies, 'routes' | 'ui'> => {
  if (role === 'projector') return { routes: all.filter(([, path]) => path === healthPath || path === readyPath) };
  const folder = join(import.meta.dirname, '../../dist/ui');
  const unreadable = (reason: string) =>
    warn('the web interface cannot be read; the API is served without it', { folder, reason });
  return { routes: all, ui: uiFiles(folder, unreadable) };
};
