/** Our time in seconds, as cursors are. */
export const seconds = (): number => Math.floor(Date.now() / 1_000);

/** Zones that are not known and clocks that are set wrongly differ by less. */
const day = 86_400;

/**
 * The times of change that may move a cursor, in seconds: none after the request. A cursor in the future would pass over all that changes until then. `ahead` are
 * those that no time zone explains.
 */
export const changesUntil = (asked: number, times: readonly number[]) => ({
  past: times.filter((time) => time <= asked),
  ahead: times.filter((time) => time > asked + day).length,
});
