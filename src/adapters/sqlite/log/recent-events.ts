import type { RecordedEvent } from '../../../domain/events.ts';
import type { EventBatch } from '../../../ports/event-store.ts';

/** The cache holds some thousand tickets. */
const maxCharacters = 8_000_000;

/**
 * Limits of a batch of the newest events: some milliseconds of work for a projection, which appends wait for. An upload appends 100 tickets at a time: with
 * fewer each of its batches would be projected in two transactions.
 */
const limits = { events: 1_000, characters: 400_000 };

/**
 * A cache of the log's newest events, so that projections, which are rarely far behind, need not read and parse them. It holds all events
 * from its first one to the end of the log, or none.
 */
export const recentEvents = () => {
  let cached: { readonly event: RecordedEvent; readonly characters: number }[] = [];
  let characters = 0;

  const clear = () => {
    cached = [];
    characters = 0;
  };
  return {
    add: (event: RecordedEvent, size: number): void => {
      const last = cached.at(-1)?.event.position;
      // Another connection has appended in between.
      if (last !== undefined && event.position !== last + 1n) clear();
      cached.push({ event, characters: size });
      characters += size;
      if (characters <= 2 * maxCharacters) return;
      let first = 0;
      while (characters > maxCharacters && first < cached.length - 1) characters -= cached[first++]?.characters ?? 0;
      cached = cached.slice(first);
    },
    /** Returns a batch of events after a position; undefined if they are not all cached. */
    after: (position: bigint): EventBatch | undefined => {
      const first = cached[0]?.event.position;
      if (first === undefined || position + 1n < first) return undefined;
      const start = Number(position + 1n - first);
      const events: RecordedEvent[] = [];
      let taken = 0;
      for (let at = start; at < cached.length && events.length < limits.events && taken < limits.characters; at += 1) {
        const one = cached[at];
        if (!one) break;
        events.push(one.event);
        taken += one.characters;
      }
      return { events, caughtUp: start + events.length >= cached.length };
    },
    /** To be called after an erasure. */
    clear,
  };
};

/** Batches kept for readers behind the first: some ten megabytes of memory. */
const maxBatches = 4;

/**
 * Shares batches of the log between readers at nearby positions, such as the projections of a rebuild, so that each event is read and decoded once. `read` returns the events after a position.
 */
export const sharedBatches = (read: (position: bigint) => EventBatch) => {
  let batches: readonly { readonly after: bigint; readonly end: bigint; readonly batch: EventBatch }[] = [];

  return {
    after: (position: bigint): EventBatch => {
      const known = batches.find(({ after, end }) => after <= position && position < end);
      if (known?.after === position) return known.batch;
      // The reader resumes at the end of this batch, like the others.
      if (known) return { events: known.batch.events.filter((event) => event.position > position), caughtUp: false };
      const batch = read(position);
      const end = batch.events.at(-1)?.position ?? position;
      // The end of the log changes, and a reader that has reached it is seldom behind for long.
      batches = batch.caughtUp ? [] : [...batches, { after: position, end, batch }].slice(-maxBatches);
      return batch;
    },
    /** To be called after an erasure. */
    clear: (): void => {
      batches = [];
    },
  };
};
