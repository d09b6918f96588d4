import { randomUUID } from 'node:crypto';
import { localModel } from '../adapters/local-model/name.ts';
import { interruptUploads, watchUploads } from '../uploads/interrupt-uploads.ts';
import { openLog, readLog } from '../commands/open-log.ts';
import type { Config } from '../config.ts';
import { Unavailable } from '../domain/errors.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import type { Parked } from '../ports/read-model.ts';
import { accountsProjection } from '../../projections/accounts.ts';
import { backOff } from '../../projections/back-off.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { runProjection } from '../../projections/projector.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { runPurge } from '../../projections/purge.ts';
import { openStores, type StoreConfig } from './open-stores.ts';
import { answerRequests } from '../operations/run-queued-operations.ts';
import { adoptModel, inUseProjection } from '../operations/resume-model-switch.ts';
import { operating } from '../operations/run-operation.ts';
import type { Operation, OperationProgress } from '../operations/operation.ts';
import type { WriterMethods } from './writer-methods.ts';

/** Tells whoever started the writer what goes on in it; never a ticket's text. */
export type WriterWatch = {
  readonly rebuilding: (projection: ProjectionName, position: bigint, goal: bigint) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

export type WriterConfig = StoreConfig & Pick<Config, 'gateway'>;

export type WriterOptions = {
  readonly purge?: boolean;
  /** The models that operations may call; those of the configuration without it. */
  readonly embedders?: () => Promise<Embedders>;
};

/** Opens the log and the read models and keeps the projections running; `projecting` settles when they have caught up. Deleted collections are purged unless told not to. */
export const openWriter = async (
  config: WriterConfig,
  watch: WriterWatch,
  { purge = true, embedders = () => loadedEmbedders(config) }: WriterOptions = {},
) => {
  const stores = openStores(config, (error) => watch.warn('the event log failed', { error: String(error) }));
  const { log: store, accounts, collections, index, uploads } = stores;
  const context = { now: () => new Date(), newId: randomUUID };
  const stopping = new AbortController();
  const logId = await untilAnswered(() => openLog(store, context), watch);
  const leadership = stores.leadership(stopping.signal);
  const goal = await store.head();
  const projectorContext = {
    ...{ store, logId, leadership, pause: backOff, signal: stopping.signal },
    log: {
      retrying: (projection: ProjectionName, error: unknown) =>
        watch.warn('a projection is retrying', { projection, error: String(error) }),
      parked: (projection: ProjectionName, { position, errorClass }: Parked) =>
        watch.warn('an event was parked', { projection, position: String(position), errorClass }),
    },
  };
  const watching = (projection: ProjectionName) => ({
    ...projectorContext,
    progress: (position: bigint) => {
      if (position < goal) watch.rebuilding(projection, position, goal);
    },
  });
  const chosen = async () => (await readLog(store)).model;
  const ofAccounts = runProjection(accountsProjection, accounts, watching('accounts'));
  const ofCollections = runProjection(collectionsProjection, collections, watching('collections'));
  const ofUploads = runProjection(uploadsProjection, uploads, watching('uploads'));
  const ofIndex = runProjection(inUseProjection(chosen), index, {
    ...watching('ticket-index'),
    begin: (term) =>
      adoptModel(
        { ...projectorContext, ...term },
        { index, inUse: async () => (await stores.reader.snapshot())?.model, chosen },
      ),
  });
  const running = [ofAccounts, ofCollections, ofIndex, ofUploads];
  const caughtUp = Promise.all(running.map((projection) => projection.caughtUp));
  const purged =
    purge &&
    caughtUp.then(
      () => runPurge({ ...projectorContext, accounts, collections, index, uploads }, Date.now),
      // Whoever waits for the start is told.
      () => undefined,
    );

  const watched = caughtUp.then(
    () =>
      watchUploads(
        () => interruptUploads({ ...context, streams: store, uploads: stores.uploadRows, leases: stores.leases }),
        {
          isLeader: () => leadership.isLeader(),
          signal: stopping.signal,
          failed: (error) => watch.warn('uploads cannot be looked after', { error: String(error) }),
        },
      ),
    () => undefined,
  );

  const operate = operating({
    reembed: async () => ({
      ...context,
      context: { ...projectorContext, signal: await leadership.acquire() },
      ...{ embedders: await embedders(), index, collections, running: ofIndex },
    }),
    verification: {
      ...{ store, signal: stopping.signal },
      verified: [
        { running: ofAccounts, model: accounts },
        { running: ofCollections, model: collections },
        { running: ofIndex, model: index },
        { running: ofUploads, model: uploads },
      ],
    },
  });
  let progress: OperationProgress | undefined;
  const run = async (operation: Operation) => {
    try {
      return await operate(operation, (now) => (progress = now));
    } finally {
      progress = undefined;
    }
  };
  const asked =
    stores.requests &&
    answerRequests(stores.requests, {
      ...{ run, progress: () => progress, leadership, signal: stopping.signal },
      failed: (error) => watch.warn('operations that were asked cannot be read', { error: String(error) }),
    });
  /** The tickets of another version of the local model get vectors of this one before anybody searches: the other cannot be called any more. */
  const renewLocalModel = async () => {
    const model = (await chosen())?.model;
    if (!model?.startsWith('local-') || model === localModel || !leadership.isLeader()) return;
    const { succeeded, lines } = await run({ operation: 'reembed', model: localModel });
    watch.warn('the local model has another version', { succeeded, outcome: lines.join('; ') });
  };
  const methods: WriterMethods = {
    appendAll: (appends) => store.appendAll(appends),
    read: (stream) => store.read(stream),
    waitForPosition: async (names, positions) => {
      const reached = await Promise.all(
        running.filter(({ name }) => names.includes(name)).map((projection) => projection.waitForPosition(positions)),
      );
      return {
        status: reached.every(({ status }) => status === 'reached') ? 'reached' : 'stalled',
        parked: Math.max(0, ...reached.map(({ parked }) => parked)),
      };
    },
    renewUpload: (upload) => stores.leases.renew(upload),
    releaseUpload: (upload) => stores.leases.release(upload),
    projectionStatuses: () => Promise.all(running.map((projection) => projection.status())),
    operate: run,
    operationProgress: () => Promise.resolve(progress),
    stop: async () => {
      stopping.abort();
      await Promise.all([...running.map(({ stopped }) => stopped), purged, watched, asked, leadership.ended]);
      await stores.close();
    },
  };
  return { methods, projecting: caughtUp.then(renewLocalModel) };
};

/** The models' tables weigh a hundred megabytes, which this thread needs only while it embeds anew. */
const loadedEmbedders = async (config: WriterConfig): Promise<Embedders> =>
  (await import('./models.ts')).embeddersOf(config);

/** A server that is not there yet is waited for: it may start later than this process. */
const untilAnswered = async <Result>(work: () => Promise<Result>, { warn }: WriterWatch): Promise<Result> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      warn('waiting for the event log', { error: error.message });
      await backOff(failures, new AbortController().signal);
    }
  }
};
