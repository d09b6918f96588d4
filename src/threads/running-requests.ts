import { Stopping } from '../domain/errors.ts';

/** Requests in progress, which can be aborted by their id. */
export const runningRequests = () => {
  let stopped: Stopping | undefined;
  const running = new Map<string, { readonly controller: AbortController; readonly done: Promise<unknown> }>();
  return {
    run: <Result>(requestId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
      const controller = new AbortController();
      if (stopped) controller.abort(stopped);
      const result = work(controller.signal).finally(() => running.delete(requestId));
      running.set(requestId, { controller, done: result.catch(() => undefined) });
      return result;
    },
    abandon: (requestId: string): Promise<void> => {
      running.get(requestId)?.controller.abort();
      return Promise.resolve();
    },
    /** Aborts all requests, also those that come later, with Stopping as the reason; resolves when those that run have ended. */
    stop: async (): Promise<void> => {
      stopped = new Stopping();
      for (const { controller } of running.values()) controller.abort(stopped);
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
};
