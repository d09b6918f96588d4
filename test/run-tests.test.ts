import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
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
