/** Everybody who asks gets a refresh that begins after they asked; those who ask while one runs share the next. */
export const sharedRefresh = (refresh: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const begin = () => {
    waiting = undefined;
    return refresh();
  };
  return () => {
    if (!waiting) {
      waiting = running.then(begin, begin);
      running = waiting;
    }
    return waiting;
  };
};
