import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProcess } from './child-job.ts';
import type { ReplayJob, ReplayResult } from './replay-process.ts';
import type { Section } from './report.ts';

const run = (job: ReplayJob) => inProcess<ReplayResult>('replay-process.ts', job);

/** Replays a log of accounts and collections alone, and the log of a folder full of tickets that no service runs on. */
export const measureReplays = async (ticketsFolder: string, accounts: number): Promise<Section> => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-'));
  try {
    const plain = await run({ folder, accounts });
    const full = await run({ folder: ticketsFolder, accounts: 0 });
    const unit = 'events/s';
    const quick = { least: 40_000 };
    const heavy = { least: 8_000 };
    return {
      title: `Replay of ${plain.events} events without tickets, and of ${full.events} with them`,
      lines: [
        { name: 'without tickets, accounts', value: plain.accounts, unit, goal: quick },
        { name: 'without tickets, collections', value: plain.collections, unit, goal: quick },
        { name: 'without tickets, everything from an empty views.db', value: plain.rebuild, unit },
        { name: 'with tickets, the index (rows and vectors)', value: full['ticket-index'], unit, goal: heavy },
        { name: 'with tickets, collections (rows and counts)', value: full.collections, unit, goal: heavy },
        { name: 'with tickets, accounts', value: full.accounts, unit },
        { name: 'with tickets, everything from an empty views.db', value: full.rebuild, unit },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
