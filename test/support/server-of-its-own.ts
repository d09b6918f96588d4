import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

/** Elasticsearch for one test alone, which may be killed and frozen; it is stopped at the end. */
export const elasticsearchOfItsOwn = async (t: ExecutionContext) => {
  const folder = temporaryFolder(t);
  // The server may run as another user than the test.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const env = {
    ...process.env,
    SERVERS_DIR: folder,
    ELASTICSEARCH_PORT: String(port),
    ELASTICSEARCH_HEAP: '512m',
  };
  const order = (word: string) => async () => {
    await run('scripts/servers', [word, 'elasticsearch'], { env });
  };
  t.teardown(order('stop'));
  await order('start')();
  return {
    url: `http://127.0.0.1:${port}`,
    kill: order('kill'),
    start: order('start'),
    freeze: order('freeze'),
    thaw: order('thaw'),
  };
};
