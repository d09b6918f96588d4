import { roundRobinQueue } from './round-robin-queue.ts';

/** Work that gives the same result here and at a helper, and may be repeated. */
export type SharedJob<Helper, Result> = {
  readonly here: () => Promise<Result>;
  readonly there: (helper: Helper) => Promise<Result>;
};

export type ShareWork<Helper> = <Result>(job: SharedJob<Helper, Result>) => Promise<Result>;

/** What to do about a helper that has failed. */
type Failures<Helper> = {
  /** Whether an error means that the helper is lost, and not that the job fails. */
  readonly isLost: (error: unknown) => boolean;
  /** Resolves when it may be asked again. */
  readonly back: (helper: Helper) => Promise<unknown>;
};

/** Begins a job, which settles the promise of its owner. */
type Waiting<Helper> = (helper?: Helper) => Promise<void>;

/**
 * Divides jobs between their owners, each of which does one at a time here, and helpers such as other threads. Helpers and owners take the oldest waiting
 * job; owners take turns with the helpers, and nobody waits for helpers that are busy. The job of a helper that is lost is repeated here.
 */
export const sharedWork = <Helper>({ isLost, back }: Failures<Helper>) => {
  const waiting = roundRobinQueue<Waiting<Helper>, symbol>();
  const free: Helper[] = [];

  const release = (helper: Helper): void => {
    const job = waiting.take();
    if (job) void job(helper);
    else free.push(helper);
  };
  const helped = async <Result>({ here, there }: SharedJob<Helper, Result>, helper: Helper): Promise<Result> => {
    try {
      const result = await there(helper);
      release(helper);
      return result;
    } catch (error) {
      if (isLost(error)) {
        void back(helper).then(() => release(helper));
        return await here();
      }
      release(helper);
      throw error;
    }
  };
  return {
    /** The helper takes jobs from now on. */
    add: release,
    /** For one owner of jobs. */
    owner: (): ShareWork<Helper> => {
      const owner = Symbol('owner');
      const workHere = oneAtATime(async () => {
        for (let job = waiting.takeOf(owner); job; job = waiting.takeOf(owner)) await job();
      });
      return (job) =>
        new Promise((resolve, reject) => {
          const settle = (result: ReturnType<typeof job.here>) => result.then(resolve, reject);
          waiting.add(owner, (helper) => settle(helper === undefined ? job.here() : helped(job, helper)));
          const helper = free.pop();
          if (helper !== undefined) release(helper);
          void workHere();
        });
    },
  };
};

/** A call while the work runs does nothing. */
const oneAtATime = (work: () => Promise<void>): (() => Promise<void>) => {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    await work();
    isBusy = false;
  };
};
