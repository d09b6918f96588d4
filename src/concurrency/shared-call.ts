/** Returns the function for many callers: those that come while a call runs share its result. */
export const sharedCall = <Result>(call: () => Promise<Result>): (() => Promise<Result>) => {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= call().finally(() => {
      running = undefined;
    });
    return running;
  };
};

/** The same for calls with a key: those of one key share. */
export const sharedCalls = <Result>() => {
  const running = new Map<string, Promise<Result>>();
  return (key: string, call: () => Promise<Result>): Promise<Result> => {
    const shared = running.get(key) ?? call().finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };
};
