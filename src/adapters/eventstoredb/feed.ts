import type { ChangeSignal } from '../../concurrency/change-signal.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { eventWindow, type Limits } from './event-window.ts';
import { feedReader, type FeedReader, type FeedState } from './feed-reader.ts';
import { batchLimits } from './subscription-buffer.ts';

/** A reader may be this far behind the others, in events or in characters of their data: some ten megabytes of memory. */
const defaultLimits = { events: 4 * batchLimits.events, characters: 4 * batchLimits.characters };

/** A reader that is less far ahead of a subscription, in bytes of the log, waits for it. */
const nearBytes = 4_000_000n;

/** While a subscription is behind the log, it waits for readers that are too far behind the others, but for none whose batch takes longer than this. */
const defaultMaxBusyMs = 1_000;

/** Before the position of every event. */
export const beginning = -1n;

/** The log. */
export type Source = {
  readonly subscribe: EventStore['subscribe'];
  /** Returns the position of the newest event after another one; undefined if there is none. */
  readonly newestAfter: (after: bigint) => Promise<bigint | undefined>;
  /** How far readers of one subscription may be apart. */
  readonly limits?: Limits;
  readonly maxBusyMs?: number;
};

/** One subscription and its readers. */
export type Feed = {
  /** It has all events after this position, or will have them soon. */
  readonly covers: (position: bigint) => boolean;
  readonly join: (position: bigint) => FeedReader & { readonly leave: () => void };
  /** Resolves when the last reader has left. */
  readonly closed: Promise<unknown>;
};

/** Opens a subscription after a position; `changed` notifies of everything that its readers wait for. */
export const openFeed = (source: Source, after: bigint | undefined, changed: ChangeSignal): Feed => {
  const { newestAfter, limits = defaultLimits } = source;
  const window = eventWindow(after ?? beginning, limits);
  const state: FeedState = { window, caughtUpTimes: 0, isCaughtUp: false, isLive: false, failure: undefined };
  const readers = new Set<FeedReader>();
  const stop = new AbortController();
  const { promise: closed, resolve: close } = Promise.withResolvers<undefined>();
  pump(source, state, { after, readers, changed, signal: stop.signal }).catch((error: unknown) => {
    state.failure = error instanceof Error ? error : new Error(String(error));
    changed.notify();
  });

  return {
    covers: (position) => !stop.signal.aborted && position >= window.start() && position <= window.end() + nearBytes,
    join: (position) => {
      const left = new AbortController();
      const isFirst = readers.size === 0;
      const reader = feedReader(state, { position, changed, newestAfter, left: left.signal, isFirst });
      readers.add(reader);
      const leave = () => {
        left.abort();
        readers.delete(reader);
        // It may have been the one that was waited for.
        changed.notify();
        if (readers.size > 0) return;
        stop.abort();
        close(undefined);
      };
      return { ...reader, leave };
    },
    closed,
  };
};

type Pumping = {
  readonly after: bigint | undefined;
  readonly readers: ReadonlySet<FeedReader>;
  readonly changed: ChangeSignal;
  readonly signal: AbortSignal;
};

/** Reads the log into the window, a batch whenever a reader waits for one. */
const pump = async (
  { subscribe, maxBusyMs = defaultMaxBusyMs }: Source,
  state: FeedState,
  { after, readers, changed, signal }: Pumping,
): Promise<void> => {
  const waitMs = () => waitBeforeRead(state, [...readers], maxBusyMs);
  for await (const { events, caughtUp } of subscribe(after, signal)) {
    state.window.add(events);
    state.isCaughtUp = caughtUp;
    state.isLive ||= caughtUp;
    if (caughtUp) state.caughtUpTimes += 1;
    changed.notify();
    for (let wait = waitMs(); !signal.aborted && wait !== 0; wait = waitMs()) await changed.wait(wait);
    state.window.trim();
  }
};

/** How long to wait before the next batch is read, in ms; undefined: until something changes. */
const waitBeforeRead = (
  { window, isLive }: FeedState,
  readers: readonly FeedReader[],
  maxBusyMs: number,
): number | undefined => {
  if (!readers.some((reader) => reader.isWaiting())) return undefined;
  if (isLive) return 0;
  const start = window.trimmedStart();
  const late = readers.filter((reader) => reader.position() < start);
  return Math.max(0, ...late.map((reader) => maxBusyMs - reader.busyForMs()));
};
