import { EventStoreDBClient } from '@eventstore/db-client';

/** What is put in place of parts of the client that could end the process. */
type Guarded = {
  readonly supports: () => Promise<boolean>;
  readonly handleError: (client: unknown, error: unknown) => Promise<void>;
};

/**
 * A client of the server that a connection string names. Throws, without the string, where it cannot be read.
 *
 * Each append is a call of its own. The client's other way, one shared stream for all appends (`supports`), ignores deadlines and throws outside
 * of every promise when an answer comes after a lost connection.
 */
export const connect = (url: string): EventStoreDBClient => {
  const client = readable(url);
  const { handleError } = client as unknown as Guarded;
  const guarded: Guarded = {
    supports: () => Promise.resolve(false),
    // Nobody awaits it, and it rejects where the nodes of a cluster cannot be found.
    handleError: (failed, error) => handleError(failed, error).catch(() => undefined),
  };
  return Object.assign(client, guarded);
};

const readable = (url: string): EventStoreDBClient => {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    // The client's own message quotes the string, password and all.
    throw new Error('EVENTSTORE_URL is no connection string of EventStoreDB');
  }
};
