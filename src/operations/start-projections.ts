import type { CommandContext } from '../commands/command-handler.ts';
import { openLog, readLog } from '../commands/open-log.ts';
import { ReadModelsDamaged, Unavailable } from '../domain/errors.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { AccountChange } from '../ports/accounts.ts';
import type { CollectionChange } from '../ports/collections.ts';
import type { EventStore, LogProgress, ReadProgress, Streams } from '../ports/event-store.ts';
import { type Checkpoint, type ReadModel, resetReadModel } from '../ports/read-model.ts';
import type { ProjectionName, ReadYourWrites } from '../ports/read-your-writes.ts';
import type { TicketIndex, TicketIndexModel } from '../ports/ticket-index.ts';
import type { QuestionChange } from '../ports/questions.ts';
import type { UploadChange } from '../ports/uploads.ts';
import { accountsProjection } from '../../projections/accounts.ts';
import { positionOf, type ProjectorContext } from '../../projections/apply-events.ts';
import type { ProjectionContext } from '../../projections/leader-and-follower.ts';
import type { Projection } from '../../projections/projection.ts';
import { backOff } from '../../projections/retry.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import type { Leadership } from '../../projections/leadership.ts';
import { type ProjectionStatus, runProjection, type RunningProjection } from '../../projections/projector.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { resumeModelSwitch, ticketIndexStartingWith } from './resume-model-switch.ts';

export type ReadModels = {
  readonly accounts: ReadModel<AccountChange>;
  readonly collections: ReadModel<CollectionChange>;
  readonly uploads: ReadModel<UploadChange>;
  readonly questions: ReadModel<QuestionChange>;
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
};

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

/** Throws ForeignLog or LogLostEvents if read models with this checkpoint were built from another log, or from events that this one has lost. */
export const requireLogOf = async (
  { store, logId, signal }: Pick<ProjectionsContext, 'store' | 'logId' | 'signal'>,
  checkpoint: Checkpoint | undefined,
): Promise<void> => {
  if (!checkpoint) return;
  const readModels = { checkpoint: () => Promise.resolve(checkpoint) };
  const position = await positionOf({ name: 'views.db' }, readModels, logId);
  // A log refuses to be read from beyond its end.
  for await (const _batch of store.subscribe(position ?? 0n, signal)) break;
};

type Replacing = {
  readonly onReplaced: (name: ProjectionName, error: unknown) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** Repairs what keeps the service from starting: a damaged read model is replaced by an empty one. After the start it is the operator who decides. */
export const replacingDamaged =
  ({ index, ...rows }: ReadModels, { onReplaced, warn }: Replacing) =>
  (name: ProjectionName, error: unknown): void => {
    if (!(error instanceof ReadModelsDamaged)) return;
    resetReadModel(name === 'ticket-index' ? index : rows[name]).then(
      () => onReplaced(name, error),
      (failure: unknown) => warn('a damaged read model cannot be replaced', { error: reasonOf(failure) }),
    );
  };

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
  const { accounts, collections, uploads, questions, index } = models;
  const begin: ProjectionContext['begin'] = (term) =>
    resumeModelSwitch(
      { ...context, ...term },
      { index, chosen, searched: async () => (await searched.snapshot())?.model },
    );
  const run = <Change>(projection: Projection<Change>, model: ReadModel<Change>, more = {}) => ({
    running: runProjection(projection, model, { ...contextOf(projection.name), ...more }),
    model,
  });
  const ticketIndex = run(ticketIndexStartingWith(chosen), index, { begin });
  return summary(
    [
      run(accountsProjection, accounts),
      run(collectionsProjection, collections),
      ticketIndex,
      run(uploadsProjection, uploads),
      run(questionsProjection, questions),
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
