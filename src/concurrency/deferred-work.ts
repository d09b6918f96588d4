/**
 * Collects works and runs them together, `delayMs` after the first of them. The thread is idle meanwhile if there is nothing else: a client that was just answered, or another thread,
 * goes on at once, on the same core too. A work must not throw.
 */
export const deferredWork = (delayMs: number) => {
  let works: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** At once. */
  const run = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const all = works;
    works = [];
    for (const work of all) work();
  };
  return {
    add: (work: () => void): void => {
      works.push(work);
      timer ??= setTimeout(run, delayMs);
    },
    run,
  };
};
