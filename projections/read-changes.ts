import type { ProjectorContext } from './apply-events.ts';
import { type ChangesBatch, eventChanges, type Projection } from './projection.ts';

type Reading = Pick<ProjectorContext, 'store' | 'ahead' | 'signal'>;

/** Yields what all events after a position change (from the beginning without one), then new ones as they arrive, until the signal aborts. */
export async function* readChanges<Change>(
  projection: Projection<Change>,
  after: bigint | undefined,
  { store, ahead, signal }: Reading,
): AsyncGenerator<ChangesBatch<Change>, void> {
  let position = after;
  for await (const batch of ahead?.(projection.name, position ?? 0n, signal) ?? []) {
    position = batch.events.at(-1)?.position ?? position;
    yield batch as ChangesBatch<Change>;
  }
  for await (const { events, caughtUp } of store.subscribe(position, signal))
    yield { events: events.map((event) => eventChanges(projection, event)), caughtUp };
}
