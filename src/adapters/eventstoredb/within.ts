/** How long one call may take, in milliseconds; whoever repeats an unknown append gives up after several of these. */
export const patience = 5_000;

/** What a piece of work resolves to; rejects when it takes longer than one call may. The client's deadlines begin only once it is connected. */
export const within = async <Result>(work: Promise<Result>, milliseconds = patience): Promise<Result> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timed out')), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
