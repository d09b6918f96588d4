import { Stopping } from '../domain/errors.ts';

/** Requests in progress, which can be aborted by their id. */
export const runningRequests = () => {
  const running = new Map<string, { readonly controller: AbortController; readonly done: Promise<unknown> }>();
  return {
    run: <Result>(requestId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
      const controller = new AbortController();
      const result = work(controller.signal).finally(() => running.delete(requestId));
      running.set(requestId, { controller, done: result.catch(() => undefined) });
      return result;
    },
    abandon: (requestId: string): Promise<void> => {
      running.get(requestId)?.controller.abort();
      return Promise.resolve();
    },
    /** Aborts all requests with Stopping as the reason; resolves when all have ended. */
    stop: async (): Promise<void> => {
      for (const { controller } of running.values()) controller.abort(new Stopping());
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
};
