/** Lets at most so many large uploads run at a time; others wait in the order of their coming. Small ones pass by. */
export type UploadTurns = { readonly large: <Result>(work: () => Promise<Result>) => Promise<Result> };

export const uploadTurns = (atOnce: number): UploadTurns => {
  const queue: (() => void)[] = [];
  let running = 0;
  const enter = () =>
    running < atOnce
      ? Promise.resolve((running += 1))
      : new Promise<unknown>((resolve) => {
          queue.push(() => resolve(undefined));
        });
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    large: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};
