import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { temporaryFolder } from './temporary-folder.ts';

/** Resets a connection that is being ended, in a thread of its own as tests run in. */
const script = `
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, Worker } from 'node:worker_threads';
import { resetConnection } from ${JSON.stringify(resolve('test/support/tcp-proxy.ts'))};

if (isMainThread) new Worker(import.meta.filename);
else {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(server.address().port, '127.0.0.1');
  const [accepted] = await once(server, 'connection');
  await setTimeout(100);
  for (const socket of [accepted, client]) socket.on('error', () => undefined).end();
  resetConnection(client);
  // After the next turns it is closed, or never.
  await setTimeout(100);
  process.exit();
}
`;

test('a thread ends though a connection was reset while it was being ended', async (t) => {
  const file = join(temporaryFolder(t), 'reset.ts');
  writeFileSync(file, script);
  await t.notThrowsAsync(promisify(execFile)(process.execPath, [file], { timeout: 20_000, killSignal: 'SIGKILL' }));
});
