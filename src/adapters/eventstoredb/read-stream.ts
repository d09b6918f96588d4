import type { EventStoreDBClient } from '@eventstore/db-client';
import { Unavailable } from '../../domain/errors.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import type { Append } from '../../ports/event-store.ts';
import { append } from './append.ts';
import { reading } from './reading.ts';
import { positionOf, recorded } from './recorded.ts';

/** The events of one stream from its beginning; throws Unavailable. */
export const readStream = async (client: EventStoreDBClient, stream: string): Promise<readonly RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for await (const { event } of reading(client.readStream(stream))) {
    if (!event) continue;
    const position = positionOf(event);
    events.push(position === undefined ? await placed(client, recorded(event, 0n)) : recorded(event, position));
  }
  return events;
};

/**
 * Servers before 22.6 tell positions in reads of the whole log and to those who append. So an event that stands there already is appended
 * again where it stands, which is answered with its position and changes nothing.
 */
const placed = async (client: EventStoreDBClient, event: RecordedEvent): Promise<RecordedEvent> => {
  const { stream, revision } = event;
  const again: Append = { stream, expected: revision === 0 ? 'no stream' : revision - 1, events: [event] };
  const outcome = await append(client, again, () => undefined);
  if (outcome.outcome !== 'appended') throw new Unavailable('EventStoreDB did not answer');
  return { ...event, position: outcome.position };
};
