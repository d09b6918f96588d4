import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '../domain/events.ts';
import type {
  Corrector,
  TicketCorrected,
  TicketReembedded,
  TicketStored,
  TicketStoredAgain,
} from '../domain/ticket-events.ts';
import { correctorOf } from '../domain/ticket-undo.ts';
import type { Streams } from './event-store.ts';
import { eventsOfPage } from './stream-events.ts';

type Reads = Pick<Streams, 'readPage'>;

/** An event with the texts of its ticket. */
export type TextsEvent = RecordedEvent<TicketStored | TicketStoredAgain | TicketCorrected | TicketReembedded>;

/** The events with texts from one of a ticket's stream back, by default from the newest. Events between them are not read, unless they are of an earlier version. */
export async function* textsBackwards(
  streams: Reads,
  stream: string,
  first?: number,
): AsyncGenerator<TextsEvent, void> {
  let limit = 1;
  for (let from = first; from === undefined || from >= 0;) {
    const page = await streams.readPage(stream, { direction: 'backwards', from, limit });
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
export const readCorrector = async (streams: Reads, stream: string, content: number): Promise<Corrector | null> => {
  for await (const event of textsBackwards(streams, stream, content))
    if (event.type !== 'TicketReembedded') return correctorOf(event);
  return null;
};

const isWithTexts = (event: RecordedEvent): event is TextsEvent => 'vector' in event.data;
