import { ReadModelsDamaged } from '../src/domain/errors.ts';
import type { EventStore } from '../src/ports/event-store.ts';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import {
  type Advance,
  CheckpointBehind,
  ContentRefused,
  type Generation,
  type Parked,
} from '../src/ports/read-model.ts';
import type { EventChanges, Projection, ReadAhead } from './projection.ts';
import { type Pause, retryUntilDone } from './retry.ts';

/** The read models were built from another log. */
export class ForeignLog extends Error {}

/** Failures of projections, for the service's log; without texts of tickets. */
export type ProjectorLog = {
  readonly retrying: (projection: ProjectionName, error: unknown) => void;
  readonly parked: (projection: ProjectionName, parked: Parked) => void;
  /** The log is damaged: the projection has ended. */
  readonly stopped: (projection: ProjectionName, error: unknown) => void;
};

export type ProjectorContext = {
  readonly store: EventStore;
  /** Reads for projections that are far behind, in another thread if there is one. */
  readonly ahead?: ReadAhead | undefined;
  readonly logId: string;
  readonly log: ProjectorLog;
  readonly pause: Pause;
  readonly signal: AbortSignal;
};

type Batch<Change> = {
  readonly events: readonly EventChanges<Change>[];
  /** The position that the generation has been given before; undefined if it was empty. */
  readonly after: bigint | undefined;
  readonly context: ProjectorContext;
};

/**
 * Applies events to a generation in order. Failures of the store are retried until the signal aborts; a refused event is parked. Throws CheckpointBehind
 * if the generation has lost what it had been given.
 */
export const applyEvents = async <Change>(
  projection: Projection<Change>,
  generation: Generation<Change>,
  batch: Batch<Change>,
): Promise<void> => {
  if (batch.events.length === 0) return;
  try {
    await applyBatch(projection, generation, batch);
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error;
    let { after } = batch;
    for (const event of batch.events) {
      await applyOrPark(projection, generation, { ...batch, events: [event], after });
      after = event.position;
    }
  }
};

/** Throws ContentRefused, CheckpointBehind and ReadModelsDamaged. */
const applyBatch = async <Change>(
  projection: Projection<Change>,
  generation: Generation<Change>,
  batch: Batch<Change>,
): Promise<void> => {
  const { events, context } = batch;
  const apply = async () => {
    const changes = events.flatMap(changesOrRefusal);
    await generation.apply(changes, advanceOf(batch));
  };
  const failed = (error: unknown) => {
    if (error instanceof ContentRefused || isLost(error)) throw error;
    context.log.retrying(projection.name, error);
  };
  await retryUntilDone(apply, { ...context, failed });
};

/** A damaged generation is replaced: a batch must not hold on to it. Lost changes belong before it. */
const isLost = (error: unknown): boolean => error instanceof ReadModelsDamaged || error instanceof CheckpointBehind;

const attemptsBeforeParking = 3;

const applyOrPark = async <Change>(
  projection: Projection<Change>,
  generation: Generation<Change>,
  batch: Batch<Change>,
): Promise<void> => {
  const { context } = batch;
  const { log, signal } = context;
  for (let attempts = 1; !signal.aborted; attempts += 1) {
    try {
      await applyBatch(projection, generation, batch);
      return;
    } catch (error) {
      if (!(error instanceof ContentRefused)) throw error;
      if (attempts < attemptsBeforeParking) continue;
      const to = advanceOf(batch);
      const parked = { position: to.position, errorClass: error.errorClass };
      const failed = (failure: unknown) => {
        if (isLost(failure)) throw failure;
        log.retrying(projection.name, failure);
      };
      await retryUntilDone(() => generation.park(parked, to), { ...context, failed });
      log.parked(projection.name, parked);
      return;
    }
  }
};

const advanceOf = ({ events, after, context: { logId } }: Batch<unknown>): Advance => ({
  logId,
  after,
  position: events.at(-1)?.position ?? 0n,
});

const changesOrRefusal = <Change>(event: EventChanges<Change>): readonly Change[] => {
  if ('refused' in event) throw new ContentRefused(event.refused);
  return event.changes;
};

/** The position of a generation, undefined if it is empty; throws ForeignLog if it was built from another log. */
export const positionOf = async (
  { name }: { readonly name: string },
  generation: Pick<Generation<never>, 'checkpoint'>,
  logId: string,
): Promise<bigint | undefined> => {
  const checkpoint = await generation.checkpoint();
  if (checkpoint && checkpoint.logId !== logId) {
    throw new ForeignLog(`The read models of ${name} were built from another event log (${checkpoint.logId})`);
  }
  return checkpoint?.position;
};

/** The position of a generation before it is written; an empty one gets the projection's first changes. */
export const initialiseCheckpoint = async <Change>(
  projection: Projection<Change>,
  generation: Generation<Change>,
  logId: string,
): Promise<bigint | undefined> => {
  const position = await positionOf(projection, generation, logId);
  if (position !== undefined) return position;
  const beginning = (await projection.beginning?.()) ?? [];
  if (beginning.length === 0) return undefined;
  await generation.apply(beginning, { logId, position: 0n });
  return 0n;
};
