import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

/** A MongoDB-protocol server for one test alone, which may be killed and frozen; it is stopped at the end. */
export const mongoOfItsOwn = async (t: ExecutionContext) => {
  const port = await freePort();
  const env = { ...process.env, SERVERS_DIR: temporaryFolder(t), MONGODB_PORT: String(port) };
  const order = (word: string) => async () => {
    await run('scripts/servers', [word, 'mongodb'], { env });
  };
  t.teardown(order('stop'));
  await order('start')();
  return {
    url: `mongodb://127.0.0.1:${port}/faults`,
    kill: order('kill'),
    start: order('start'),
    freeze: order('freeze'),
    thaw: order('thaw'),
  };
};
