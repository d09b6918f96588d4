import { randomUUID } from 'node:crypto';
import type { WatchCall } from '../adapters/gateway/post.ts';
import { localModels } from '../adapters/local-model/model-names.ts';
import { newFileStates } from '../adapters/sqlite/file-health.ts';
import { type BackgroundService, runInBackground } from '../concurrency/background-service.ts';
import type { Config } from '../config.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { renewLocalModel } from '../operations/resume-model-switch.ts';
import type { OperationRunner } from '../operations/operation.ts';
import { type OperationDependencies, operationRunner } from '../operations/run-operation.ts';
import { queuedOperationsService } from '../operations/run-queued-operations.ts';
import {
  modelInUse,
  openLogWhenAvailable,
  type ProjectionsContext,
  replacingDamaged,
  requireLogOf,
  startProjections,
} from '../operations/start-projections.ts';
import { watchLog } from '../operations/watch-log.ts';
import type { ReportServer } from '../operations/watch-servers.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { ReadProgress } from '../ports/event-store.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import { backOff } from '../../projections/retry.ts';
import { accountKeys } from './account-keys.ts';
import { backtestParts } from './backtest-parts.ts';
import { backgroundServices, type ServicesOptions } from './background-services.ts';
import { openErasers } from './erasers.ts';
import { gapFinderThread } from './gap-finder-thread.ts';
import { openUsableServers } from './server-checks.ts';
import { storeMethods } from './store-methods.ts';
import { openStores, type StoreConfig } from './stores.ts';
import { projectionLog, withCause } from './warnings.ts';
import type { Notice } from '../threads/thread.ts';
import type { WriterMethods } from './thread-methods.ts';

/** Receives what happens in the writer; it never contains the text of a ticket. */
export type WriterWatch = {
  /** Receives the trouble of a server after each check. */
  readonly server?: ReportServer;
  readonly rebuilding: (projection: ProjectionName, progress: ReadProgress) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Receives what a thread of the writer tells the main thread. */
  readonly notice?: (notice: Notice) => void;
};

type WriterConfig = StoreConfig &
  Pick<Config, 'gateway' | 'dataKey'> &
  Partial<Pick<Config, 'keepUploadsDays' | 'keepQuestionsDays' | 'metrics'>>;

export type WriterOptions = {
  /** Memory shared with the threads that read the embedded files; new by default. */
  readonly fileStates?: SharedArrayBuffer;
  /** Whether in the background deleted collections are purged, tickets erased, and uploads undone and expired; true by default. */
  readonly purge?: boolean;
  /** The models that operations may call; those of the configuration by default. */
  readonly embedders?: () => Promise<Embedders>;
  /** The data key of the service, which must be that of the log. A script has none: its operations work without it, but for a rotation of keys. */
  readonly dataKey?: string;
  /** Whether to wait for servers even if their trouble needs the operator; false by default. */
  readonly waitForever?: boolean;
};

const clock = { now: () => new Date(), newId: randomUUID };

/** Opens the log and the read models and starts everything that writes them; `projecting` resolves when the read models have caught up with the log. */
export const openWriter = async (config: WriterConfig, watch: WriterWatch, options: WriterOptions = {}) => {
  const { fileStates = newFileStates(), purge = true, waitForever = false } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const servers = await openUsableServers(config.servers, {
    ...{ report: watch.server ?? (() => undefined), signal, waitForever },
  });
  const core = await openCore(config, watch, { signal, fileStates });
  const keys = accountKeys(core, config, options.dataKey);
  const embedders = options.embedders ?? (() => loadEmbedders(config));
  const { rotation: keyRotation, passwordReplacement, inspect: inspectDataKey } = keys;
  const runner = openRunner(core, { embedders, keyRotation, passwordReplacement, inspectDataKey });
  const erasers = openErasers(core, { dataDir: config.dataDir, dataKey: options.dataKey, warn: watch.warn });
  const finder = openGapFinder(config, { fileStates, watch });
  const background = startBackgroundWork(core, { runner, watch, purge, erasers, embedders, config, finder });
  const { stores, projections } = core;
  const log = watchLog(stores.log, { noAnswer: stores.logNoAnswer });
  const methods: WriterMethods = {
    appendAll: log.appendAll,
    read: log.read,
    readPage: log.readPage,
    readHeaders: log.readHeaders,
    logFailure: log.failure,
    waitForPosition: projections.waitForPosition,
    ...storeMethods(stores),
    projectionStatuses: projections.statuses,
    erasureTrouble: erasers.trouble,
    ...runner,
    stop: () => stopWriter({ ...core, servers, stopping }, background),
  };
  const start = async () => {
    await keys.check(projections.caughtUp, () =>
      watch.warn('a rotation of API keys has not finished; npm run rotate-keys continues it', {}),
    );
    await projections.caughtUp;
    await renewModel(core, runner, watch);
  };
  return { methods, projecting: start() };
};

const renewModel = async ({ stores, context }: Core, runner: OperationRunner, { warn }: WriterWatch): Promise<void> => {
  const { isLeader } = context.leadership;
  const report = await renewLocalModel({ runner, isLeader, localModels, chosen: () => modelInUse(stores.log) });
  if (!report) return;
  const { succeeded, lines } = report;
  warn('the local model has another version', { succeeded, outcome: lines.join('; ') });
};

