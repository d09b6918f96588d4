import type { NewEvent, RecordedEvent } from '../domain/events.ts';

/** An append to one stream, all of its events or none; `expected` is the last revision that was read, or that the stream does not exist. */
export type Append = {
  readonly stream: string;
  readonly expected: 'no stream' | number;
  readonly events: readonly NewEvent[];
};

/**
 * `position` is that of the last event; a repeat with the same event ids returns the original one. `conflict`: the stream is not at the
 * expected revision. `unknown`: it may or may not have been written; repeat it with the same event ids. `reason` names the log and what it
 * failed of, `failingForMs` is how long every append has failed.
 */
export type AppendOutcome =
  | { readonly outcome: 'appended'; readonly position: bigint }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'unknown'; readonly reason?: string; readonly failingForMs?: number };

/**
 * A part of a stream, in one direction: from a revision on, which it includes, or without one from the stream's beginning or end. It has fewer events than
 * `limit` where they are large, but at least one, unless the stream has none there.
 */
export type StreamPage = {
  readonly direction: 'forwards' | 'backwards';
  readonly from?: number | undefined;
  readonly limit: number;
};

/** A page ends with the event in which its data has so many characters: some milliseconds to read. */
export const pageCharacters = 250_000;

/** An event without its data. */
export type EventHeader = Pick<RecordedEvent, 'id' | 'type' | 'stream' | 'revision' | 'position' | 'metadata'>;

/** Events in log order. `caughtUp`: the log had nothing newer when the batch was read; the batch may then be empty. */
export type EventBatch = { readonly events: readonly RecordedEvent[]; readonly caughtUp: boolean };

/** A stream and a revision of it. */
export type StreamVersion = { readonly stream: string; readonly revision: number };

/**
 * The event log. Appends to one stream, of one call or one after the other, are written in their order. Nothing is promised across streams: neither
 * atomicity nor, for appends that are sent side by side (also in one call), an order. Only an append that is sent after the outcome of another is
 * known has a higher position.
 */
export type EventStore = {
  /** Resolves once the appends are durable, with the outcome of each at its index. */
  readonly appendAll: (appends: readonly Append[]) => Promise<readonly AppendOutcome[]>;
  /** Returns all events of a stream; empty if it does not exist. */
  readonly read: (stream: string) => Promise<readonly RecordedEvent[]>;
  /** Returns a part of a stream whose length and size have no bound, such as a ticket's; empty if it does not exist. */
  readonly readPage: (stream: string, page: StreamPage) => Promise<readonly RecordedEvent[]>;
  /** Returns such a part without the data of its events, which a log of this process does not read. */
  readonly readHeaders: (stream: string, page: StreamPage) => Promise<readonly EventHeader[]>;
  /**
   * Deletes streams with their events, for good: their names are not used again. A later append to one is a conflict or, where the log keeps nothing of
   * it, an append to a new stream; with `reserved` it is a conflict everywhere. A stream that does not exist is no error. Resolves with how many of
   * them it has ended: none if all had been erased before; a stream that never existed may count.
   */
  readonly erase: (streams: readonly string[], names?: 'reserved') => Promise<number>;
  /** Erases streams that are still at the revision that was read, with their names reserved; returns the others, which are to be read again. */
  readonly eraseUnchanged: (streams: readonly StreamVersion[]) => Promise<readonly string[]>;
  /** Removes the events of streams before a revision, for good; each stream goes on from there, under the same name. A repeat is no error. */
  readonly truncate: (streams: readonly StreamVersion[]) => Promise<void>;
  /** Yields all events after a position (from the beginning without one), then new ones as they arrive, until the signal aborts. */
  readonly subscribe: (after: bigint | undefined, signal: AbortSignal) => AsyncIterable<EventBatch>;
};

/** How a scan of the whole log reports its progress, counted from where it begins, and is aborted. */
export type LogScan = {
  readonly progress: (progress: ReadProgress) => void;
  readonly signal: AbortSignal;
};

/** What erased streams have left in a log that removes their events later than `erase`: EventStoreDB, with a scavenge. */
export type ErasedEvents = {
  /**
   * `held`: events of erased streams that the log still holds, until the next scavenge. `softlyDeleted`: streams that an earlier version has erased in a
   * way that keeps their last event through every scavenge.
   */
  readonly inspect: (scan: LogScan) => Promise<{ readonly held: number; readonly softlyDeleted: number }>;
  /** How many of these positions still give an event that is no tombstone, at most as many as `limit`. */
  readonly heldAt: (positions: readonly string[], limit: number) => Promise<number>;
  /** Erases the latter as `erase` does; returns their number. If it is interrupted, a repeat continues. */
  readonly complete: (scan: LogScan) => Promise<number>;
};

/** The lag of a reader: the number of events after its position, counted up to 1 000, and the time of the first of them (ISO 8601). */
export type Backlog = { readonly events: number; readonly since: string | undefined };

/** Progress of the log. Never wait for these positions: they may be those of other applications' events. */
export type LogProgress = {
  /** A position at or after the newest event. */
  readonly head: () => Promise<bigint>;
  readonly behind: (after: bigint) => Promise<Backlog>;
  /** Resolves if the log can be used; rejects with LogUnavailable, which names the reason. */
  readonly probe: () => Promise<void>;
};

/** How far a reader of the log has come towards a goal: positions, of which a store may skip any number, and the events that it has read. */
export type ReadProgress = { readonly position: bigint; readonly goal: bigint; readonly events: number };

/** The part of the event store that commands use. */
export type Streams = Pick<EventStore, 'appendAll' | 'read' | 'readPage' | 'readHeaders'>;
