import { randomUUID } from 'node:crypto';
import { openLog } from '../commands/open-log.ts';
import type { Append, EventStore } from '../ports/event-store.ts';
import type { ProjectionName } from '../ports/projected.ts';
import type { Parked } from '../ports/read-model.ts';
import { accountsProjection } from '../projections/accounts.ts';
import { backOff } from '../projections/back-off.ts';
import { collectionsProjection } from '../projections/collections.ts';
import { unshared } from '../projections/leadership.ts';
import { runProjection, type RunningProjection } from '../projections/projector.ts';
import { runPurge } from '../projections/purge.ts';
import { ticketIndexProjection } from '../projections/ticket-index.ts';
import { openStores, type StoreConfig } from './open-stores.ts';
import type { ReplayProgress, WriterMethods } from './writer-methods.ts';

/** Tells whoever started the writer what goes on in it; never a ticket's text. */
export type WriterWatch = {
  readonly rebuilding: (projection: ProjectionName, position: bigint, goal: bigint) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** Opens the log and the read models and keeps the projections running; `projecting` settles when they have caught up. Deleted collections are purged unless told not to. */
export const openWriter = async (config: StoreConfig, watch: WriterWatch, { purge = true } = {}) => {
  const stores = openStores(config, (error) => watch.warn('the event log could not commit', { error: String(error) }));
  const { log: store, accounts, collections, index } = stores;
  const logId = await openLog(store, { now: () => new Date(), newId: randomUUID });
  const stopping = new AbortController();
  const leadership = unshared(stopping.signal);
  const goal = await store.head();
  const around = {
    ...{ store, logId, leadership, pause: backOff, signal: stopping.signal },
    log: {
      retrying: (projection: ProjectionName, error: unknown) =>
        watch.warn('a projection is retrying', { projection, error: String(error) }),
      parked: (projection: ProjectionName, { position, errorClass }: Parked) =>
        watch.warn('an event was parked', { projection, position: String(position), errorClass }),
    },
  };
  const watching = (projection: ProjectionName) => ({
    ...around,
    progress: (position: bigint) => {
      if (position < goal) watch.rebuilding(projection, position, goal);
    },
  });
  const running = [
    runProjection(accountsProjection, accounts, watching('accounts')),
    runProjection(collectionsProjection, collections, watching('collections')),
    runProjection(ticketIndexProjection, index, watching('ticket-index')),
  ];
  const projecting = Promise.all(running.map(({ caughtUp }) => caughtUp)).then(() => undefined);
  const purged =
    purge &&
    projecting.then(
      () => runPurge({ ...around, accounts, collections, index }, Date.now),
      // Whoever waits for the start is told.
      () => undefined,
    );

  const stop = async () => {
    stopping.abort();
    await Promise.all([...running.map(({ stopped }) => stopped), purged, leadership.ended]);
    await stores.close();
  };
  return { methods: { ...methodsOf(store, running), stop } satisfies WriterMethods, projecting };
};

const methodsOf = (store: EventStore, running: readonly RunningProjection[]): Omit<WriterMethods, 'stop'> => {
  let progress: ReplayProgress | undefined;
  return {
    appendAll: (appends: readonly Append[]) => store.appendAll(appends),
    read: (stream) => store.read(stream),
    reached: async (names, positions) => {
      const reached = await Promise.all(
        running.filter(({ name }) => names.includes(name)).map((projection) => projection.reached(positions)),
      );
      return {
        status: reached.every(({ status }) => status === 'reached') ? 'reached' : 'stalled',
        parked: Math.max(0, ...reached.map(({ parked }) => parked)),
      };
    },
    standings: () => Promise.all(running.map((projection) => projection.standing())),
    replay: async (name, accept) => {
      const projection = running.find((one) => one.name === name);
      if (!projection) throw new Error(`There is no projection ${name}`);
      try {
        return await projection.replay({
          accept,
          progress: (position, goal) => {
            progress = { projection: name, position, goal };
          },
        });
      } finally {
        progress = undefined;
      }
    },
    replayProgress: () => Promise.resolve(progress),
  };
};
