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
};

/** The changes of one event; none if the projection has no handler for its type. */
export const changesOf = <Change>(projection: Projection<Change>, event: RecordedEvent): readonly Change[] => {
  const handler = projection.on[event.type] as ((event: RecordedEvent) => readonly Change[]) | undefined;
  return handler ? handler(event) : [];
};
