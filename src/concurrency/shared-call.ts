import { unlessAborted } from './timeout.ts';

/** Returns the function for many callers: those that come while a call runs share its result. */
export const sharedCall = <Result>(call: () => Promise<Result>): (() => Promise<Result>) => {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= call().finally(() => {
      running = undefined;
    });
    return running;
  };
};

/**
 * The same for calls with a key, but none gets what was found before it came: those that come while a call of their key runs share the next one, which begins when that has
 * ended. A caller whose signal aborts gets its reason; once all of a call have left, its signal aborts, or it does not begin.
 */
export const sharedCalls = <Result>() => {
  /** The last call of each key. */
  const last = new Map<string, Shared<Result>>();
  const add = (key: string, call: Call<Result>): Shared<Result> => {
    const before = last.get(key);
    const leaving = new AbortController();
    const leave = () => {
      shared.callers -= 1;
      if (shared.callers === 0) leaving.abort();
    };
    const run = async () => {
      await before?.result.catch(() => undefined);
      leaving.signal.throwIfAborted();
      shared.hasBegun = true;
      return call(leaving.signal);
    };
    const shared: Shared<Result> = { result: run(), callers: 0, hasBegun: false, leave };
    last.set(key, shared);
    const forget = () => void (last.get(key) === shared && last.delete(key));
    // All may have left when it fails.
    shared.result.then(forget, forget);
    return shared;
  };
  return async (key: string, call: Call<Result>, signal: AbortSignal): Promise<Result> => {
    signal.throwIfAborted();
    const latest = last.get(key);
    const shared = latest && !latest.hasBegun && latest.callers > 0 ? latest : add(key, call);
    shared.callers += 1;
    signal.addEventListener('abort', shared.leave, { once: true });
    try {
      return await unlessAborted(shared.result, signal, (): never => {
        throw signal.reason as Error;
      });
    } finally {
      signal.removeEventListener('abort', shared.leave);
    }
  };
};

type Call<Result> = (signal: AbortSignal) => Promise<Result>;

type Shared<Result> = {
  readonly result: Promise<Result>;
  callers: number;
  hasBegun: boolean;
  readonly leave: () => void;
};
