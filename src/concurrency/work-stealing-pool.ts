import { roundRobinQueue } from './round-robin-queue.ts';

/** An idempotent job with the same result on either side. */
export type PoolJob<Worker, Result> = {
  readonly runLocally: () => Promise<Result>;
  readonly runOnWorker: (worker: Worker) => Promise<Result>;
};

export type RunJob<Worker> = <Result>(job: PoolJob<Worker, Result>) => Promise<Result>;

type WorkerFailures<Worker> = {
  /** Whether an error means that the worker died, rather than that the job failed. */
  readonly isLost: (error: unknown) => boolean;
  /** Resolves when a worker that died can take jobs again. */
  readonly whenAvailable: (worker: Worker) => Promise<unknown>;
};

/** Starts a job, on the worker if one is given; the job settles the client's promise. */
type QueuedJob<Worker> = (worker?: Worker) => Promise<void>;

/**
 * A work-stealing pool. Each client runs its own jobs in this thread, one at a time; idle workers take the oldest job, round robin between clients. The job of
 * a worker that dies is run again locally.
 */
export const workStealingPool = <Worker>({ isLost, whenAvailable }: WorkerFailures<Worker>) => {
  const queues = roundRobinQueue<QueuedJob<Worker>, symbol>();
  const idle: Worker[] = [];

  const release = (worker: Worker): void => {
    const job = queues.take();
    if (job) void job(worker);
    else idle.push(worker);
  };
  const runJobOnWorker = async <Result>(job: PoolJob<Worker, Result>, worker: Worker): Promise<Result> => {
    try {
      const result = await job.runOnWorker(worker);
      release(worker);
      return result;
    } catch (error) {
      if (isLost(error)) {
        void whenAvailable(worker).then(() => release(worker));
        return await job.runLocally();
      }
      release(worker);
      throw error;
    }
  };
  return {
    addWorker: release,
    /** Returns the function that queues the jobs of one client. */
    client: (): RunJob<Worker> => {
      const client = Symbol();
      const drainLocally = skipWhileRunning(async () => {
        for (let job = queues.takeOf(client); job; job = queues.takeOf(client)) await job();
      });
      return (job) =>
        new Promise((resolve, reject) => {
          const settle = (result: ReturnType<typeof job.runLocally>) => result.then(resolve, reject);
          queues.add(client, (worker) => settle(worker === undefined ? job.runLocally() : runJobOnWorker(job, worker)));
          const worker = idle.pop();
          if (worker !== undefined) release(worker);
          void drainLocally();
        });
    },
  };
};

const skipWhileRunning = (work: () => Promise<void>): (() => Promise<void>) => {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    await work();
    isRunning = false;
  };
};