type Core = Awaited<ReturnType<typeof openCore>>;

type Running = Core & {
  readonly servers: { readonly close: () => Promise<void> };
  readonly stopping: AbortController;
};

/** Resolves when nothing writes any more and the stores are closed. */
const stopWriter = async (
  { stores, servers, projections, context, stopping }: Running,
  background: readonly Promise<unknown>[],
): Promise<void> => {
  stopping.abort();
  await Promise.all([projections.stopped, ...background, context.leadership.ended]);
  await Promise.all([stores.close(), servers.close()]);
};

type CoreOptions = { readonly signal: AbortSignal; readonly fileStates: SharedArrayBuffer };

const openCore = async (
  config: WriterConfig,
  { warn, rebuilding }: WriterWatch,
  { signal, fileStates }: CoreOptions,
) => {
  const onError = (error: unknown) => warn('the event log failed', { error: String(error) });
  const onViewsDamaged = (name: ProjectionName, error: unknown) =>
    warn(`views-${name} was damaged and is built anew from the log`, { error: String(error) });
  const stores = await openStores(config, { onError, onViewsDamaged, fileStates });
  const logId = await openLogWhenAvailable(stores.log, clock, ({ message }) =>
    warn('waiting for the event log', { error: message }),
  );
  let hasStarted = false;
  const { models, ticketIndex } = stores;
  const failedBefore = replacingDamaged(models, { onReplaced: onViewsDamaged, warn });
  const log = projectionLog(warn, { hasStarted: () => hasStarted, failedBefore });
  const context = {
    ...{ store: stores.log, ahead: stores.ahead, logId },
    leadership: stores.leadership(signal),
    pause: backOff,
    signal,
    log,
  } satisfies ProjectionsContext;
  const { legacyReadModels } = stores;
  await requireLogOf(context, legacyReadModels?.checkpoint());
  const projections = await startProjections(context, { models, ticketIndex, onRebuilding: rebuilding });
  projections.caughtUp.then(
    () => {
      hasStarted = true;
      legacyReadModels?.remove();
    },
    () => undefined,
  );
  return { stores, context, projections };
};

type RunnerEmbedders = { readonly embedders: () => Promise<Embedders> };
type RunnerOptions = Pick<OperationDependencies, 'keyRotation' | 'passwordReplacement' | 'inspectDataKey'> &
  RunnerEmbedders;

const openRunner = (core: Core, { embedders, ...ofAccounts }: RunnerOptions) => {
  const { stores, context, projections } = core;
  return operationRunner({
    reembed: async () => ({
      ...clock,
      context: { ...context, signal: await context.leadership.acquire() },
      embedders: await embedders(),
      index: stores.models.index,
      collections: stores.models.collections,
      running: projections.ticketIndex,
    }),
    backtest: () => backtestParts(core, embedders),
    ...ofAccounts,
    verification: {
      store: stores.log,
      erased: stores.erased,
      signal: context.signal,
      projected: projections.projected,
      files: stores.files,
    },
  });
};

/** None where no questions are kept. */
const openGapFinder = (
  { keepQuestionsDays = 0, dataDir, servers, gateway, metrics }: WriterConfig,
  { fileStates, watch }: { readonly fileStates: SharedArrayBuffer; readonly watch: WriterWatch },
) => {
  if (keepQuestionsDays === 0) return undefined;
  const onFailure = (error: unknown) => watch.warn('the thread that groups questions ended', { error: String(error) });
  const config = { dataDir, servers, gateway, metrics };
  return gapFinderThread({ config, fileStates }, { onNotice: watch.notice ?? (() => undefined), onFailure });
};

type Background = ServicesOptions & {
  readonly runner: OperationRunner;
  readonly watch: WriterWatch;
  readonly erasers: ReturnType<typeof openErasers>;
};

/** Starts work that runs until the writer stops: queued operations at once, the rest when the projections have caught up. */
const startBackgroundWork = (core: Core, { runner, watch, ...background }: Background): readonly Promise<unknown>[] => {
  const { stores, context, projections } = core;
  const { leadership, signal } = context;
  const warnOf = (name: string, error: string) => watch.warn(`${name} has failed and is tried again`, { error });
  const failed = (name: string, error: unknown) => warnOf(name, withCause(error));
  const run = (service: BackgroundService) => runInBackground(service, { signal, failed });
  const { operationRequests } = stores;
  const queue = operationRequests && queuedOperationsService(operationRequests, { runner, leadership, signal, failed });
  const services = backgroundServices(core, { ...background, ...clock, failed });
  // What erasing fails of may quote a ticket.
  const erase = (service: BackgroundService) =>
    runInBackground(service, { signal, failed: (name, error) => warnOf(name, reasonOf(error)) });
  const erasures = background.purge ? background.erasers.services : [];
  const start = () => Promise.all([...services.map(run), ...erasures.map(erase)]);
  // If the projections cannot catch up, the caller of `openWriter` gets the error through `projecting`.
  return [...(queue ? [run(queue)] : []), projections.caughtUp.then(start, () => undefined)];
};

/** Loaded on demand: the models' tables take about 100 MB. */
export const loadEmbedders = async (config: Pick<Config, 'gateway'>, watch?: WatchCall): Promise<Embedders> =>
  (await import('./models.ts')).embeddersOf(config, watch);
