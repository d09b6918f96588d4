import {
  type EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { Append, AppendOutcome } from '../../ports/event-store.ts';
import { positionOf } from './recorded.ts';
import { patience, within } from './within.ts';

/**
 * Appends once and tells what became of it; `failed` hears why that is not known. The expectation is always explicit, so that the server
 * answers a repeat with the position at which the last event was written first. Throws for an append that is too large for the server.
 */
export const append = async (
  client: EventStoreDBClient,
  { stream, expected, events }: Append,
  failed: (error: unknown) => void,
): Promise<AppendOutcome> => {
  const data = events.map(({ id, type, data, metadata }) => jsonEvent({ id, type, data: data, metadata }));
  const expectedRevision = expected === 'no stream' ? NO_STREAM : BigInt(expected);
  try {
    const result = await within(client.appendToStream(stream, data, { expectedRevision, deadline: patience }));
    if (!result.success) return { outcome: 'conflict' };
    // The server knows no position of what was erased since it was written: then there is nothing to wait for.
    return { outcome: 'appended', position: positionOf(result) ?? 0n };
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return { outcome: 'conflict' };
    if (error instanceof MaxAppendSizeExceededError) throw error;
    failed(error);
    return { outcome: 'unknown' };
  }
};
