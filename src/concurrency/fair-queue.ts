type Bounds = {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly maxWaitingOfAccount: number;
  readonly onFull: () => Error;
};

/** Whose work it is: `network` is where it comes from, `account` whom it concerns. */
type Origin = { readonly network: string; readonly account: string };

/**
 * A queue with limits in which networks take turns. When it is full, or holds too many for one account, a newcomer takes the place of the youngest of
 * the network with the most there, if its own has clearly fewer: so many calls of one network refuse nobody else. Whoever finds no place or loses it is
 * rejected with `onFull()`, or with the signal's reason if the signal is aborted before the function has started: it then leaves the queue.
 */
export type FairQueue = <Result>(origin: Origin, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

export const fairQueue = ({ concurrency, onFull, ...bounds }: Bounds): FairQueue => {
  const queue = waitingOf(bounds);
  let running = 0;

  const startNext = () => {
    const next = queue.take();
    if (next) next.start();
    else running -= 1;
  };

  return async (origin, work, signal) => {
    signal?.throwIfAborted();
    if (running < concurrency) running += 1;
    else await turnIn(queue, origin, { signal, onFull });
    try {
      return await work();
    } finally {
      startNext();
    }
  };
};

type Waiter = Origin & { readonly start: () => void; readonly refuse: () => void };

const waitingOf = ({ maxWaiting, maxWaitingOfAccount }: Pick<Bounds, 'maxWaiting' | 'maxWaitingOfAccount'>) => {
  /** By network, in the order of their turns; no set is empty. */
  const networks = new Map<string, Set<Waiter>>();
  const remove = (waiter: Waiter): void => {
    const ofNetwork = networks.get(waiter.network);
    ofNetwork?.delete(waiter);
    if (ofNetwork?.size === 0) networks.delete(waiter.network);
  };
  /** Makes room for one of `network` among those that count, of which there may be `max`; false if there is none. */
  const makeRoom = (network: string, max: number, counts: (waiter: Waiter) => boolean): boolean => {
    const lists = new Map([...networks].map(([name, waiters]) => [name, [...waiters].filter(counts)] as const));
    if ([...lists.values()].flat().length < max) return true;
    const displaced = displacedBy(network, lists);
    if (!displaced) return false;
    remove(displaced);
    displaced.refuse();
    return true;
  };
  return {
    remove,
    /** Adds a waiter; false if there is no room. */
    offer: (waiter: Waiter): boolean => {
      const { network, account } = waiter;
      const hasRoom = makeRoom(network, maxWaitingOfAccount, (other) => other.account === account);
      if (!hasRoom || !makeRoom(network, maxWaiting, () => true)) return false;
      networks.set(network, (networks.get(network) ?? new Set()).add(waiter));
      return true;
    },
    /** Removes and returns the oldest waiter of the network whose turn it is. */
    take: (): Waiter | undefined => {
      const [first] = networks;
      if (!first) return undefined;
      const [network, waiters] = first;
      const [waiter] = waiters;
      networks.delete(network);
      if (waiters.size > 1) networks.set(network, waiters);
      if (waiter) waiters.delete(waiter);
      return waiter;
    },
  };
};

/** The youngest of the network with the most waiters, if one more of `network` is still fewer than those; undefined if not. */
const displacedBy = (network: string, lists: ReadonlyMap<string, readonly Waiter[]>): Waiter | undefined => {
  const own = lists.get(network)?.length ?? 0;
  const longest = [...lists.values()].reduce((most, list) => (list.length > most.length ? list : most));
  return longest.length > own + 1 ? longest.at(-1) : undefined;
};

type Ends = { readonly signal: AbortSignal | undefined; readonly onFull: () => Error };

/** Resolves when the turn of one that waits in `queue` has come; rejects if there is no room (any more), or the signal is aborted before. */
const turnIn = (queue: ReturnType<typeof waitingOf>, origin: Origin, { signal, onFull }: Ends): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => {
      queue.remove(waiter);
      reject(signal?.reason as Error);
    };
    const endedBy = (settle: () => void) => () => {
      signal?.removeEventListener('abort', leave);
      settle();
    };
    const waiter = { ...origin, start: endedBy(resolve), refuse: endedBy(() => reject(onFull())) };
    if (queue.offer(waiter)) signal?.addEventListener('abort', leave, { once: true });
    else waiter.refuse();
  });
