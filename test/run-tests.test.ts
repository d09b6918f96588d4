import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { type AddressInfo, createServer } from 'node:net';
import test from 'ava';
import type { Report } from '../scripts/testing/run-tests.ts';
import { againAfterStalls, watchStalls } from '../scripts/testing/stalls.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** What a test does that starts a server of its own (`startServer`): the server has a session of its own, and its pid in a folder for temporary files. */
const starting = `
  import { spawn } from 'node:child_process';
  import { mkdtempSync, writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  writeFileSync(join(mkdtempSync(join(tmpdir(), 'server-')), 'redis.pid'), String(pid));
  console.log('ok 1 - ' + pid);
  console.log('ok 2 - started');
  setInterval(() => undefined, 1_000);`;

/** Runs it as the runner of the tests does. */
const running = `
  import { runTests } from './scripts/testing/run-tests.ts';
  await runTests([process.execPath, '--input-type=module', '-e', ${JSON.stringify(starting)}]);`;

const isRunning = (pid: number) => existsSync(`/proc/${pid}/exe`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  (existsSync('/proc/self') ? test : test.skip)(
    `a run of tests that is ended by ${signal}, even twice, ends the servers of its tests and removes their files`,
    async (t) => {
      const folder = temporaryFolder(t);
      const child = spawn(process.execPath, ['--input-type=module', '-e', running], {
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      let pid = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        pid = Number(/✔ (\d+)$/.exec(line)?.[1]);
        break;
      }
      t.true(isRunning(pid));
      child.kill(signal);
      child.kill(signal);
      t.deepEqual(await ended, [1, null]);
      while (isRunning(pid)) await setTimeout(10);
      t.deepEqual(readdirSync(folder), []);
    },
  );

/** Tests of two files, in the report as it is of several files. All but one fail the first time. */
const reporting = () => {
  const calls: (readonly string[])[] = [];
  const failure = (title: string, at: number) => ({ title, at, details: [] });
  const run = (args: readonly string[]): Promise<Report> => {
    calls.push(args);
    return Promise.resolve(
      calls.length === 1
        ? {
            passed: ['one › a'],
            failed: [failure('one › b', 1), failure('two › c', 2), failure('two › d', 3)],
            skipped: [],
          }
        : { passed: ['two › c'], failed: [failure('two › d', 4)], skipped: [] },
    );
  };
  return { calls, run };
};

test('what failed during a stall runs again, once, and must pass then', async (t) => {
  const { calls, run } = reporting();
  const { passed, failed } = await againAfterStalls(run, (at) => at > 1);
  t.deepEqual(calls, [[], ['--match=two › c', '--match=c', '--match=two › d', '--match=d']]);
  t.deepEqual(passed, ['one › a', 'two › c']);
  t.deepEqual(
    failed.map(({ title }) => title),
    ['one › b', 'two › d'],
  );
});

test('without a stall nothing runs again', async (t) => {
  const { calls, run } = reporting();
  t.is((await againAfterStalls(run, () => false)).failed.length, 3);
  t.is(calls.length, 1);
});

test('a test that was not found again has failed', async (t) => {
  const lost = { title: 'before hook', at: 1, details: [] };
  const run = (args: readonly string[]): Promise<Report> =>
    Promise.resolve({ passed: [], failed: args.length === 0 ? [lost] : [], skipped: [] });
  t.deepEqual((await againAfterStalls(run, () => true)).failed, [lost]);
});

test('a server that takes ten seconds for a write stands still, until a minute after it', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const now = () => performance.now();
  const began = now();
  const { stoodStill, stop } = watchStalls(`mongodb://127.0.0.1:${port}`, { stallMs: 200, aftermathMs: 5_000 });
  t.false(stoodStill(began));
  while (!stoodStill(now())) await setTimeout(10);
  t.true(now() - began >= 200);
  silent.close();
  await stop();
});
