import { inProcess } from './child-job.ts';
import type { Latencies } from './latencies.ts';
import type { BesideSearches, LoadJob, Previewed, Uploaded } from './load-process.ts';

type Result<Kind extends LoadJob['kind']> = {
  upload: Uploaded;
  'upload beside searches': BesideSearches;
  'preview beside searches': Previewed;
  'closed loop': Latencies;
  'open loop': Latencies;
  sources: readonly (readonly string[])[];
}[Kind];

/** Puts load on the service from a process of its own. */
export const load = <Job extends LoadJob>(job: Job): Promise<Result<Job['kind']>> => inProcess('load-process.ts', job);
