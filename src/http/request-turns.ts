import { roundRobinQueue } from '../concurrency/round-robin-queue.ts';

/** The time in ms that requests take at most in one turn of the event loop. */
const turnMs = 4;

/**
 * Begins in each turn of the event loop as many requests as take 4 ms together; those that have to wait go on in turns of their clients. Thousands that arrive at once, on many
 * connections or one after the other on each, cost a stranger two megabits a second, and would otherwise be answered before anything else is.
 */
export const requestTurns = (
  now: () => number = () => performance.now(),
): ((client: () => string, begin: () => void) => void) => {
  const waiting = roundRobinQueue<() => void>();
  let end: number | undefined;
  const hasTime = (): boolean => {
    if (end === undefined) {
      end = now() + turnMs;
      setImmediate(beginWaiting);
    }
    return now() < end;
  };
  const beginWaiting = (): void => {
    end = undefined;
    // The client that was served is the last of them then.
    for (const client of waiting.keys()) {
      if (!hasTime()) return;
      waiting.takeOf(client)?.();
    }
  };
  return (client, begin) => {
    if (waiting.isEmpty() && hasTime()) begin();
    else waiting.add(client(), begin);
  };
};
