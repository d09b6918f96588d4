export type Observable<Value> = {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** Calls the listener after each change; returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** A value that notifies its listeners when a different one is set. */
export const observable = <Value>(initial: Value): Observable<Value> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
