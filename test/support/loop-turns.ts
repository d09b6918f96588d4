import type { ExecutionContext } from 'ava';

/** Counts the turns of the event loop until the test ends. */
export const loopTurns = (t: ExecutionContext) => {
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  t.teardown(() => clearImmediate(next));
  return { count: () => turns };
};
