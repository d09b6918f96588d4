/** Longest time that a loop keeps the event loop waiting. */
const sliceMs = 4;

/**
 * Returns a function to call in a long loop: it yields to the event loop (a macrotask) once 4 ms have passed since the last yield, and
 * returns undefined, with nothing to await, before that.
 */
export const eventLoopYielder = (): (() => Promise<void> | undefined) => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
};
