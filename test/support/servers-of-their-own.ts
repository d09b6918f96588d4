import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

/** What a fault test does to a server; after `start` and `thaw` it answers again, with everything it had acknowledged. */
export type Faulty = {
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
};

export type ServerName = 'eventstore' | 'mongodb' | 'elasticsearch' | 'redis';

/** All four servers for one test alone, and the variables of a service on them; they end with the test. */
export const serversOfTheirOwn = async (t: ExecutionContext) => {
  const folder = temporaryFolder(t);
  // The servers may run as another user than the test.
  chmodSync(folder, 0o755);
  const [mongodb, elasticsearch, redis] = [await freePort(), await freePort(), await freePort()];
  const ports = { MONGODB_PORT: String(mongodb), ELASTICSEARCH_PORT: String(elasticsearch), REDIS_PORT: String(redis) };
  const env = { ...process.env, ...ports, SERVERS_DIR: folder, ELASTICSEARCH_HEAP: '512m' };
  const order = (word: string, name?: string) => async () => {
    await run('scripts/servers', [word, ...(name === undefined ? [] : [name])], { env });
  };
  const faulty = (name: string): Faulty => ({
    kill: order('kill', name),
    start: order('start', name),
    freeze: order('freeze', name),
    thaw: order('thaw', name),
  });
  t.teardown(order('stop'));
  await order('start')();
  const eventstore = await logOfItsOwn(t, join(folder, 'log.jsonl'));
  const servers: Readonly<Record<ServerName, Faulty>> = {
    eventstore,
    mongodb: faulty('mongodb'),
    elasticsearch: faulty('elasticsearch'),
    redis: faulty('redis'),
  };
  const environment = {
    EVENTSTORE_URL: eventstore.url,
    MONGODB_URL: `mongodb://127.0.0.1:${mongodb}/faults`,
    ELASTICSEARCH_URL: `http://127.0.0.1:${elasticsearch}/faults`,
    REDIS_URL: `redis://127.0.0.1:${redis}`,
  };
  return { servers, environment };
};

/** The double of EventStoreDB in a process of its own, which keeps what it acknowledged in a file. */
const logOfItsOwn = async (t: ExecutionContext, file: string): Promise<Faulty & { readonly url: string }> => {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    const args = ['test/support/eventstoredb-double/serve.ts', String(port), file];
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    const failed = once(started, 'exit').then(([code]) => {
      throw new Error(`The double of EventStoreDB did not start (${String(code)})`);
    });
    // It ends some day, which is no failure of the start.
    failed.catch(() => undefined);
    await Promise.race([once(createInterface({ input: started.stdout }), 'line'), failed]);
  };
  t.teardown(() => child?.kill('SIGKILL'));
  await start();
  const signal = (name: NodeJS.Signals) => () => {
    child?.kill(name);
    return Promise.resolve();
  };
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    start,
    kill: async () => {
      const ended = child && once(child, 'exit');
      child?.kill('SIGKILL');
      await ended;
    },
    freeze: signal('SIGSTOP'),
    thaw: signal('SIGCONT'),
  };
};
