import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, readinessOf } from '../support/api.ts';
import { selfMadeAuthority } from '../support/certificates.ts';
import { startDouble } from '../support/eventstoredb-double/double.ts';
import { freePort } from '../support/free-port.ts';
import { runFile } from '../support/run-file.ts';
import { type Service, startService } from '../support/service.ts';
import { startHttp, startSmallElasticsearch, startSmallMongo } from '../support/small-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startTlsProxy } from '../support/tls-proxy.ts';

const secrets = () => ({ JWT_SECRET: randomBytes(24).toString('hex'), DATA_KEY: randomBytes(32).toString('hex') });
const password = 'hush-hush';

/** Starts a service that is expected to end; returns its exit code and everything that it has printed. */
const giveUp = (t: ExecutionContext, environment: Readonly<Record<string, string>>) =>
  runFile('src/main.ts', { environment: { PORT: '0', DATA_DIR: temporaryFolder(t), ...secrets(), ...environment } });

test.serial('what cannot mend itself ends the start with one line and exit code 1, without the secret', async (t) => {
  const double = await startDouble({ authorization: `Basic ${btoa('admin:other')}` });
  t.teardown(double.close);
  const { valid, caFile } = selfMadeAuthority(t);
  const log = await startTlsProxy(t, double.port, valid);
  const index = await startSmallElasticsearch(t, { authorization: 'Basic none' });
  const web = await startHttp(t, (_request, response) => response.writeHead(404).end());
  const cases: Readonly<Record<string, readonly [url: string, reason: RegExp]>> = {
    EVENTSTORE_URL: [
      // With options that the client does not know, at which it would print the whole string.
      `esdb://admin:${password}@127.0.0.1:${log}?tls=true&tlsCAFile=${caFile}&tlsVerifyCert=false&any=thing`,
      /^EventStoreDB refuses the user, password or key in EVENTSTORE_URL/,
    ],
    MONGODB_URL: [
      `mongodb://precedent:${password}@127.0.0.1:${await startSmallMongo(t, { auth: true })}`,
      /^MongoDB refuses the user, password or key in MONGODB_URL/,
    ],
    ELASTICSEARCH_URL: [
      `http://elastic:${password}@127.0.0.1:${index}`,
      /^Elasticsearch refuses the user, password or key in ELASTICSEARCH_URL/,
    ],
    REDIS_URL: [`redis://:${password}@127.0.0.1:${web}`, /^What answers is not Redis/],
  };
  for (const [variable, [url, reason]] of Object.entries(cases)) {
    const { code, output } = await giveUp(t, { [variable]: url });
    t.is(code, 1, output);
    t.notRegex(output, new RegExp(password));
    const line = new RegExp(`^precedent: ${variable}: (.+) \\(127\\.0\\.0\\.1:\\d+\\)\\n$`);
    const [, said] = line.exec(withoutNodesWarnings(output)) ?? [];
    t.regex(said ?? `another output: ${output}`, reason);
  }
});

/** Node warns that the driver gives an address as a name. */
const withoutNodesWarnings = (output: string): string => output.replaceAll(/^\((?:node:|Use `node)[^\n]*\n/gm, '');

type Stores = Readonly<Record<string, { readonly state: string; readonly reason?: string }>>;

const readiness = async (url: string) => {
  const { status, body } = await readinessOf(url);
  const { stores } = body as { readonly stores: Stores };
  return { status, stores, log: stores['eventstoredb'] };
};

const until = async (done: () => Promise<boolean>) => {
  while (!(await done().catch(() => false))) await setTimeout(100);
};

/** Waits for what may be read after the answer that it was printed before. `text` holds no sign with a meaning in a pattern. */
const hasSaid = async (t: ExecutionContext, service: Service, { text, times }: { text: string; times: number }) => {
  await service.printed(new RegExp(`(?:${text}[^]*){${times}}`));
  t.is(service.output().split(text).length - 1, times, service.output());
};

test.serial(
  'without Redis the service starts and is ready, and /api/ready and the log name what is wrong',
  async (t) => {
    const redis = `redis://:${password}@127.0.0.1:${await freePort()}`;
    const service = await startService({ ...secrets(), REDIS_URL: redis }, temporaryFolder(t));
    t.teardown(service.kill);
    const reason = 'Redis refuses connections; start it, or correct the host and port in REDIS_URL';
    const { status, stores } = await readiness(service.url);
    t.deepEqual([status, stores['redis']], [200, { state: 'degraded', reason }]);
    await hasSaid(t, service, { text: `"reason":"${reason}"`, times: 1 });
    t.notRegex(service.output(), new RegExp(password));
    t.is(await service.stop(), 0);
  },
);

test.serial('an operation without a service ends with the line too', async (t) => {
  const port = await startSmallMongo(t, { auth: true });
  const environment = { DATA_DIR: temporaryFolder(t), ...secrets() };
  const { code, output } = await runFile('scripts/verify.ts', {
    environment: { ...environment, MONGODB_URL: `mongodb://precedent:${password}@127.0.0.1:${port}` },
  });
  t.is(code, 1);
  t.regex(output, /^verify: MONGODB_URL: MongoDB refuses the user, password or key in MONGODB_URL; [^\n]+\n$/);
});

test.serial(
  'what can mend itself is waited for and named by /api/ready; after the start no trouble ends the service',
  async (t) => {
    const [port, ownPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${ownPort}`;
    const environment = { ...secrets(), EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`, PORT: String(ownPort) };
    const starting = startService(environment, temporaryFolder(t));
    const reason = 'EventStoreDB refuses connections; start it, or correct the host and port in EVENTSTORE_URL';
    await until(async () => (await readiness(url)).status === 503);
    t.deepEqual((await call(url, 'GET /api/ready')).body, { status: 'not ready' });
    t.deepEqual((await readiness(url)).stores, {
      eventstoredb: { state: 'failing', reason },
      'read-models': { state: 'rebuilding', reason: 'The service is starting' },
    });
    t.is((await call(url, 'GET /api/health')).status, 200);
    const refusal = await call(url, 'POST /api/login', { body: {} });
    t.deepEqual([refusal.status, refusal.body], [500, { detail: 'The service is starting' }]);
    await setTimeout(2_500);

    const double = await startDouble({ port });
    t.teardown(double.close);
    const service = await starting;
    t.teardown(service.kill);
    await hasSaid(t, service, { text: `"reason":"${reason}"`, times: 1 });
    t.like(await readiness(url), { status: 200, log: { state: 'ready' } });
    await hasSaid(t, service, { text: '"EventStoreDB can be used again"', times: 1 });

    await double.kill();
    await until(async () => (await readiness(url)).log?.reason === reason);
    t.is((await readiness(url)).status, 503);
    await hasSaid(t, service, { text: `"reason":"${reason}"`, times: 2 });

    // What would end a start.
    const stranger = createServer((_request, response) => response.writeHead(404).end()).listen(port, '127.0.0.1');
    await until(async () => /^What answers is not EventStoreDB/.test((await readiness(url)).log?.reason ?? ''));
    t.false(service.exited());
    stranger.closeAllConnections();
    await new Promise((resolve) => stranger.close(resolve));
    await double.restart();
    await until(async () => (await readiness(url)).status === 200);
    await hasSaid(t, service, { text: '"EventStoreDB can be used again"', times: 2 });
    t.is(await service.stop(), 0);
  },
);
