/** What may wait, and when it is handled. */
export type QueueLimits = {
  /** Items that may wait, and their bytes. */
  readonly items: number;
  readonly bytes: number;
  /** Items that are handled together at most. */
  readonly batch: number;
  /** How long an item waits for others; less if one is added a little before that. */
  readonly delayMs: number;
  readonly delayToNextMs: number;
};

type Sized = { readonly bytes: number };

/**
 * A bounded queue that is emptied in batches, one after the other, by a `handle` that never throws. What comes while a batch is handled waits for more: a few items cost
 * nearly as much as many.
 */
export const batchedQueue = <Item extends Sized>(
  handle: (batch: readonly Item[]) => Promise<void>,
  { batch, delayMs, delayToNextMs, ...limits }: QueueLimits,
) => {
  const { waiting, add, nextBatch } = boundedQueue<Item>(limits, batch);
  let running: Promise<void> | undefined;
  let timer: { readonly since: number; readonly ending: NodeJS.Timeout } | undefined;
  /** How many of those that wait are to be handled. */
  let due = 0;
  const drain = async (): Promise<void> => {
    while (due > 0 && waiting.length > 0) {
      const next = nextBatch();
      due -= next.length;
      await handle(next);
    }
    running = undefined;
    soon();
  };
  /** Resolves when all that wait now are handled. */
  const flush = (): Promise<void> => {
    clearTimeout(timer?.ending);
    timer = undefined;
    due = waiting.length;
    // With nothing to handle `drain` would end before it is remembered as the running one, and nothing would run after it.
    if (!running && due > 0) running = drain();
    return running ?? Promise.resolve();
  };
  const soon = (): void => {
    if (running || waiting.length === 0) return;
    const hasWaited = timer && performance.now() - timer.since >= delayToNextMs;
    if (hasWaited || waiting.length >= batch) void flush();
    else timer ??= { since: performance.now(), ending: setTimeout(() => void flush(), delayMs).unref() };
  };
  return {
    /** Returns whether there was room. */
    add: (item: Item): boolean => {
      const hasRoom = add(item);
      if (hasRoom) soon();
      return hasRoom;
    },
    flush,
    /** Returns how many waited. */
    clear: (): number => waiting.splice(0).length,
  };
};

const boundedQueue = <Item extends Sized>({ items, bytes }: Pick<QueueLimits, 'items' | 'bytes'>, batch: number) => {
  const waiting: Item[] = [];
  let used = 0;
  return {
    waiting,
    add: (item: Item): boolean => {
      if (waiting.length >= items || used + item.bytes > bytes) return false;
      used += item.bytes;
      return waiting.push(item) > 0;
    },
    nextBatch: (): readonly Item[] => {
      const next = waiting.splice(0, batch);
      used -= next.reduce((sum, item) => sum + item.bytes, 0);
      return next;
    },
  };
};
