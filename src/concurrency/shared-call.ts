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
 * The same for calls with a key: those of one key share, for as long as one of them waits. A caller whose signal aborts gets its reason; once all have left, the
 * signal of the call aborts, and the next caller begins another.
 */
export const sharedCalls = <Result>() => {
  const running = new Map<string, Shared<Result>>();
  const begin = (key: string, call: Call<Result>): Shared<Result> => {
    const leaving = new AbortController();
    const forget = () => void (running.get(key) === shared && running.delete(key));
    const leave = () => {
      shared.callers -= 1;
      if (shared.callers > 0) return;
      forget();
      leaving.abort();
    };
    const result = call(leaving.signal).finally(forget);
    // All may have left when it fails.
    result.catch(() => undefined);
    const shared: Shared<Result> = { result, callers: 0, leave };
    running.set(key, shared);
    return shared;
  };
  return async (key: string, call: Call<Result>, signal: AbortSignal): Promise<Result> => {
    signal.throwIfAborted();
    const shared = running.get(key) ?? begin(key, call);
    const leave = () => shared.leave();
    shared.callers += 1;
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await unlessAborted(shared.result, signal, (): never => {
        throw signal.reason as Error;
      });
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };
};

type Call<Result> = (signal: AbortSignal) => Promise<Result>;

type Shared<Result> = { readonly result: Promise<Result>; callers: number; readonly leave: () => void };
