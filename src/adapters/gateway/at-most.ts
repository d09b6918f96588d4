/** Runs asynchronous work with at most `limit` pieces at a time; the others wait in the order they came. */
export const atMost = (limit: number): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed on, not given back: nobody who comes later can take it first.
      if (next) next();
      else running -= 1;
    }
  };
};
