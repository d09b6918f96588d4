import { type ApiError, asApiError, isPassing } from '../api/api-error.ts';
import { onlineOrAfter } from '../browser/online-or-after.ts';
import { observable, type Observable } from './observable.ts';

export type LoadState<Value> =
  | { readonly state: 'loading' }
  /** `refreshError`: why the value could not be loaded again; it is tried again without a request of the user. */
  | { readonly state: 'ready'; readonly value: Value; readonly refreshError?: ApiError }
  | { readonly state: 'failed'; readonly error: ApiError };

export type Loader<Value> = {
  readonly state: Observable<LoadState<Value>>;
  /** The loaded value, or undefined. */
  readonly value: () => Value | undefined;
  /** Loads again; the current value stays until the reply arrives, and if there is none. */
  readonly load: () => Promise<void>;
  /** Loads what is neither there, at most so old, nor on its way. */
  readonly ensure: (maxAgeMs?: number) => void;
  readonly set: (value: Value) => void;
  /** Back to `loading`, for example at the end of the session. */
  readonly clear: () => void;
};

const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

/** Repeats `work` after failures: after the time that a 429 names, else after 2 s, doubling to a minute, and at once when the browser is back online. */
export const repeating = (work: () => void) => {
  let failures = 0;
  let cancel: () => void = () => undefined;
  return {
    after: ({ retryAfter }: ApiError) => {
      const wait = retryAfter === undefined ? firstRetryMs * 2 ** failures : retryAfter * 1_000;
      failures += 1;
      cancel = onlineOrAfter(Math.min(wait, longestRetryMs), work);
    },
    pause: () => cancel(),
    end: () => {
      failures = 0;
      cancel();
    },
  };
};

const valueOf = <Value>(loaded: LoadState<Value>): Value | undefined =>
  loaded.state === 'ready' ? loaded.value : undefined;

const refused = <Value>(before: LoadState<Value>, error: ApiError): LoadState<Value> =>
  before.state === 'ready' ? { ...before, refreshError: error } : { state: 'failed', error };

/** Caches the result of `fetch` for all pages. A reply that arrives after a later `load`, `set` or `clear` is dropped. A load that failed for a reason that may pass is repeated. */
export const loader = <Value>(fetch: () => Promise<Value>): Loader<Value> => {
  const state = observable<LoadState<Value>>({ state: 'loading' });
  let version = 0;
  /** The version of the last load that has begun. */
  let pending = -1;
  let settledAt = 0;
  const repeat = repeating(() => void load());
  const settle = (loaded: LoadState<Value>) => {
    version += 1;
    settledAt = Date.now();
    repeat.end();
    state.set(loaded);
  };
  const load = async (): Promise<void> => {
    const started = (pending = version += 1);
    repeat.pause();
    try {
      const value = await fetch();
      if (started === version) settle({ state: 'ready', value });
    } catch (caught) {
      // A later load may have cancelled this one.
      if (started !== version) return;
      const error = asApiError(caught);
      state.set(refused(state.get(), error));
      if (isPassing(error)) repeat.after(error);
    }
  };
  return {
    state,
    value: () => valueOf(state.get()),
    ensure: (maxAgeMs = Infinity) => {
      const isOld = state.get().state === 'ready' && Date.now() - settledAt > maxAgeMs;
      if (pending !== version && (isOld || state.get().state === 'loading')) void load();
    },
    load: () => {
      if (state.get().state === 'failed') state.set({ state: 'loading' });
      return load();
    },
    set: (value) => settle({ state: 'ready', value }),
    clear: () => settle({ state: 'loading' }),
  };
};
