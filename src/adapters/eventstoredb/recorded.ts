import type { RecordedEvent as StoredEvent } from '@eventstore/db-client';
import type { Fact, Metadata, RecordedEvent } from '../../domain/events.ts';
import { toCurrentShape } from '../../domain/upcasters.ts';

/** The names of our streams (`domain/streams.ts`), for the server's filter and for our own; never those of the system, which begin with `$`. */
export const ourStreams = /^(log$|account-|collection-|ticket-|upload-)/;

/** Servers before 22.6 give this in reads of one stream, where the position is not known. */
const noPosition = 2n ** 63n;

/**
 * Where an event lies in the log, undefined where the server does not say. An event that was not written in a transaction, which no client can
 * begin any more, has one log record of its own, whose place is its commit position and its prepare position: several events of one append
 * have growing positions, and each of them is a place to resume from.
 */
export const positionOf = (event: Pick<StoredEvent, 'position'>): bigint | undefined =>
  event.position && event.position.commit < noPosition ? event.position.commit : undefined;

/** A position as the server wants it. */
export const placeAt = (position: bigint) => ({ commit: position, prepare: position });

/** An event of the server as the domain knows it. */
export const recorded = (event: StoredEvent, position: bigint): RecordedEvent => {
  const fact = toCurrentShape({ type: event.type, data: event.data }) as Fact;
  return {
    ...fact,
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position,
    metadata: event.metadata as Metadata,
  };
};
