/** Hands the thread back to its event loop whenever four milliseconds of work have gone by, so that a large upload delays no small one. */
export const eventLoopYielder = (): (() => Promise<void> | undefined) => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < 4) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
};
