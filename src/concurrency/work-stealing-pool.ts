import { roundRobinQueue } from './round-robin-queue.ts';
import type { Holder } from './waiting-holders.ts';

/** An idempotent job with the same result on either side. */
export type PoolJob<Worker, Result> = {
  readonly runLocally: () => Promise<Result>;
  readonly runOnWorker: (worker: Worker) => Promise<Result>;
  /** Whether it blocks the thread that runs it for longer than a time slice. */
  readonly isBlocking?: boolean;
};

export type RunJob<Worker> = <Result>(job: PoolJob<Worker, Result>) => Promise<Result>;

type WorkerFailures<Worker> = {
  /** Whether an error means that the worker died, rather than that the job failed. */
  readonly isLost: (error: unknown) => boolean;
  /** Resolves when a worker that died can take jobs again. */
  readonly whenAvailable: (worker: Worker) => Promise<unknown>;
};

type QueuedJob<Worker> = Holder & {
  /** Starts the job, on the worker if one is given; it settles the client's promise. */
  readonly start: (worker?: Worker) => Promise<void>;
};

/**
 * A work-stealing pool. Each client runs its own jobs in this thread, one at a time; idle workers take the oldest job, round robin between customers, the tenants of each, and
 * their clients. A blocking job is run in this thread only when no other of its client waits. The job of a worker that dies is run again locally.
 */
export const workStealingPool = <Worker>({ isLost, whenAvailable }: WorkerFailures<Worker>) => {
  const queues = queuesOfTenants<QueuedJob<Worker>>();
  const idle: Worker[] = [];

  const release = (worker: Worker): void => {
    const job = queues.take();
    if (job) void job.start(worker);
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
    /** Returns the function that queues the jobs of one client of a tenant. */
    client: (holder: Holder): RunJob<Worker> => {
      const { add, take } = queuesOfClient(queues, holder);
      const drainLocally = skipWhileRunning(async () => {
        for (let job = take(); job; job = take()) await job.start();
      });
      return (job) =>
        new Promise((resolve, reject) => {
          const run = (worker?: Worker) => (worker === undefined ? job.runLocally() : runJobOnWorker(job, worker));
          add({ ...holder, start: (worker) => run(worker).then(resolve, reject) }, job.isBlocking);
          const worker = idle.pop();
          if (worker !== undefined) release(worker);
          void drainLocally();
        });
    },
  };
};

/** A queue for each client, a holder compared by identity, from which customers take turns, and their tenants. */
const queuesOfTenants = <Job extends Holder>() => {
  const { add, take, takeOf } = roundRobinQueue<Job, Holder>();
  /** Of the customers and tenants that have had one since nothing waited. */
  const lastTurns = { customers: new Map<string, number>(), tenants: new Map<string, number>() };
  let turn = 0;
  return {
    add,
    takeOf,
    take: (): Job | undefined => {
      const { customers, tenants } = lastTurns;
      const job = take(({ customer, tenantId }) => [customers.get(customer) ?? 0, tenants.get(tenantId) ?? 0]);
      turn += 1;
      if (job) {
        customers.set(job.customer, turn);
        tenants.set(job.tenantId, turn);
      } else for (const turns of [customers, tenants]) turns.clear();
      return job;
    },
  };
};

/** Two queues for a client: `take` takes a blocking job when nothing else waits. */
const queuesOfClient = <Job extends Holder>(
  { add, takeOf }: Pick<ReturnType<typeof queuesOfTenants<Job>>, 'add' | 'takeOf'>,
  holder: Holder,
) => {
  const [usual, blocking] = [{ ...holder }, { ...holder }];
  return {
    add: (job: Job, isBlocking = false): void => add(isBlocking ? blocking : usual, job),
    take: (): Job | undefined => takeOf(usual) ?? takeOf(blocking),
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
