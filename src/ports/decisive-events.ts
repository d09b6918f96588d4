import { type Decider, decisive, type Subjects } from '../domain/decider.ts';
import type { Fact, RecordedEvent } from '../domain/events.ts';
import type { Streams } from './event-store.ts';

/** Of a decider. */
type WithSubjects<Event> = Pick<Decider<never, unknown, Event>, 'subjects'>;

/** Events of a stream that say what its state is, in their order, the newest one among them: those that this names if the stream may be long, else all. */
export const readDecisive = async <Event>(
  streams: Pick<Streams, 'read' | 'readPage'>,
  stream: string,
  { subjects }: WithSubjects<Event>,
): Promise<readonly RecordedEvent[]> => {
  if (!subjects) return streams.read(stream);
  const [last] = await streams.readPage(stream, { direction: 'backwards', from: undefined, limit: 1 });
  // Events of earlier versions name none.
  if (!last?.metadata.earlier) return last ? streams.read(stream) : [];
  const pages = await Promise.all(
    last.metadata.earlier.map((from) => streams.readPage(stream, { direction: 'forwards', from, limit: 1 })),
  );
  return [...pages.flat(), last];
};

/** What the metadata of the event that comes after these says of them. */
export const earlierOf = <Event extends Fact>(
  past: readonly RecordedEvent[],
  { subjects }: WithSubjects<Event>,
): { readonly earlier?: readonly number[] } => {
  if (!subjects || past.length === 0) return {};
  const subjectsOf = (event: RecordedEvent): Subjects => subjects(event as unknown as Event);
  return { earlier: decisive(past, subjectsOf).map(({ revision }) => revision) };
};
