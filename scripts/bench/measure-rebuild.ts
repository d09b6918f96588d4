import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StoreVariables } from './bench-stores.ts';
import { inProcess } from './child-job.ts';
import type { RebuildJob, RebuildResult } from './rebuild-process.ts';
import { grouped, type Section } from './report.ts';

const run = (job: RebuildJob) => inProcess<RebuildResult>('rebuild-process.ts', job);

type Rebuild = {
  /** The folder and the stores of a stopped service; without EVENTSTORE_URL the beginning of its log is copied into a double. */
  readonly folder: string;
  readonly environment: StoreVariables;
  /** Events that are copied, at most. */
  readonly most: number;
};

/** Builds all read models from EventStoreDB, between two bare reads of the same log. */
export const measureRebuild = async ({ folder, environment, most }: Rebuild): Promise<Section> => {
  const { EVENTSTORE_URL: url } = environment;
  return url === undefined
    ? onDouble({ folder, most }, (double) => compare(double, { ...secrets(), ...environment, EVENTSTORE_URL: double }))
    : compare(url, environment);
};

/** A service on servers needs them. */
const secrets = () => ({ JWT_SECRET: randomBytes(24).toString('hex'), DATA_KEY: randomBytes(32).toString('hex') });

const compare = async (url: string, environment: StoreVariables): Promise<Section> => {
  const before = await run({ kind: 'bare read', url });
  const rebuilt = await run({ kind: 'rebuild', environment });
  const after = await run({ kind: 'bare read', url });
  const seconds = (before.seconds + after.seconds) / 2;
  const processorSeconds = (before.processorSeconds + after.processorSeconds) / 2;
  const targets = [environment['MONGODB_URL'] && 'MongoDB', environment['ELASTICSEARCH_URL'] && 'Elasticsearch'];
  const into = targets.filter(Boolean).join(' and ') || 'SQLite';
  const unit = 'events/s';
  const multiple = '× bare read';
  return {
    title: `Read models of ${grouped(after.events)} events of EventStoreDB into ${into}`,
    lines: [
      { name: 'bare read of the log with the client', value: after.events / seconds, unit },
      { name: 'everything from empty read models', value: after.events / rebuilt.seconds, unit },
      { name: 'time until ready', value: rebuilt.seconds / seconds, unit: multiple, goal: { most: 2.5 } },
      { name: 'processor time', value: rebuilt.processorSeconds / processorSeconds, unit: multiple },
    ],
  };
};

type Copied = Pick<Rebuild, 'folder' | 'most'>;

/** Runs work on a double of EventStoreDB in another process, which holds the beginning of a folder's log. */
const onDouble = async ({ folder, most }: Copied, work: (url: string) => Promise<Section>): Promise<Section> => {
  const copied = mkdtempSync(join(tmpdir(), 'precedent-'));
  const file = join(copied, 'log.jsonl');
  await run({ kind: 'copy', folder, file, most });
  const double = spawn(process.execPath, ['test/support/eventstoredb-double/serve.ts', '0', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface({ input: double.stdout })) {
      const url = /listening on (\S+)/.exec(line)?.[1];
      if (url !== undefined) return await work(url);
    }
    throw new Error('The double of EventStoreDB did not start');
  } finally {
    double.kill('SIGKILL');
    rmSync(copied, { recursive: true, force: true });
  }
};
