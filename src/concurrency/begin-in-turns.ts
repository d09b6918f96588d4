/** The longest time in ms that works begin in one turn of the event loop. */
const turnMs = 4;

/**
 * Begins works in their order, in each turn of the event loop as many as take 4 ms together: other work that waits for a turn has one, however many begin. Each
 * goes on until it first waits for more than a resolved promise before the next one begins.
 */
export const beginInTurns = (now: () => number = () => performance.now()): ((work: () => void) => void) => {
  const waiting: (() => void)[] = [];
  let end: number | undefined;
  const beginNext = (): void => {
    if (end === undefined) {
      end = now() + turnMs;
      setImmediate(() => (end = undefined));
    }
    if (now() < end) waiting.shift()?.();
    else setImmediate(beginNext);
  };
  return (work) => {
    waiting.push(work);
    setImmediate(beginNext);
  };
};
