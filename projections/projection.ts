import type { Fact, RecordedEvent } from '../src/domain/events.ts';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';

/** For each type of event the changes of the read model, derived from the event alone. */
type Handlers<Change> = {
  readonly [Type in Fact['type']]?: (event: RecordedEvent<Extract<Fact, { type: Type }>>) => readonly Change[];
};

/** A projection is data without stores or time, so that every replay gives the same read model. */
export type Projection<Change> = {
  readonly name: ProjectionName;
  /** The changes that an empty generation gets before the first event. */
  readonly beginning?: () => Promise<readonly Change[]>;
  readonly on: Handlers<Change>;
  /** Adds to a change what a store would find in it by long work, for a thread that has the time; the change remains the same. */
  readonly prepare?: (change: Change) => Change;
};

/** What the event at a position changes, or the class of the error that it is refused for. */
export type EventChanges<Change> = { readonly position: bigint } & (
  | { readonly changes: readonly Change[] }
  | { readonly refused: string }
);

/** Events in log order; `caughtUp`: the log had nothing newer. */
export type ChangesBatch<Change> = { readonly events: readonly EventChanges<Change>[]; readonly caughtUp: boolean };

/**
 * The changes of a projection after a position, read and derived in another thread. Ends near the end of the log (at once if the projection is not far behind),
 * and if that thread fails.
 */
export type ReadAhead = (
  projection: ProjectionName,
  after: bigint,
  signal: AbortSignal,
) => AsyncIterable<ChangesBatch<unknown>>;

/** The changes of one event; none if the projection has no handler for its type. */
export const changesOf = <Change>(projection: Projection<Change>, event: RecordedEvent): readonly Change[] => {
  const handler = projection.on[event.type] as ((event: RecordedEvent) => readonly Change[]) | undefined;
  return handler ? handler(event) : [];
};

/** The changes of one event. An error of a handler is treated like a refusal by the store: the event's content cannot be projected. */
export const eventChanges = <Change>(projection: Projection<Change>, event: RecordedEvent): EventChanges<Change> => {
  const { position } = event;
  try {
    return { position, changes: changesOf(projection, event) };
  } catch (error) {
    return { position, refused: error instanceof Error ? error.name : typeof error };
  }
};
