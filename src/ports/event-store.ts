import type { NewEvent, RecordedEvent } from '../domain/events.ts';

/** One append to one stream, all of its events or none; `expected` is the last revision that was read, or that the stream does not exist. */
export type Append = {
  readonly stream: string;
  readonly expected: 'no stream' | number;
  readonly events: readonly NewEvent[];
};

/**
 * What became of an append. `position` is that of its last event; a repeat with the same event ids gives the original position.
 * `conflict`: the stream is not at the expected revision. `unknown`: it may or may not be written; repeat it with the same event ids.
 */
export type AppendOutcome =
  | { readonly outcome: 'appended'; readonly position: bigint }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'unknown' };

/** Events in the order of the log. `caughtUp`: nothing newer was in the log when the batch was read (the batch may be empty then). */
export type EventBatch = { readonly events: readonly RecordedEvent[]; readonly caughtUp: boolean };

/** The log of facts: the only truth. No atomicity across streams is promised. */
export type EventStore = {
  /** Durable when it resolves; one outcome for each append, in their order. */
  readonly appendAll: (appends: readonly Append[]) => Promise<readonly AppendOutcome[]>;
  /** The events of one stream from its beginning; empty where there is none. */
  readonly read: (stream: string) => Promise<readonly RecordedEvent[]>;
  /** Removes the contents of whole streams; a stream that does not exist is no error. */
  readonly erase: (streams: readonly string[]) => Promise<void>;
  /** All events after a position (from the beginning without one), then the new ones as they come, until the signal aborts. */
  readonly subscribe: (after: bigint | undefined, signal: AbortSignal) => AsyncIterable<EventBatch>;
};

/** How far behind the log somebody is: our events after a position, counted up to 1 000, and the time of the first of them. */
export type Behind = { readonly events: number; readonly since: string | undefined };

/** Where the log stands, for those who show progress; never to be waited for. */
export type LogProgress = {
  /** At or after the position of the newest event. */
  readonly head: () => Promise<bigint>;
  readonly behind: (after: bigint) => Promise<Behind>;
};

/** What commands need of the log. */
export type Streams = Pick<EventStore, 'appendAll' | 'read'>;
