/** Milliseconds each, and how long all of them took together in seconds. */
export type Latencies = { readonly each: readonly number[]; readonly seconds: number };

/** Several measurements as one. */
export const joined = (parts: readonly Latencies[]): Latencies => ({
  each: parts.flatMap(({ each }) => each),
  seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
});

export const percentile = ({ each }: Latencies, share: number): number => {
  const sorted = each.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const perSecond = ({ each, seconds }: Latencies): number => each.length / seconds;

/** `clients` callers that each ask again as soon as they are answered; the first second warms up and does not count. */
export const closedLoop = async (
  ask: (number: number) => Promise<unknown>,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<Latencies> => {
  const each: number[] = [];
  const start = performance.now() + 1_000;
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
 * So many questions a second, whether or not earlier ones have been answered; each is timed from the moment it was due, so that a stop
 * counts for all that it held up. Ends when `running` says so.
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
