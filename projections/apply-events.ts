import type { RecordedEvent } from '../src/domain/events.ts';
import type { EventStore } from '../src/ports/event-store.ts';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import { type Checkpoint, ContentRefused, type Parked, type Generation } from '../src/ports/read-model.ts';
import { changesOf, type Projection } from './projection.ts';

/** The read models were built from another log than the one that is here. */
export class ForeignLog extends Error {}

/** What the projector tells whoever watches it; texts of tickets are never in it. */
export type ProjectorLog = {
  readonly retrying: (projection: ProjectionName, error: unknown) => void;
  readonly parked: (projection: ProjectionName, parked: Parked) => void;
};

/** How long to wait before the nth attempt, in milliseconds; given so that tests need not wait. */
export type Pause = (attempt: number, signal: AbortSignal) => Promise<void>;

export type ProjectorContext = {
  readonly store: EventStore;
  readonly logId: string;
  readonly log: ProjectorLog;
  readonly pause: Pause;
  readonly signal: AbortSignal;
};

const attemptsBeforeParking = 3;

/** Writes events into one copy, in order: a store's failure is retried for ever, a refused event is parked after three lone attempts. */
export const applyEvents = async <Change>(
  projection: Projection<Change>,
  copy: Generation<Change>,
  { events, context }: { readonly events: readonly RecordedEvent[]; readonly context: ProjectorContext },
): Promise<void> => {
  const last = events.at(-1);
  if (!last) return;
  const { logId, log, pause, signal } = context;

  const attempt = async (some: readonly RecordedEvent[], checkpoint: Checkpoint): Promise<void> => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const changes = some.flatMap((event) => projected(projection, event));
        await copy.apply(changes, checkpoint);
        return;
      } catch (error) {
        if (error instanceof ContentRefused) throw error;
        log.retrying(projection.name, error);
        await pause(failures, signal);
      }
    }
  };

  const alone = async (event: RecordedEvent): Promise<void> => {
    const checkpoint = { logId, position: event.position };
    for (let refusals = 1; !signal.aborted; refusals += 1) {
      try {
        await attempt([event], checkpoint);
        return;
      } catch (error) {
        if (!(error instanceof ContentRefused)) throw error;
        if (refusals < attemptsBeforeParking) continue;
        const parked = { position: event.position, errorClass: error.errorClass };
        await untilDone(
          () => copy.park(parked, checkpoint),
          (failure) => log.retrying(projection.name, failure),
          context,
        );
        log.parked(projection.name, parked);
        return;
      }
    }
  };

  try {
    await attempt(events, { logId, position: last.position });
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error;
    for (const event of events) await alone(event);
  }
};

/** A handler that throws has met content it cannot use: the same as a store's refusal of it. */
const projected = <Change>(projection: Projection<Change>, event: RecordedEvent): readonly Change[] => {
  try {
    return changesOf(projection, event);
  } catch (error) {
    throw new ContentRefused(error instanceof Error ? error.name : typeof error);
  }
};

const untilDone = async (
  work: () => Promise<void>,
  failed: (error: unknown) => void,
  { pause, signal }: ProjectorContext,
): Promise<void> => {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await work();
      return;
    } catch (error) {
      failed(error);
      await pause(failures, signal);
    }
  }
};

/** The position a copy holds, undefined where it is empty; throws ForeignLog where it was built from another log. */
export const positionOf = async (
  { name }: Pick<Projection<never>, 'name'>,
  copy: { readonly checkpoint: Generation<never>['checkpoint'] },
  logId: string,
): Promise<bigint | undefined> => {
  const checkpoint = await copy.checkpoint();
  if (checkpoint && checkpoint.logId !== logId) {
    throw new ForeignLog(`The read models of ${name} were built from another event log (${checkpoint.logId})`);
  }
  return checkpoint?.position;
};

/** The same for a copy that is to be written: an empty one is given its beginning. */
export const initialiseCheckpoint = async <Change>(
  projection: Projection<Change>,
  copy: Generation<Change>,
  logId: string,
): Promise<bigint | undefined> => {
  const position = await positionOf(projection, copy, logId);
  if (position !== undefined) return position;
  const beginning = (await projection.beginning?.()) ?? [];
  if (beginning.length === 0) return undefined;
  await copy.apply(beginning, { logId, position: 0n });
  return 0n;
};
