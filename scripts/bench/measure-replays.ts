import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchStores, StoreVariables } from './bench-stores.ts';
import { inProcess } from './child-job.ts';
import type { ReplayJob, ReplayResult } from './replay-process.ts';
import type { Section } from './report.ts';

const run = (job: ReplayJob) => inProcess<ReplayResult>('replay-process.ts', job);

/** Replays a log of accounts and collections only, on separate stores. */
const withoutTickets = async (accounts: number, { environment, drop }: BenchStores): Promise<ReplayResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-'));
  try {
    return await run({ folder, environment, accounts });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await drop();
  }
};

type Replays = {
  /** A folder with tickets; its service is stopped. */
  readonly full: { readonly folder: string; readonly environment: StoreVariables };
  /** Stores for a log of `accounts` accounts and their collections; undefined if there can be only one log. */
  readonly plain: (() => Promise<BenchStores>) | undefined;
  readonly accounts: number;
};

/** Replays a log of accounts and collections alone, and one with tickets. */
export const measureReplays = async ({ full, plain, accounts }: Replays): Promise<Section> => {
  const short = plain && (await withoutTickets(accounts, await plain()));
  const long = await run({ ...full, accounts: 0 });
  const unit = 'events/s';
  const quick = { least: 40_000 };
  const heavy = { least: 8_000 };
  return {
    title: `Replay of ${short?.events ?? 0} events without tickets, and of ${long.events} with them`,
    lines: [
      { name: 'without tickets, accounts', value: short?.accounts, unit, goal: quick },
      { name: 'without tickets, collections', value: short?.collections, unit, goal: quick },
      { name: 'without tickets, everything from empty read models', value: short?.rebuild, unit },
      { name: 'with tickets, the index (rows and vectors)', value: long['ticket-index'], unit, goal: heavy },
      { name: 'with tickets, collections (rows and counts)', value: long.collections, unit, goal: heavy },
      { name: 'with tickets, accounts', value: long.accounts, unit },
      { name: 'with tickets, everything from empty read models', value: long.rebuild, unit },
    ],
  };
};
