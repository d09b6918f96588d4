/** An append with its number and the bytes of its events. */
type Numbered = { readonly number: number; readonly bytes: number };

export type InFlightLimits = {
  /** Number of appends. */
  readonly appends: number;
  /** Bytes of their events, unless one append alone has more. */
  readonly bytes: number;
  /** Time in ms until an append that was not answered has expired. */
  readonly lifetimeMs: number;
};

/** The appends that were sent and are not answered yet. Times are of one monotonic clock, in ms. */
export type AppendsInFlight<One extends Numbered> = {
  readonly size: () => number;
  /** Whether an append of this size may be sent now. */
  readonly hasRoom: (bytes: number) => boolean;
  readonly add: (append: One, now: number) => void;
  /** Removes and returns an append; undefined if it is not in flight. */
  readonly take: (number: number) => One | undefined;
  readonly takeExpired: (now: number) => readonly One[];
  readonly takeAll: () => readonly One[];
};

export const appendsInFlight = <One extends Numbered>(limits: InFlightLimits): AppendsInFlight<One> => {
  /** By number, the oldest first. */
  const appends = new Map<number, { readonly append: One; readonly expires: number }>();
  let bytesInFlight = 0;

  const take = (number: number): One | undefined => {
    const sent = appends.get(number);
    if (!sent) return undefined;
    appends.delete(number);
    bytesInFlight -= sent.append.bytes;
    return sent.append;
  };
  const takeWhere = (matches: (expires: number) => boolean): readonly One[] =>
    [...appends.values()].flatMap(({ append, expires }) => (matches(expires) ? (take(append.number) ?? []) : []));

  return {
    size: () => appends.size,
    hasRoom: (bytes) => appends.size < limits.appends && (appends.size === 0 || bytesInFlight + bytes <= limits.bytes),
    add: (append, now) => {
      appends.set(append.number, { append, expires: now + limits.lifetimeMs });
      bytesInFlight += append.bytes;
    },
    take,
    takeExpired: (now) => takeWhere((expires) => expires <= now),
    takeAll: () => takeWhere(() => true),
  };
};
