import type { CommandContext } from '../commands/command-handler.ts';
import { openLog, readLog } from '../commands/open-log.ts';
import { Unavailable } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { AccountChange } from '../ports/accounts.ts';
import type { CollectionChange } from '../ports/collections.ts';
import type { EventStore, LogProgress, ReadProgress, Streams } from '../ports/event-store.ts';
import type { ReadModel } from '../ports/read-model.ts';
import type { ProjectionName, ReadYourWrites } from '../ports/read-your-writes.ts';
import type { TicketIndex, TicketIndexModel } from '../ports/ticket-index.ts';
import type { UploadChange } from '../ports/uploads.ts';
import { accountsProjection } from '../../projections/accounts.ts';
import type { ProjectorContext } from '../../projections/apply-events.ts';
import { catchUp } from '../../projections/catch-up.ts';
import type { ProjectionContext } from '../../projections/leader-and-follower.ts';
import type { Projection } from '../../projections/projection.ts';
import { backOff } from '../../projections/retry.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import type { Leadership } from '../../projections/leadership.ts';
import { type ProjectionStatus, runProjection, type RunningProjection } from '../../projections/projector.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { resumeModelSwitch, ticketIndexStartingWith } from './resume-model-switch.ts';

export type ReadModels = {
  readonly accounts: ReadModel<AccountChange>;
  readonly collections: ReadModel<CollectionChange>;
  readonly uploads: ReadModel<UploadChange>;
  readonly index: TicketIndexModel;
};

export type ProjectionsContext = ProjectorContext & {
  readonly store: EventStore & LogProgress;
  readonly leadership: Leadership;
};

/** A running projection and the read model it writes. */
export type ProjectedModel = {
  readonly running: RunningProjection;
  readonly model: ReadModel<never>;
  /** Projects the log up to a position into the same read model in another store, if that is among the given ones. */
  readonly fill: (models: Partial<ReadModels>, options: FillOptions) => Promise<void>;
};

type FillOptions = { readonly goal: bigint; readonly progress: (progress: ReadProgress) => void };

/** The running projections of the service. */
export type Projections = {
  readonly projected: readonly ProjectedModel[];
  readonly ticketIndex: RunningProjection;
  /** Resolves when everything that was in the log at the start is projected; rejects with ForeignLog. */
  readonly caughtUp: Promise<void>;
  readonly statuses: () => Promise<readonly ProjectionStatus[]>;
  readonly waitForPosition: ReadYourWrites['waitForPosition'];
  /** Resolves when all have stopped after the signal aborted. */
  readonly stopped: Promise<void>;
};

type Options = {
  readonly models: ReadModels;
  /** The index that searches use. */
  readonly ticketIndex: Pick<TicketIndex, 'snapshot'>;
  /** Called while events that were in the log at the start are projected. */
  readonly onRebuilding: (projection: ProjectionName, progress: ReadProgress) => void;
};

/** Opens the log, retrying while its server is unavailable: it may start later than this process. Returns the identity of the log. */
export const openLogWhenAvailable = async (
  streams: Streams,
  context: CommandContext,
  onUnavailable: (error: Unavailable) => void,
): Promise<string> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await openLog(streams, context);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      onUnavailable(error);
      await backOff(failures, new AbortController().signal);
    }
  }
};

/** The embedding model in use according to the log; undefined before the first was chosen. */
export const modelInUse = async (store: Pick<EventStore, 'read'>): Promise<EmbeddingModel | undefined> =>
  (await readLog(store)).model;

/** Starts the projection of every read model; they run until the signal aborts. */
export const startProjections = async (
  context: ProjectionsContext,
  { models, ticketIndex: searched, onRebuilding }: Options,
): Promise<Projections> => {
  const goal = await context.store.head();
  const contextOf = (projection: ProjectionName) => {
    const progress = readingTo(goal, (made) => onRebuilding(projection, made));
    return { ...context, progress };
  };
  const chosen = () => modelInUse(context.store);
  const { accounts, collections, uploads, index } = models;
  const begin: ProjectionContext['begin'] = (term) =>
    resumeModelSwitch(
      { ...context, ...term },
      { index, chosen, searched: async () => (await searched.snapshot())?.model },
    );
  const run = <Change>(
    projection: Projection<Change>,
    name: keyof ReadModels,
    model: ReadModel<Change>,
    more = {},
  ) => ({
    running: runProjection(projection, model, { ...contextOf(projection.name), ...more }),
    model,
    fill: filling(projection, (models) => models[name] as ReadModel<Change> | undefined, context),
  });
  const ticketIndex = run(ticketIndexStartingWith(chosen), 'index', index, { begin });
  return summary(
    [
      run(accountsProjection, 'accounts', accounts),
      run(collectionsProjection, 'collections', collections),
      ticketIndex,
      run(uploadsProjection, 'uploads', uploads),
    ],
    ticketIndex.running,
  );
};

/** Counts the events that a projection has read, and reports until it has reached the goal. */
const readingTo = (
  goal: bigint,
  report: (progress: ReadProgress) => void,
): NonNullable<ProjectionContext['progress']> => {
  let events = 0;
  let hasReachedGoal = false;
  return (position, more) => {
    if (hasReachedGoal) return;
    hasReachedGoal = position >= goal;
    events += more;
    report({ position, goal, events });
  };
};

const filling =
  <Change>(
    projection: Projection<Change>,
    modelOf: (models: Partial<ReadModels>) => ReadModel<Change> | undefined,
    context: ProjectionsContext,
  ): ProjectedModel['fill'] =>
  async (models, { goal, progress }) => {
    const generation = await modelOf(models)?.current();
    if (!generation) return;
    const signal = await context.leadership.acquire();
    await catchUp(projection, generation, { context: { ...context, signal }, goal: () => goal, progress });
    signal.throwIfAborted();
  };

const summary = (projected: readonly ProjectedModel[], ticketIndex: RunningProjection): Projections => {
  const all = projected.map(({ running }) => running);
  return {
    projected,
    ticketIndex,
    caughtUp: Promise.all(all.map(({ caughtUp }) => caughtUp)).then(() => undefined),
    stopped: Promise.all(all.map(({ stopped }) => stopped)).then(() => undefined),
    statuses: () => Promise.all(all.map((running) => running.status())),
    waitForPosition: async (names, positions) => {
      const results = await Promise.all(
        all.filter(({ name }) => names.includes(name)).map((running) => running.waitForPosition(positions)),
      );
      const reason = results.find((result) => result.reason !== undefined)?.reason;
      return {
        status: results.every(({ status }) => status === 'reached') ? 'reached' : 'stalled',
        parked: Math.max(0, ...results.map(({ parked }) => parked)),
        ...(reason === undefined ? {} : { reason }),
      };
    },
  };
};
