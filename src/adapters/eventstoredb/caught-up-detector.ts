/** Time until the next check of the log's end: after it had nothing newer, after a burst of events, and while events are outstanding. */
const checkAfterMs = { caughtUp: 10_000, burst: 100, outstanding: 1_000 };

/** If known events do not arrive for this long, the subscription is dead, even if its connection seems alive. */
const outstandingTimeoutMs = 20_000;

/** Detects that a subscription has delivered all events of the log. */
export type CaughtUpDetector = {
  /** To be called with the position of the last event of a batch; returns true if it is the newest that the last check has found. */
  readonly onEvents: (position: bigint) => boolean;
  /**
   * To be called when no event is available: checks the log when due. Returns true once when the subscription has caught up. Throws if it is
   * dead or the check has failed.
   */
  readonly onIdle: (position: bigint) => boolean;
  /** Time in ms until `onIdle` should be called again. */
  readonly waitMs: () => number;
  /** The subscription has not caught up since it was opened. */
  readonly isBehind: () => boolean;
};

type Context = {
  /** Returns the position of the newest event after another one; undefined if there is none. */
  readonly newestAfter: (after: bigint) => Promise<bigint | undefined>;
  /** Called when a check has ended. */
  readonly onChecked: () => void;
  /** A monotonic clock in ms. */
  readonly now: () => number;
};

type State = {
  isChecking: boolean;
  failure: Error | undefined;
  /** The last check has found nothing newer. */
  nothingNewer: boolean;
  /** The newest event that the last check has found; undefined if nothing is outstanding. */
  newest: bigint | undefined;
  outstandingSince: number;
  nextCheck: number;
  hasCaughtUp: boolean;
  /** `onIdle` has returned true since the last event. */
  isReported: boolean;
};

/**
 * Only servers since 23.10 report that a subscription has caught up, and only once. Therefore, when no event arrives, the detector reads the
 * newest event of the log.
 */
export const caughtUpDetector = (context: Context): CaughtUpDetector => {
  const { now } = context;
  const state: State = {
    isChecking: false,
    failure: undefined,
    nothingNewer: false,
    newest: undefined,
    outstandingSince: 0,
    nextCheck: 0,
    hasCaughtUp: false,
    isReported: false,
  };
  const hasNewest = (position: bigint) => state.newest !== undefined && position >= state.newest;

  return {
    onEvents: (position) => {
      state.outstandingSince = now();
      state.isReported = false;
      if (hasNewest(position)) return report(state, now());
      if (state.hasCaughtUp) state.nextCheck = now() + checkAfterMs.burst;
      return false;
    },
    onIdle: (position) => {
      if (state.nothingNewer || hasNewest(position)) return report(state, now());
      if (state.failure) throw state.failure;
      if (state.newest !== undefined && now() - state.outstandingSince > outstandingTimeoutMs) {
        throw new Error('The subscription is dead');
      }
      if (!state.isChecking && now() >= state.nextCheck) void check(state, context, position);
      return false;
    },
    isBehind: () => !state.hasCaughtUp,
    waitMs: () => (state.isChecking ? checkAfterMs.caughtUp : Math.max(1, state.nextCheck - now())),
  };
};

const check = async (state: State, { newestAfter, onChecked, now }: Context, position: bigint): Promise<void> => {
  state.isChecking = true;
  try {
    const newest = await newestAfter(position);
    if (newest === undefined) state.nothingNewer = true;
    else if (state.newest === undefined) state.outstandingSince = now();
    state.newest = newest;
    state.nextCheck = now() + checkAfterMs.outstanding;
  } catch (error) {
    state.failure = error instanceof Error ? error : new Error(String(error));
  } finally {
    state.isChecking = false;
    onChecked();
  }
};

/** Records that the subscription has caught up; returns whether that is news since the last event. */
const report = (state: State, now: number): boolean => {
  const isNews = !state.isReported;
  Object.assign(state, {
    hasCaughtUp: true,
    isReported: true,
    nothingNewer: false,
    newest: undefined,
    nextCheck: now + checkAfterMs.caughtUp,
  } satisfies Partial<State>);
  return isNews;
};
