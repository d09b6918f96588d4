/** A condition variable for the event loop. */
export type ChangeSignal = {
  readonly notify: () => void;
  /** Resolves at the next `notify`, or when a time in ms has passed. The condition must be tested immediately before, without an await in between. */
  readonly wait: (milliseconds?: number) => Promise<void>;
};

export const changeSignal = (): ChangeSignal => {
  const waiting = new Set<() => void>();
  return {
    notify: () => {
      for (const wake of waiting) wake();
    },
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          clearTimeout(timer);
          resolve();
        };
        const timer = milliseconds === undefined ? undefined : setTimeout(wake, milliseconds);
        waiting.add(wake);
      }),
  };
};
