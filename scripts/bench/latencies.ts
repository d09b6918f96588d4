/** How the searches of one collection are measured. */
export type Timing = {
  /** Of each load. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Before memory is read. */
  readonly idleSeconds: number;
  /** Service and engine are measured alternately, this many times. */
  readonly turns: number;
  /** Searches that each follow an upload. */
  readonly afterUploads: number;
};

/** Milliseconds of each request, and seconds of all together. */
export type Latencies = { readonly each: readonly number[]; readonly seconds: number };

/** Joins several measurements. */
export const joined = (parts: readonly Latencies[]): Latencies => ({
  each: parts.flatMap(({ each }) => each),
  seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
});

export const percentile = ({ each }: Pick<Latencies, 'each'>, share: number): number => {
  const sorted = each.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const perSecond = ({ each, seconds }: Latencies): number => each.length / seconds;

export type ClosedLoop = {
  readonly clients: number;
  readonly seconds: number;
  /** Comes before `seconds` and does not count. */
  readonly warmUpSeconds: number;
};

/** Runs `clients` callers that each send the next request after the response to the last. */
export const closedLoop = async (
  ask: (number: number) => Promise<unknown>,
  { clients, seconds, warmUpSeconds }: ClosedLoop,
): Promise<Latencies> => {
  const each: number[] = [];
  const start = performance.now() + warmUpSeconds * 1_000;
  const end = start + seconds * 1_000;
  let number = 0;
  const client = async () => {
    for (let now = performance.now(); now < end;) {
      await ask((number += 1));
      const done = performance.now();
      if (now >= start && done <= end) each.push(done - now);
      now = done;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { each, seconds };
};

/**
 * Sends `rate` requests a second without waiting for responses, until `running` returns false. Each is timed from the moment it was due, so
 * that a pause counts for every request that it delays.
 */
export const openLoop = async (
  ask: (number: number) => Promise<unknown>,
  { rate, running }: { readonly rate: number; readonly running: () => boolean },
): Promise<Latencies> => {
  const each: number[] = [];
  const open: Promise<unknown>[] = [];
  const start = performance.now();
  for (let number = 0; running(); number += 1) {
    const due = start + (number * 1_000) / rate;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    open.push(ask(number).then(() => each.push(performance.now() - due)));
  }
  await Promise.all(open);
  return { each, seconds: (performance.now() - start) / 1_000 };
};
