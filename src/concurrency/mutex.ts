/** One piece of work at a time, in the order of asking: what the projector and a replay share between two batches. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

export const mutex = (): Mutex => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
};
