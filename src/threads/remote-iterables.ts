/** The functions by which another thread reads async iterables; their arguments and items can be cloned, and no item is undefined. */
export type IterableMethods<Args extends readonly unknown[], Item> = {
  /** Opens an iterable under an id that is used once. */
  readonly open: (id: string, ...args: Args) => Promise<void>;
  /** Returns the next item; undefined at the end. */
  readonly next: (id: string) => Promise<Item | undefined>;
  readonly close: (id: string) => Promise<void>;
};

type Iterate<Args extends readonly unknown[], Item> = (...args: [...Args, signal: AbortSignal]) => AsyncIterable<Item>;

/** Serves what `iterate` returns; the signal of one that is closed aborts. */
export const serveIterables = <Args extends readonly unknown[], Item>(
  iterate: Iterate<Args, Item>,
): IterableMethods<Args, Item> => {
  const opened = new Map<string, { readonly items: AsyncIterator<Item>; readonly closing: AbortController }>();
  return {
    open: (id, ...args) => {
      const closing = new AbortController();
      opened.set(id, { items: iterate(...args, closing.signal)[Symbol.asyncIterator](), closing });
      return Promise.resolve();
    },
    next: async (id) => {
      const one = opened.get(id);
      if (!one) throw new Error('What was read from another thread is not open');
      const item = await one.items.next();
      return item.done === true ? undefined : item.value;
    },
    close: (id) => {
      const one = opened.get(id);
      opened.delete(id);
      one?.closing.abort();
      // Answered after a pending `next`, whose result is dropped.
      one?.items.return?.().catch(() => undefined);
      return Promise.resolve();
    },
  };
};

/** Reads such iterables, one item ahead, until the signal aborts. Throws ThreadLost if the other thread ends. */
export const remoteIterable = <Args extends readonly unknown[], Item>(
  { open, next, close }: IterableMethods<Args, Item>,
  newId: () => string,
): ((...args: [...Args, signal: AbortSignal]) => AsyncGenerator<Item, void>) =>
  async function* (...all) {
    const signal = all.at(-1) as AbortSignal;
    const id = newId();
    const end = () => void close(id).catch(() => undefined);
    const ask = () => {
      const coming = next(id);
      // The reader may have stopped, and nobody waits for it then.
      coming.catch(() => undefined);
      return coming;
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      await open(id, ...(all.slice(0, -1) as unknown as Args));
      for (let coming = ask(); !signal.aborted;) {
        const item = await coming;
        if (item === undefined) return;
        coming = ask();
        yield item;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  };
