import { Stopping } from '../domain/errors.ts';

/** Work that can be ended from outside, by the id of the request that asked for it. */
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
    /** Ends all of it because the service stops; settles when it has ended. */
    stop: async (): Promise<void> => {
      for (const { controller } of running.values()) controller.abort(new Stopping());
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
};
