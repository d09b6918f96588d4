import { availableParallelism } from 'node:os';
import type { Outcome } from './run-tests.ts';

/**
 * More than there are cores: while a job waits for a process, a server or a time, others compute; each uses a third of a core. Two more once no job uses
 * Elasticsearch any more, whose requests fail on a machine that has too much to do.
 */
const lanes = availableParallelism() + 3;
const lanesAfterServers = 2;

/** What one lane does at a time. */
export type Job = {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
  /** Uses the servers that all jobs share. */
  readonly onServers?: true;
  /** Waits for time-outs and does little else: it needs no lane. */
  readonly waits?: true;
};

const failedToRun = (name: string, error: unknown): Outcome => ({
  ...{ passed: 0, skipped: [] },
  failed: [`${name}: ${String(error)}`],
});

const runJob = async ({ name, run }: Job): Promise<Outcome> => {
  const began = performance.now();
  const outcome = await run().catch((error: unknown) => failedToRun(name, error));
  console.log(`── ${name}: ${Math.round((performance.now() - began) / 1_000)} s`);
  return outcome;
};

/** Runs jobs in several lanes, each of which takes one after the other. */
export const inLanes = async (jobs: readonly Job[]): Promise<readonly Outcome[]> => {
  const queue = jobs.filter(({ waits }) => !waits);
  let onServers = queue.filter((job) => job.onServers).length;
  const later: Promise<Outcome[]>[] = [];
  const lane = async (): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (let job = queue.shift(); job; job = queue.shift()) {
      outcomes.push(await runJob(job));
      if (job.onServers && (onServers -= 1) === 0) later.push(...Array.from({ length: lanesAfterServers }, lane));
    }
    return outcomes;
  };
  const outcomes = await Promise.all([
    ...jobs.filter(({ waits }) => waits).map(async (job) => [await runJob(job)]),
    ...Array.from({ length: lanes }, lane),
  ]);
  return [...outcomes, ...(await Promise.all(later))].flat();
};
