import { inProcess } from './child-job.ts';
import type { Latencies } from './latencies.ts';
import type { DuringSearches, LoadJob, Previewed, TenantSearches, Uploaded } from './load-process.ts';

type Result<Kind extends LoadJob['kind']> = {
  upload: Uploaded;
  'upload during searches': DuringSearches;
  'preview during searches': Previewed;
  'searches after uploads': Latencies;
  'single uploads': Latencies;
  'uploads beside files': Latencies;
  'closed loop': Latencies;
  'open loop': Latencies;
  'tenants in turn': TenantSearches;
  sources: readonly (readonly string[])[];
}[Kind];

/** Puts load on the service from a child process. */
export const load = <Job extends LoadJob>(job: Job): Promise<Result<Job['kind']>> => inProcess('load-process.ts', job);
