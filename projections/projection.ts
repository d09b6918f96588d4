import type { Fact, RecordedEvent } from '../src/domain/events.ts';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';

/** What a projection makes of each kind of fact: the changes it asks of its read model, from the event alone. */
type Handlers<Change> = {
  readonly [Type in Fact['type']]?: (event: RecordedEvent<Extract<Fact, { type: Type }>>) => readonly Change[];
};

/** A projection is data: it knows neither stores nor time, so that every replay gives the same. */
export type Projection<Change> = {
  readonly name: ProjectionName;
  /** What an empty copy begins with, before the first event. */
  readonly beginning?: () => Promise<readonly Change[]>;
  readonly on: Handlers<Change>;
};

/** The changes one event asks for; none where the projection does not care for its type. */
export const changesOf = <Change>(projection: Projection<Change>, event: RecordedEvent): readonly Change[] => {
  const handler = projection.on[event.type] as ((event: RecordedEvent) => readonly Change[]) | undefined;
  return handler ? handler(event) : [];
};
