import { readdirSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { noRateLimiter } from '../adapters/memory/rate-limiter.ts';
import { localModel } from '../adapters/local-model/name.ts';
import { newFileStates } from '../adapters/sqlite/file-health.ts';
import { sharedCall } from '../concurrency/shared-call.ts';
import type { Config } from '../config.ts';
import { type AppDependencies, createApp } from '../http/app.ts';
import { authentication } from '../http/authentication.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Route } from '../http/routes.ts';
import { refuseUnless, serviceHandlers } from '../http/service.ts';
import { uiFiles } from '../http/ui.ts';
import type { Operation } from '../operations/operation.ts';
import {
  projectionFigures,
  readinessOf,
  withDisk,
  readinessAtStart,
  withFileFaults,
  withServers,
} from '../operations/readiness.ts';
import { runWithProgress } from '../operations/run-with-progress.ts';
import { type ServerReports, waitForServers, watchServers } from '../operations/watch-servers.ts';
import type { Ingest } from '../ports/ingest.ts';
import { controlSocket } from '../threads/control-socket.ts';
import { remote } from '../threads/rpc.ts';
import { previewFiles } from '../uploads/preview-files.ts';
import { type SpoolFolder, spoolFolder } from '../uploads/spool-folder.ts';
import { startThreads, type ThreadWatch } from '../threads/start-threads.ts';
import { openCredentials } from './credentials.ts';
import { endpoints } from './endpoints.ts';
import { openLimits } from './limits.ts';
import { openReadModels, type ReadModels, storeFiles } from './read-stores.ts';
import { requireCaFiles } from './server-checks.ts';
import { secretsOf } from './secrets.ts';
import { requireWholeRestore } from './start-failure.ts';
import { type SearchMethods, threadMethods, type WriterMethods } from './thread-methods.ts';

/** What each thread is started with. */
export type ThreadData = {
  readonly config: Config;
  /** Seals API keys; from the configuration or DATA_DIR. */
  readonly dataKey: string;
  /** Memory in which the threads share what they know of the embedded files. */
  readonly fileStates: SharedArrayBuffer;
};

type Watch = ThreadWatch & {
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

type Options = {
  readonly log: AppDependencies['log'];
  readonly watch: Watch;
  /** What is known of the servers. */
  readonly servers: ServerReports;
};

/** What is answered during a start that takes long: health, and which server it waits for; anything else is refused. */
export const composeAtStart = (config: Config, { log, servers }: Pick<Options, 'log' | 'servers'>): RequestListener => {
  const readiness = () => Promise.resolve(readinessAtStart(servers.states, modelOf(config)));
  const { health, ready } = serviceHandlers({ readiness, draining: new AbortController().signal });
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

const healthPath = '/api/health';
const readyPath = '/api/ready';

const modelOf = ({ gateway }: Config): string => gateway?.embeddingModel ?? localModel;

/** Starts the threads and composes the HTTP app on DATA_DIR, which must be locked already. */
export const compose = async (config: Config, { log, watch, servers: { report, states } }: Options) => {
  requireWholeRestore(config.dataDir);
  const spool = emptySpoolFolder(join(config.dataDir, 'tmp'));
  const fileStates = newFileStates();
  const secrets = await secretsOf(config, watch.warn);
  const credentials = openCredentials(config, secrets);
  const stopping = new AbortController();
  const { signal } = stopping;
  requireCaFiles(config);
  const limits = await openLimits(config);
  await waitForServers(limits.servers, { report, signal, keepsWaiting: false });
  void watchServers(limits.servers, { report, signal });
  const threads = await openThreads({ config, dataKey: secrets.dataKey, fileStates }, watch);
  const stores = await openReadModels(config, fileStates);
  const control = await openControlSocket(config, threads.writer);
  const metrics = await openMetrics(config, threads.writer);
  const draining = new AbortController();
  const readiness = sharedCall(openReadiness(config, { writer: threads.writer, spool, states, fileStates }));
  const files = { spool, previewFiles: openPreviewFiles(spool, stores) };
  const parts = { threads, stores, credentials, limits, metrics, readiness, ...files, failed: log.unexpectedError };
  const place = { stopping: signal, draining: draining.signal, hasLogServer: config.servers.eventStore !== undefined };
  const app = createApp({
    ...surfaceOf(config, endpoints({ ...parts, ...place })),
    authenticate: authentication({ accounts: stores.accounts, ...credentials }),
    limiter: limits.limiter,
    trustProxy: config.trustProxy,
    log: countingRequests(log, metrics),
  });

  /** Ends uploads at their next batch, then the projections, then the threads. */
  const stop = async () => {
    stopping.abort();
    if (config.role !== 'projector') await threads.ingest.stop();
    await files.previewFiles.close();
    control.close();
    await threads.writer.stop();
    await threads.stop();
    await stores.close();
    limits.close();
  };
  return { app, metrics, readiness, drain: () => draining.abort(), stop };
};

type Reported = Pick<ServerReports, 'states'> & {
  readonly writer: WriterMethods;
  readonly spool: SpoolFolder;
  readonly fileStates: SharedArrayBuffer;
};

const openReadiness = (config: Config, { writer, spool, states, fileStates }: Reported) => {
  const stored = readinessOf(writer, modelOf(config));
  const { watched } = storeFiles({ ...config, fileStates });
  return withServers(withDisk(withFileFaults(stored, watched), spool.failure), states);
};

const uncounted: Metrics = { request: () => undefined, upload: () => undefined, text: () => Promise.resolve('') };

/** Without METRICS_PORT nothing is counted: the library of metrics would be a sixteenth of a start, and would measure the event loop a hundred times a second. */
const openMetrics = async ({ metrics }: Config, writer: WriterMethods): Promise<Metrics> => {
  if (!metrics) return uncounted;
  const { prometheusMetrics } = await import('../http/metrics.ts');
  return prometheusMetrics(projectionFigures(writer));
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
    newestErasure: async (id) => (await erasures.ofCollection(id, { limit: 1 }))[0]?.position,
    now: () => performance.now(),
  });

/** Empties the folder: the files in it are of requests that ended with an earlier process. */
const emptySpoolFolder = (path: string) => {
  const spool = spoolFolder(path);
  for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
  return spool;
};

const countingRequests = (log: AppDependencies['log'], metrics: Metrics): AppDependencies['log'] => ({
  ...log,
  request: (line) => {
    metrics.request(line);
    log.request(line);
  },
});

/** The threads of the process: a projector has no uploads and no searches. */
const openThreads = async (data: ThreadData, watch: ThreadWatch) => {
  const writer = remote<WriterMethods>(threadMethods.writer);
  const ingest = remote<Ingest>(threadMethods.ingest);
  const search = remote<SearchMethods>(threadMethods.search);
  const { stop } = await startThreads({
    threads: {
      writer: { remote: writer, callers: ['ingest'] },
      ...(data.config.role === 'projector' ? {} : { ingest: { remote: ingest }, search: { remote: search } }),
    },
    data,
    folder: import.meta.url,
    watch,
  });
  return { writer: writer.calls, ingest: ingest.calls, search: search.calls, stop };
};

/** What the process serves: a projector its health only, every other one all endpoints and the web interface. */
const surfaceOf = ({ role }: Config, all: readonly Route[]): Pick<AppDependencies, 'routes' | 'ui'> =>
  role === 'projector'
    ? { routes: all.filter(([, path]) => path === healthPath || path === readyPath) }
    : { routes: all, ui: uiFiles(join(import.meta.dirname, '../../dist/ui')) };
