import { setImmediate } from 'node:timers/promises';
import { type Decider, decisive, decisiveBackwards, type Subjects } from '../domain/decider.ts';
import type { Fact, NewEvent, RecordedEvent } from '../domain/events.ts';
import type { Streams } from './event-store.ts';
import { eventsOf, eventsOfPage } from './stream-events.ts';

/** Of a decider. */
type WithSubjects<Event> = Pick<Decider<never, unknown, Event>, 'subjects'>;

/** An event of a stream as far as its successors name it. */
export type PastEvent = Pick<RecordedEvent, 'type' | 'data' | 'revision'>;

/**
 * Events of a stream that say what its state is, in their order, the newest one among them: those that this names if the stream may be long, else all. One of
 * earlier versions names none: from there the stream is read back, a page at a time, and only these are kept.
 */
export const readDecisive = async <Event>(
  streams: Pick<Streams, 'read' | 'readPage'>,
  stream: string,
  { subjects }: WithSubjects<Event>,
): Promise<readonly RecordedEvent[]> => {
  if (!subjects) return streams.read(stream);
  const look = decisiveBackwards(subjectsOf(subjects));
  const newestFirst: RecordedEvent[] = [];
  let from: number | undefined;
  for (let limit = 1; ; limit = eventsOfPage) {
    const page = await streams.readPage(stream, { direction: 'backwards', from, limit });
    for (const event of page) {
      const { isDecisive, isFirst } = look(event);
      if (isDecisive || newestFirst.length === 0) newestFirst.push(event);
      if (isFirst) return newestFirst.reverse();
      const { earlier } = event.metadata;
      if (earlier) return [...(await eventsAt(streams, stream, earlier)), ...newestFirst.reverse()];
    }
    const oldest = page.at(-1)?.revision ?? 0;
    if (oldest === 0) return newestFirst.reverse();
    from = oldest - 1;
    // A log of the same thread answers at once.
    if (limit > 1) await setImmediate();
  }
};

/** The events of some revisions, without those that were removed. */
const eventsAt = async (
  streams: Pick<Streams, 'readPage'>,
  stream: string,
  revisions: readonly number[],
): Promise<readonly RecordedEvent[]> => {
  const read = async ({ first, last }: Run): Promise<readonly RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    for await (const event of eventsOf(streams, stream, { from: first, limit: last - first + 1 })) {
      if (event.revision <= last) events.push(event);
      if (event.revision >= last) break;
    }
    return events;
  };
  return (await Promise.all(runsOf(revisions).map(read))).flat();
};

type Run = { readonly first: number; readonly last: number };

/** Revisions that follow each other are read at once. */
const runsOf = (revisions: readonly number[]): readonly Run[] => {
  const runs: Run[] = [];
  for (const revision of revisions) {
    const before = runs.at(-1);
    if (before?.last === revision - 1) runs[runs.length - 1] = { ...before, last: revision };
    else runs.push({ first: revision, last: revision });
  }
  return runs;
};

/** New events for the end of a stream of which some were read: each says in its metadata which of those before it are decisive. */
export const namingEarlier = <Event extends Fact>(
  past: readonly PastEvent[],
  events: readonly NewEvent[],
  { subjects }: WithSubjects<Event>,
): readonly NewEvent[] => {
  if (!subjects) return events;
  const before = [...past];
  return events.map((event) => {
    const last = before.at(-1);
    const earlier = last && decisive(before, subjectsOf(subjects)).map(({ revision }) => revision);
    before.push({ ...event, revision: last ? last.revision + 1 : 0 });
    return earlier ? { ...event, metadata: { ...event.metadata, earlier } } : event;
  });
};

/** Of events that were read or appended those that a later one has to name, and the newest. */
export const shortened = <Event extends Fact, Past extends PastEvent>(
  past: readonly Past[],
  { subjects }: WithSubjects<Event>,
): readonly Past[] => {
  const last = past.at(-1);
  if (!subjects || !last) return past;
  const some = decisive<Past>(past, subjectsOf(subjects));
  return some.at(-1) === last ? some : [...some, last];
};

const subjectsOf =
  <Event>(subjects: (event: Event) => Subjects) =>
  (event: PastEvent): Subjects =>
    subjects(event as unknown as Event);
