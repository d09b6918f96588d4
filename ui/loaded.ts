import { type ApiError, apiErrorOf } from './api/api-error.ts';
import { observable, type Observable } from './observable.ts';

/** What is asked of the service: on its way, here, or failed. */
export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: ApiError };

export type Loader<Value> = {
  readonly now: Observable<Loaded<Value>>;
  /** The value, or undefined while there is none. */
  readonly value: () => Value | undefined;
  /** Asks anew; what is here stays until the reply comes. */
  readonly load: () => Promise<void>;
  readonly set: (value: Value) => void;
  /** Forgets everything, as when the session ends. */
  readonly clear: () => void;
};

/** Keeps what `fetch` brings, for every page that shows it. A reply that `clear` or `set` has overtaken is dropped. */
export const loader = <Value>(fetch: () => Promise<Value>): Loader<Value> => {
  const now = observable<Loaded<Value>>({ state: 'loading' });
  let turn = 0;
  const settle = (loaded: Loaded<Value>) => {
    turn += 1;
    now.set(loaded);
  };
  return {
    now,
    value: () => {
      const loaded = now.get();
      return loaded.state === 'ready' ? loaded.value : undefined;
    },
    load: async () => {
      const mine = (turn += 1);
      if (now.get().state === 'failed') now.set({ state: 'loading' });
      try {
        const value = await fetch();
        if (mine === turn) settle({ state: 'ready', value });
      } catch (error) {
        const failure = apiErrorOf(error);
        if (mine === turn) settle({ state: 'failed', error: failure });
      }
    },
    set: (value) => settle({ state: 'ready', value }),
    clear: () => settle({ state: 'loading' }),
  };
};
