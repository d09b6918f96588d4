/** Milliseconds between two looks: once it is known that nothing newer is there, after a burst of events, and while events are outstanding. */
const pauses = { quiet: 10_000, burst: 100, outstanding: 1_000 };

/** Events that are known to be in the log and do not arrive for this long: the subscription is dead, whatever the connection says. */
const patience = 20_000;

/** Knows whether a subscription has caught up. */
export type Lookout = {
  /** Events up to a position have arrived; true where they reach what a look has found. */
  readonly arrived: (position: bigint) => boolean;
  /**
   * Nothing has arrived: looks when it is time to. True when all that a look has found has arrived, once until more does. Throws where the
   * subscription is dead or a look has failed.
   */
  readonly idle: (position: bigint) => boolean;
  /** Milliseconds until `idle` should be asked again. */
  readonly due: () => number;
};

type Context = {
  readonly newestAfter: (after: bigint) => Promise<bigint | undefined>;
  readonly ring: () => void;
  /** Milliseconds of any clock that never goes back. */
  readonly now: () => number;
};

/**
 * Servers say that a subscription has caught up since 23.10 only, and none says so again. So, when nothing arrives, the end of the log is looked
 * at: `newestAfter` gives the position of the newest event after another, where there is one. `ring` is called when a look is over.
 */
export const lookout = ({ newestAfter, ring, now }: Context): Lookout => {
  let looking = false;
  let caughtUp = false;
  let known = false;
  let told = false;
  let goal: bigint | undefined;
  let failure: Error | undefined;
  let outstandingSince = 0;
  let next = 0;

  const look = async (position: bigint) => {
    looking = true;
    try {
      const newest = await newestAfter(position);
      if (newest === undefined) caughtUp = true;
      else if (goal === undefined) outstandingSince = now();
      goal = newest;
      next = now() + pauses.outstanding;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    } finally {
      looking = false;
      ring();
    }
  };
  const settle = () => {
    const news = !told;
    known = true;
    told = true;
    caughtUp = false;
    goal = undefined;
    next = now() + pauses.quiet;
    return news;
  };

  return {
    arrived: (position) => {
      outstandingSince = now();
      told = false;
      if (goal !== undefined && position >= goal) return settle();
      if (known) next = now() + pauses.burst;
      return false;
    },
    idle: (position) => {
      if (caughtUp || (goal !== undefined && position >= goal)) return settle();
      if (failure) throw failure;
      if (goal !== undefined && now() - outstandingSince > patience) throw new Error('The subscription is dead');
      if (!looking && now() >= next) void look(position);
      return false;
    },
    due: () => (looking ? pauses.quiet : Math.max(1, next - now())),
  };
};
