/** The result of a call that has not worked. */
export const idle = Symbol('idle');

/** How long to rest after work that took so long, for it to take a share of the time, between 0 and 1; in the unit of the work. */
export const restAfter = (worked: number, share: number): number => worked * (1 / share - 1);

/** Shares of the time, between 0 and 1, that work may take. */
type Shares = {
  /** For one client. */
  readonly ofClient: number;
  /** For all of them. */
  readonly ofAll: number;
};

type Work<Result> = {
  /** Serves all clients that wait. */
  readonly run: () => Promise<Result>;
  /** Whether a run has served them; if not, it is run again. */
  readonly hasServed: (result: Result) => boolean;
};

/**
 * Limits work that serves all clients that wait to a share of the time for each client, and to one for all. A call is for the clients that wait: it resolves to `idle`
 * during a run, while the share of all is used up, and while that of each of them is. Those whose share is not used up have caused the run and divide its time
 * between them; the others are served too, at no cost. So a client that always waits delays nobody who seldom does. A run that fails or serves nobody counts for all only.
 * What a call has to do before its run does not count.
 */
export const fairDutyCycle = <Result>(
  { ofClient, ofAll }: Shares,
  { run, hasServed }: Work<Result>,
  now: () => number = () => performance.now(),
): ((clients: ReadonlySet<string>, before?: () => Promise<void>) => Promise<Result | typeof idle>) => {
  let idleUntil = Number.NEGATIVE_INFINITY;
  /** Of the clients that have used up their share. */
  const clientsIdleUntil = new Map<string, number>();
  let isRunning = false;
  return async (clients, before) => {
    let startedAt = now();
    for (const [client, until] of clientsIdleUntil) if (until <= startedAt) clientsIdleUntil.delete(client);
    const causes = [...clients].filter((client) => !clientsIdleUntil.has(client));
    if (isRunning || startedAt < idleUntil || causes.length === 0) return idle;
    isRunning = true;
    const idleAfter = (ms: number, share: number) => now() + restAfter(ms, share);
    try {
      await before?.();
      startedAt = now();
      const result = await run();
      const costs = (now() - startedAt) / causes.length;
      if (hasServed(result)) for (const client of causes) clientsIdleUntil.set(client, idleAfter(costs, ofClient));
      return result;
    } finally {
      idleUntil = idleAfter(now() - startedAt, ofAll);
      isRunning = false;
    }
  };
};
