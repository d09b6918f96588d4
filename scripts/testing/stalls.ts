import { setTimeout } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { Command, Report } from './run-tests.ts';

const defaults = {
  /** So many milliseconds of silence are a stall, of the server with MongoDB's protocol or of the whole machine. */
  stallMs: 10_000,
  /** After a stall, requests that waited for it may fail for so long: as long as one waits for MongoDB, twice. */
  aftermathMs: 60_000,
  pauseMs: 500,
};

/** Whether there was a stall at a time of `performance.now()`, or shortly before. */
export type StoodStill = (at: number) => boolean;

/**
 * Writes to the server twice a second, and so finds when it, or this machine, stands still. No test does that to a server that files share: what fails
 * meanwhile says nothing of the service.
 */
export const watchStalls = (mongodbUrl: string, limits: Partial<typeof defaults> = {}) => {
  const { stallMs, aftermathMs, pauseMs } = { ...defaults, ...limits };
  const client = new MongoClient(mongodbUrl);
  const writes = client.db('stalls').collection('writes');
  const stalls: { readonly from: number; readonly to: number }[] = [];
  let from = performance.now();
  let isOver = false;
  const watch = async (): Promise<void> => {
    for (; !isOver; from = performance.now()) {
      await writes.insertOne({}).catch(() => undefined);
      await setTimeout(pauseMs);
      const to = performance.now();
      if (to - from < stallMs) continue;
      stalls.push({ from, to });
      console.log(`── MongoDB, or this machine, stood still for ${Math.round((to - from) / 1_000)} s`);
    }
  };
  const watching = watch();
  const stoodStill: StoodStill = (at) => {
    // The present turn may be one.
    const silent = performance.now() - from >= stallMs ? [{ from, to: performance.now() }] : [];
    return [...stalls, ...silent].some((stall) => at >= stall.from && at <= stall.to + aftermathMs);
  };
  const stop = async () => {
    isOver = true;
    await client.close();
    await watching;
  };
  return { stoodStill, stop };
};

/** `--match` of ava for the title of a test, which a report may put after the name of its file. */
const matching = (title: string): Command => {
  const [, own = title] = /^.*? › (.*)$/.exec(title) ?? [];
  return [`--match=${title}`, `--match=${own}`];
};

/** Runs tests, and those again, once, that failed while a server or the machine stood still. `run` is called with the further arguments of ava. */
export const againAfterStalls = async (
  run: (args: Command) => Promise<Report>,
  stoodStill: StoodStill,
): Promise<Report> => {
  const { passed, failed, skipped } = await run([]);
  const stalled = failed.filter(({ at }) => stoodStill(at));
  if (stalled.length === 0) return { passed, failed, skipped };
  console.log(`── ${stalled.length} tests failed during a stall, and run again`);
  const again = await run(stalled.flatMap(({ title }) => matching(title)));
  const passedAgain = new Set(again.passed);
  const isMended = (each: Report['failed'][number]) => stalled.includes(each) && passedAgain.has(each.title);
  return {
    passed: [...passed, ...failed.filter(isMended).map(({ title }) => title)],
    failed: failed.filter((each) => !isMended(each)),
    skipped,
  };
};
