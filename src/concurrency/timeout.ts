/** What a piece of work behind a port resolves to; throws what `late` makes where it takes longer than so many milliseconds. The work goes on. */
export const withTimeout = async <Result>(
  work: Promise<Result>,
  milliseconds: number,
  onTimeout: () => Error,
): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(onTimeout()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};
