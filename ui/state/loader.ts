import { type ApiError, asApiError } from '../api/api-error.ts';
import { observable, type Observable } from './observable.ts';

export type LoadState<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: ApiError };

export type Loader<Value> = {
  readonly state: Observable<LoadState<Value>>;
  /** The loaded value, or undefined. */
  readonly value: () => Value | undefined;
  /** Loads again; the current value stays until the reply arrives. */
  readonly load: () => Promise<void>;
  readonly set: (value: Value) => void;
  /** Back to `loading`, for example at the end of the session. */
  readonly clear: () => void;
};

/** Caches the result of `fetch` for all pages. A reply that arrives after a later `load`, `set` or `clear` is dropped. */
export const loader = <Value>(fetch: () => Promise<Value>): Loader<Value> => {
  const state = observable<LoadState<Value>>({ state: 'loading' });
  let version = 0;
  const settle = (loaded: LoadState<Value>) => {
    version += 1;
    state.set(loaded);
  };
  return {
    state,
    value: () => {
      const loaded = state.get();
      return loaded.state === 'ready' ? loaded.value : undefined;
    },
    load: async () => {
      const started = (version += 1);
      if (state.get().state === 'failed') state.set({ state: 'loading' });
      try {
        const value = await fetch();
        if (started === version) settle({ state: 'ready', value });
      } catch (error) {
        const failure = asApiError(error);
        if (started === version) settle({ state: 'failed', error: failure });
      }
    },
    set: (value) => settle({ state: 'ready', value }),
    clear: () => settle({ state: 'loading' }),
  };
};
