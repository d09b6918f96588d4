import type { Fact, RecordedEvent } from '../../src/domain/events.ts';
import type { Generation } from '../../src/ports/read-model.ts';
import { changesOf, type Projection } from '../../projections/projection.ts';
import { newEvent } from './events.ts';

/** Numbers facts as a log would. */
export const recorded = (facts: readonly Fact[]): readonly RecordedEvent[] =>
  facts.map((fact, index) => ({ ...newEvent(fact), stream: 'any', revision: 0, position: BigInt(index + 1) }));

/** Applies events to a copy as a projector does: their changes, then the position of the last. */
export const applyRecorded =
  <Change>(projection: Projection<Change>, copy: Generation<Change>) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    const last = events.at(-1);
    if (!last) return;
    const changes = events.flatMap((event) => changesOf(projection, event));
    await copy.apply(changes, { logId: 'log', position: last.position });
  };
