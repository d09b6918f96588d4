import type { ChangeSignal } from '../../concurrency/change-signal.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { eventWindow, type Limits } from './event-window.ts';
import { fanOutReader, type FanOutReader, type FanOutState } from './fan-out-reader.ts';
import { batchLimits } from './subscription-buffer.ts';

/** The maximum lag of a reader behind the others, in events and in characters of their data: some ten megabytes of memory. */
const defaultLimits = { events: 4 * batchLimits.events, characters: 4 * batchLimits.characters };

/** A reader with a smaller lead over a subscription, in bytes of the log, joins it and waits. */
const maxLeadBytes = 4_000_000n;

/** While a subscription catches up, it waits for lagging readers, but for none whose batch takes longer than this. */
const defaultMaxBusyMs = 1_000;

/** Before the position of every event. */
export const logStart = -1n;

export type Source = {
  readonly subscribe: EventStore['subscribe'];
  /** Returns the position of the newest event after another one; undefined if there is none. */
  readonly newestAfter: (after: bigint) => Promise<bigint | undefined>;
  /** The maximum distance between readers of one subscription. */
  readonly limits?: Limits;
  readonly maxBusyMs?: number;
};

/** One subscription that is fanned out to several readers. */
export type FanOut = {
  /** Whether it has all events after this position, or will have them soon. */
  readonly covers: (position: bigint) => boolean;
  readonly join: (position: bigint) => FanOutReader & { readonly leave: () => void };
  /** Resolves when the last reader has left. */
  readonly closed: Promise<unknown>;
};

/** Opens a subscription after a position; `changed` wakes its readers. */
export const openFanOut = (source: Source, after: bigint | undefined, changed: ChangeSignal): FanOut => {
  const { newestAfter, limits = defaultLimits } = source;
  const window = eventWindow(after ?? logStart, limits);
  const state: FanOutState = { window, caughtUpTimes: 0, isCaughtUp: false, isLive: false, failure: undefined };
  const readers = new Set<FanOutReader>();
  const stop = new AbortController();
  const { promise: closed, resolve: close } = Promise.withResolvers<undefined>();
  pump(source, state, { after, readers, changed, signal: stop.signal }).catch((error: unknown) => {
    state.failure = error instanceof Error ? error : new Error(String(error));
    changed.notify();
  });

  return {
    covers: (position) => !stop.signal.aborted && position >= window.start() && position <= window.end() + maxLeadBytes,
    join: (position) => {
      const left = new AbortController();
      const isFirst = readers.size === 0;
      const reader = fanOutReader(state, { position, changed, newestAfter, left: left.signal, isFirst });
      readers.add(reader);
      const leave = () => {
        left.abort();
        readers.delete(reader);
        // The subscription may be waiting for this reader.
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
  readonly readers: ReadonlySet<FanOutReader>;
  readonly changed: ChangeSignal;
  readonly signal: AbortSignal;
};

/** Reads the log into the window, a batch whenever a reader waits for one. */
const pump = async (
  { subscribe, maxBusyMs = defaultMaxBusyMs }: Source,
  state: FanOutState,
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
  { window, isLive }: FanOutState,
  readers: readonly FanOutReader[],
  maxBusyMs: number,
): number | undefined => {
  if (!readers.some((reader) => reader.isWaiting())) return undefined;
  if (isLive) return 0;
  const start = window.trimmedStart();
  const lagging = readers.filter((reader) => reader.position() < start);
  return Math.max(0, ...lagging.map((reader) => maxBusyMs - reader.busyForMs()));
};
