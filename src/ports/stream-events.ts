import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '../domain/events.ts';
import type { EventHeader, StreamPage, Streams } from './event-store.ts';

type Reads = Pick<Streams, 'readPage'>;

/** Events of one read. */
export const eventsOfPage = 100;

/** The events of a stream from one on, by default all, read a page at a time: a log of the same thread answers at once, so that others have their turn between two. */
export const eventsOf = (streams: Reads, stream: string, part?: Partial<StreamPage>): AsyncGenerator<RecordedEvent> =>
  inPages((page) => streams.readPage(stream, page), part);

/** The same without their data. */
export const headersOf = (
  streams: Pick<Streams, 'readHeaders'>,
  stream: string,
  part?: Partial<StreamPage>,
): AsyncGenerator<EventHeader> => inPages((page) => streams.readHeaders(stream, page), part);

async function* inPages<Event extends EventHeader>(
  read: (page: StreamPage) => Promise<readonly Event[]>,
  { direction = 'forwards', from: first, limit = eventsOfPage }: Partial<StreamPage> = {},
): AsyncGenerator<Event, void> {
  const step = direction === 'forwards' ? 1 : -1;
  for (let from = first; ;) {
    const page = await read({ direction, from, limit });
    yield* page;
    const last = page.at(-1);
    if (!last || last.revision + step < 0) return;
    from = last.revision + step;
    await setImmediate();
  }
}

/** Whether an event of a stream is as asked, of those after a position of the log: it is read back to there. */
export const hasEventAfter = async (
  streams: Reads,
  stream: string,
  { position, isWanted }: { readonly position: bigint; readonly isWanted: (event: RecordedEvent) => boolean },
): Promise<boolean> => {
  for await (const event of eventsOf(streams, stream, { direction: 'backwards' })) {
    if (event.position <= position) return false;
    if (isWanted(event)) return true;
  }
  return false;
};
