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

/** A server that a test may break. After `start` and `thaw` it answers again, with everything that it had acknowledged. */
export type BreakableServer = {
  readonly url: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
};

export type ServerName = 'eventstore' | 'mongodb' | 'elasticsearch' | 'redis';
type ScriptedServer = Exclude<ServerName, 'eventstore'>;

const urlOf: Readonly<Record<ScriptedServer, (port: number) => string>> = {
  mongodb: (port) => `mongodb://127.0.0.1:${port}/faults`,
  elasticsearch: (port) => `http://127.0.0.1:${port}`,
  redis: (port) => `redis://127.0.0.1:${port}`,
};

/** Starts a server with `scripts/servers` for one test, on a free port and an empty folder; it stops with the test. */
export const startServer = async (t: ExecutionContext, name: ScriptedServer): Promise<BreakableServer> => {
  const folder = temporaryFolder(t);
  // The server may run as another user than the test.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const ports = { [`${name.toUpperCase()}_PORT`]: String(port) };
  // A server that is started, killed and started again compiles quickly rather than well: that halves the processor time of its start.
  const java = { ELASTICSEARCH_HEAP: '512m', ES_JAVA_OPTS: '-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC' };
  const env = { ...process.env, ...ports, ...java, SERVERS_DIR: folder };
  const command = (verb: string) => async () => {
    await run('scripts/servers', [verb, name], { env });
  };
  t.teardown(command('stop'));
  await command('start')();
  return {
    url: urlOf[name](port),
    kill: command('kill'),
    start: command('start'),
    freeze: command('freeze'),
    thaw: command('thaw'),
  };
};

/** Starts all four servers for one test; returns them with the variables of a service that uses them. */
export const startAllServers = async (t: ExecutionContext) => {
  const [mongodb, elasticsearch, redis] = await Promise.all([
    startServer(t, 'mongodb'),
    startServer(t, 'elasticsearch'),
    startServer(t, 'redis'),
  ]);
  const eventstore = await startEventStoreDouble(t);
  const servers: Readonly<Record<ServerName, BreakableServer>> = { eventstore, mongodb, elasticsearch, redis };
  const environment = {
    EVENTSTORE_URL: eventstore.url,
    MONGODB_URL: mongodb.url,
    ELASTICSEARCH_URL: `${elasticsearch.url}/faults`,
    REDIS_URL: redis.url,
  };
  return { servers, environment };
};

/** Starts the double of EventStoreDB in another process, which keeps what it has acknowledged in a file. */
const startEventStoreDouble = async (t: ExecutionContext): Promise<BreakableServer> => {
  const port = await freePort();
  const args = ['test/support/eventstoredb-double/serve.ts', String(port), join(temporaryFolder(t), 'log.jsonl')];
  let child: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    const failed = once(started, 'exit').then(([code]) => {
      throw new Error(`The double of EventStoreDB did not start (${String(code)})`);
    });
    // Its later exit is no failure of the start.
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
