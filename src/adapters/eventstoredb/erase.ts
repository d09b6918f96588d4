import { type EventStoreDBClient, StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { Unavailable } from '../../domain/errors.ts';
import { patience, within } from './within.ts';

/** Deletes a stream softly: gone for readers at once, its events leave the disk with the next scavenge. One that does not exist is no error; throws Unavailable. */
export const erase = async (client: EventStoreDBClient, stream: string): Promise<void> => {
  try {
    await within(client.deleteStream(stream, { deadline: patience }));
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return;
    throw new Unavailable('EventStoreDB did not answer');
  }
};
