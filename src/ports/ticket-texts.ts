import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '../domain/events.ts';
import type {
  Corrector,
  TicketCorrected,
  TicketReembedded,
  TicketStored,
  TicketStoredAgain,
} from '../domain/ticket-events.ts';
import { correctorOf, updateOf } from '../domain/ticket-undo.ts';
import type { EventHeader, StreamPage, Streams } from './event-store.ts';
import { eventsOfPage } from './stream-events.ts';

type Reads = Pick<Streams, 'readPage'>;

/** An event with the texts of its ticket. */
export type TextsEvent = RecordedEvent<TicketStored | TicketStoredAgain | TicketCorrected | TicketReembedded>;

/** The events with texts from one of a ticket's stream back, by default from the newest. Events between them are not read, unless they are of an earlier version. */
export const textsBackwards = (streams: Reads, stream: string, first?: number): AsyncGenerator<TextsEvent> =>
  backwards((page) => streams.readPage(stream, page), first) as AsyncGenerator<TextsEvent>;

/** The same without the texts. */
export const textHeadersBackwards = (
  streams: Pick<Streams, 'readHeaders'>,
  stream: string,
  first?: number,
): AsyncGenerator<EventHeader> => backwards((page) => streams.readHeaders(stream, page), first);

async function* backwards<Event extends EventHeader>(
  read: (page: StreamPage) => Promise<readonly Event[]>,
  first: number | undefined,
): AsyncGenerator<Event, void> {
  let limit = 1;
  for (let from = first; from === undefined || from >= 0;) {
    const page = await read({ direction: 'backwards', from, limit });
    if (page.length === 0) return;
    for (const event of page) {
      if (isWithTexts(event)) yield event;
      const { revision, metadata } = event;
      from = isWithTexts(event) ? revision - 1 : (metadata.ticket?.content ?? revision - 1);
      limit = metadata.ticket ? 1 : eventsOfPage;
      if (metadata.ticket) break;
    }
    await setImmediate();
  }
}

/** Who has given a ticket its texts since it was stored. `content`: the event with them, which may repeat them with the vector of another model. */
export const readCorrector = async (
  streams: Pick<Streams, 'readHeaders'>,
  stream: string,
  content: number,
): Promise<Corrector | null> => {
  for await (const event of textHeadersBackwards(streams, stream, content))
    if (event.type !== 'TicketReembedded') return correctorOf(event);
  return null;
};

/** Events with texts that are read back for what an upload has brought: a ticket that has more is as if no person had corrected it. */
const maxTexts = 10;

/**
 * What the last upload gave a ticket in place of which a person has given it other texts; undefined if no person has. An upload whose update was taken back has
 * given nothing. `content`: as in `readCorrector`.
 */
export const readUploadedBefore = async (
  streams: Reads,
  stream: string,
  content: number,
): Promise<TextsEvent['data'] | undefined> => {
  const undone = new Set<string>();
  let isCorrected = false;
  let count = 0;
  for await (const event of textsBackwards(streams, stream, content)) {
    if ((count += 1) > maxTexts) return undefined;
    if (event.type === 'TicketReembedded') continue;
    const { undoneUpload } = event.metadata;
    if (undoneUpload !== undefined) undone.add(undoneUpload);
    const isTakenBack = undone.has(updateOf(event.metadata)?.uploadId ?? '');
    if (correctorOf(event) === 'person') isCorrected = true;
    else if (!isTakenBack) return isCorrected ? event.data : undefined;
  }
  return undefined;
};

const typesWithTexts: Readonly<Record<TextsEvent['type'], true>> = {
  ...{ TicketStored: true, TicketStoredAgain: true, TicketCorrected: true, TicketReembedded: true },
};

const isWithTexts = ({ type }: EventHeader): boolean => Object.hasOwn(typesWithTexts, type);
