/** One attempt's end: its result, or an error that another attempt may not meet, with the wait in ms that the gateway asked for. */
export type Attempt<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: Error; readonly askedWait: number };

export type Patience = {
  readonly attempts: number;
  /** The time for all attempts and waits together, in ms; Infinity where only each attempt has its limit. */
  readonly within: number;
  /** The wait after the first failure in ms, doubled after each further one. */
  readonly firstWait: number;
  /** The longest wait in ms, whatever the gateway asks for. */
  readonly longestWait: number;
  /** Resolves after that many ms. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** A number from 0 to below 1, which spreads the waits so that many callers do not come back at once. */
  readonly random: () => number;
};

/** The first result of an attempt, which is told the time that is left; throws the last error when attempts or time are used up. */
export const withRetries = async <Result>(
  attempt: (timeLeft: number) => Promise<Attempt<Result>>,
  patience: Patience,
): Promise<Result> => {
  const start = performance.now();
  const timeLeft = () => patience.within - (performance.now() - start);
  for (let made = 1; ; made += 1) {
    const outcome = await attempt(timeLeft());
    if (outcome.kind === 'done') return outcome.result;
    const backOff = patience.firstWait * 2 ** (made - 1) * (0.5 + patience.random() / 2);
    const wait = Math.min(Math.max(backOff, outcome.askedWait), patience.longestWait);
    if (made >= patience.attempts || wait >= timeLeft()) throw outcome.error;
    await patience.pause(wait);
  }
};
