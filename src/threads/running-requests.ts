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
      stopped = new Stopping('Service is stopping');
      for (const { controller } of running.values()) controller.abort(stopped);
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
};

/** The functions by which another thread has requests run that can be aborted by their id; what is asked and answered can be cloned. */
export type RequestMethods<Asked, Result> = {
  readonly run: (asked: Asked, requestId: string) => Promise<Result>;
  readonly abandon: (requestId: string) => Promise<void>;
};

type Abortable<Asked, Result> = (asked: Asked, signal: AbortSignal) => Promise<Result>;

/** Serves work to other threads. */
export const servedRequests = <Asked, Result>(work: Abortable<Asked, Result>): RequestMethods<Asked, Result> => {
  const { run, abandon } = runningRequests();
  return { run: (asked, requestId) => run(requestId, (signal) => work(asked, signal)), abandon };
};

/** Such work as it is called in another thread: settles when it has ended there, and rejects with the reason of the signal if that has aborted. */
export const remoteRequest =
  <Asked, Result>({ run, abandon }: RequestMethods<Asked, Result>, newId: () => string): Abortable<Asked, Result> =>
  async (asked, signal) => {
    signal.throwIfAborted();
    const requestId = newId();
    const end = () => void abandon(requestId).catch(() => undefined);
    signal.addEventListener('abort', end, { once: true });
    try {
      return await run(asked, requestId);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  };
