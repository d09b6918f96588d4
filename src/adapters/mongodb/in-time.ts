/**
 * What a piece of work resolves to; `late` is thrown where it takes longer. The driver has a limit for each of its steps but one: it waits without
 * end for the drain of a socket whose other end has gone, as happens when a server is killed at the wrong moment.
 */
export const inTime = async <Result>(
  work: () => Promise<Result>,
  milliseconds: number,
  late: () => Error,
): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
};
