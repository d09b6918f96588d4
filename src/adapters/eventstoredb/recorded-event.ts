import type { RecordedEvent as StoredEvent } from '@eventstore/db-client';
import type { Fact, Metadata, RecordedEvent } from '../../domain/events.ts';
import { toCurrentShape } from '../../domain/upcasters.ts';

/** Matches the names of this application's streams (`domain/streams.ts`); system streams begin with `$`. */
export const ownStreams = /^(log$|account-|collection-|ticket-|upload-|erasure-|question-|gap-|retention$)/;

/** Servers before 22.6 send this in reads of one stream, because they do not know the position there. */
const unknownPosition = 2n ** 63n;

/**
 * Returns an event's position in the log; undefined if the server did not send it. Outside of transactions, which clients can no longer
 * begin, each event has a log record of its own, and its commit and prepare positions are equal: the events of one append have growing
 * positions, and reading can resume after each of them.
 */
export const positionOf = (event: Pick<StoredEvent, 'position'>): bigint | undefined =>
  event.position && event.position.commit < unknownPosition ? event.position.commit : undefined;

/** Converts a position to the server's form. */
export const serverPosition = (position: bigint) => ({ commit: position, prepare: position });

/** The type of the event that ends an erased stream. It has neither data nor metadata. */
export const tombstoneType = '$streamDeleted';

/**
 * Converts an event of the server to the domain's form. A tombstone keeps its type, which no projection handles, so that checkpoints move past it: a
 * deletion of a collection leaves as many as the collection had tickets.
 */
export const recorded = (event: StoredEvent, position: bigint): RecordedEvent => {
  const fact = toCurrentShape({ type: event.type, data: event.data }) as Fact;
  const isTombstone = event.type === tombstoneType;
  return {
    ...fact,
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position,
    metadata: isTombstone ? { at: event.created.toISOString(), commandId: event.id } : (event.metadata as Metadata),
  };
};

/** The characters of an event's data, for limits of memory: the server sends no sizes. */
export const charactersOf = ({ data }: RecordedEvent): number => charactersIn(data);

const charactersIn = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let characters = 0;
  for (const one of Object.values(value)) characters += charactersIn(one);
  return characters;
};
