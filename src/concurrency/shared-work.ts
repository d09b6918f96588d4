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
  const waiting = jobsInTurns<Waiting<Helper>>();
  const free: Helper[] = [];

  const release = (helper: Helper): void => {
    const job = waiting.next();
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
      const own = waiting.owner();
      const workHere = oneAtATime(async () => {
        for (let job = own.take(); job; job = own.take()) await job();
      });
      return (job) =>
        new Promise((resolve, reject) => {
          own.add((helper) => (helper === undefined ? job.here() : helped(job, helper)).then(resolve, reject));
          const helper = free.pop();
          if (helper !== undefined) release(helper);
          void workHere();
        });
    },
  };
};

/** Waiting jobs of several owners, the oldest of each first; `next` takes those of owners in turns. */
const jobsInTurns = <Job>() => {
  /** Those that have any, in the order of their turns. */
  const owners = new Set<Job[]>();
  const takeFrom = (jobs: Job[]): Job | undefined => {
    const job = jobs.shift();
    owners.delete(jobs);
    if (jobs.length > 0) owners.add(jobs);
    return job;
  };
  return {
    next: (): Job | undefined => {
      const [jobs] = owners;
      return jobs && takeFrom(jobs);
    },
    owner: () => {
      const jobs: Job[] = [];
      return {
        add: (job: Job): void => {
          jobs.push(job);
          owners.add(jobs);
        },
        take: (): Job | undefined => takeFrom(jobs),
      };
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
