import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { openLimits } from '../../src/composition/limits.ts';
import { openServerChecks } from '../../src/composition/server-checks.ts';
import type { Config } from '../../src/config.ts';
import { type Diagnosis, type ServerName, servers } from '../../src/platform/server-diagnoses.ts';
import { selfMadeAuthority } from '../support/certificates.ts';
import { startDouble } from '../support/eventstoredb-double/double.ts';
import { redisInTrouble } from '../support/redis-states.ts';
import {
  startHttp,
  startRedis,
  startRedis5,
  startSmallElasticsearch,
  startSmallMongo,
  startSpeaker,
} from '../support/small-servers.ts';
import { startTlsProxy } from '../support/tls-proxy.ts';

/** The lines of docs/operations.md, and those that were not produced yet. */
const documented = [
  ...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `([^`]*(?:SERVER|VARIABLE)[^`]*)` /gm),
].map(([, line = '']) => line);
const missing = new Set(documented);

/** A reason as the document has it: for any server. */
const anonymous = (server: ServerName, reason: string): string => {
  const { title, variable, oldest, enableTls, disableTls, credentialsExample } = servers[server];
  const changes = { [enableTls]: 'TO_TLS', [disableTls]: 'TO_PLAIN', [credentialsExample]: 'CREDENTIALS' };
  const parts = { ...changes, [title]: 'SERVER', [variable]: 'VARIABLE', [oldest]: 'VERSION' };
  return Object.entries(parts).reduce((text, [part, name]) => text.replaceAll(part, name), reason);
};

const variables = {
  eventstoredb: 'eventStore',
  mongodb: 'mongodb',
  elasticsearch: 'elasticsearch',
  redis: 'redis',
} as const;

const diagnose = async (server: ServerName, url: string) => {
  const urls = { eventStore: undefined, mongodb: undefined, elasticsearch: undefined, redis: undefined };
  const configured = { ...urls, [variables[server]]: url };
  const requests = { rateLimitPerMinute: 1, registrationsPerHour: 1, changesPerDay: 1 };
  const limits = async () => (await openLimits({ servers: configured, ...requests } as Config)).servers;
  const [watched] = server === 'redis' ? await limits() : await openServerChecks(configured);
  try {
    return await watched?.diagnose();
  } finally {
    await watched?.close();
  }
};

type Case = readonly [expected: Diagnosis | 'usable', url: string];

const secret = 'hush-hush';

/** Compares what is said of a server at each URL, which must contain neither the secret nor, in the reason, an address. */
const compare = async (t: ExecutionContext, server: ServerName, cases: readonly Case[]) => {
  for (const [expected, url] of cases) {
    const trouble = await diagnose(server, url);
    t.is(trouble?.diagnosis ?? 'usable', expected, url);
    if (!trouble) continue;
    t.notRegex(JSON.stringify(trouble), new RegExp(secret), url);
    t.notRegex(trouble.reason, /127\.0\.0\.1|localhost/, url);
    const line = anonymous(server, trouble.reason);
    t.true(documented.includes(line), `docs/operations.md lacks: ${line}`);
    missing.delete(line);
  }
};

type UrlOf = (address: string, options?: { readonly tls?: boolean; readonly caFile?: string }) => string;

/** What can be wrong with any server, at URLs of its kind; `port` is that of one that works, without TLS. */
const anywhere = async (t: ExecutionContext, port: number, urlOf: UrlOf): Promise<readonly Case[]> => {
  const { caFile, ...certificates } = selfMadeAuthority(t);
  const other = await startSpeaker(t, 'SSH-2.0-OpenSSH_9.2\r\n');
  const here = (aPort: number) => `127.0.0.1:${aPort}`;
  const proxy = async (name: keyof typeof certificates, target = port) =>
    here(await startTlsProxy(t, target, certificates[name]));
  const [secure, web] = [
    await proxy('valid'),
    await startHttp(t, (_request, response) => response.writeHead(404).end()),
  ];
  return [
    ['usable', urlOf(here(port))],
    ['usable', urlOf(secure, { tls: true, caFile })],
    // No other test can come to listen there.
    ['refused', urlOf(here(1))],
    ['unknown host', urlOf('nowhere.invalid:4321')],
    ['unreachable', urlOf('255.255.255.255:4321')],
    ['certificate not trusted', urlOf(secure, { tls: true })],
    ['certificate of another host', urlOf(await proxy('ofAnotherHost'), { tls: true, caFile })],
    ['certificate expired', urlOf(await proxy('expired'), { tls: true, caFile })],
    ['TLS expected', urlOf(secure)],
    ['TLS not spoken', urlOf(here(port), { tls: true })],
    ['another product', urlOf(here(other))],
    ['another product', urlOf(here(web))],
    ['another product', urlOf(await proxy('valid', other), { tls: true, caFile })],
    ['no answer', urlOf(here(await startSpeaker(t)))],
  ];
};

const portOf = (variable: string): number | undefined => {
  const url = process.env[variable];
  return url === undefined ? undefined : Number(new URL(url).port);
};

test.serial('trouble with EventStoreDB is told by name', async (t) => {
  const { caFile, valid } = selfMadeAuthority(t);
  const start = async (options: Parameters<typeof startDouble>[0] = {}) => {
    const double = await startDouble(options);
    t.teardown(double.close);
    return double.port;
  };
  const urlOf: UrlOf = (address, { tls = false, caFile: ca } = {}) =>
    `esdb://${address}?tls=${String(tls)}${ca === undefined ? '' : `&tlsCAFile=${encodeURIComponent(ca)}`}`;
  const authorization = `Basic ${btoa(`admin:${secret}`)}`;
  const guarded = await startTlsProxy(t, await start({ authorization }), valid);
  const withUser = (user: string) => urlOf(`${user}127.0.0.1:${guarded}`, { tls: true, caFile });
  // Before it spoke gRPC.
  const version5 = await startHttp(t, ({ url }, response) =>
    response.writeHead(url === '/info' ? 200 : 404).end('{"esVersion":"5.0.11.0","state":"master"}'),
  );
  await compare(t, 'eventstoredb', [
    ...(await anywhere(t, await start(), urlOf)),
    ['usable', withUser(`admin:${secret}@`)],
    ['wrong credentials', withUser(`admin:${secret}2@`)],
    ['no credentials', withUser('')],
    ['too old', urlOf(`127.0.0.1:${version5}`)],
    ['too old', urlOf(`127.0.0.1:${await start({ version: '20.6.1' })}`)],
    ['usable', urlOf(`127.0.0.1:${await start({ old: true })}`)],
  ]);
  t.regex((await diagnose('eventstoredb', urlOf(`127.0.0.1:${version5}`)))?.where ?? '', /, version 5\.0\.11\.0$/);
});

test.serial('trouble with MongoDB is told by name', async (t) => {
  const port = portOf('MONGODB_URL') ?? (await startSmallMongo(t));
  const urlOf: UrlOf = (address, { tls = false, caFile } = {}) =>
    `mongodb://${address}/?tls=${String(tls)}${caFile === undefined ? '' : `&tlsCAFile=${encodeURIComponent(caFile)}`}`;
  const guarded = await startSmallMongo(t, { auth: true });
  /** One whose answer to a write is given, and which trusts every user. */
  const answering = async (update: object, hello = {}) => {
    const saslStart = { ok: 1, conversationId: 1, done: true, payload: '' };
    return `127.0.0.1:${await startSmallMongo(t, { answers: { update, hello, saslStart } })}`;
  };
  const failed = (code: number, errmsg = 'not now') => answering({ ok: 0, code, errmsg });
  const asUser = (address: string) => `mongodb://precedent:${secret}@${address}/?authMechanism=PLAIN`;
  const forbidden = 'user is not allowed to do action [update] on [precedent.checkpoints]';
  const hosts: string[] = [];
  const alone = await answering({}, { setName: 'rs', isWritablePrimary: false, secondary: true, hosts });
  hosts.push(alone);
  await compare(t, 'mongodb', [
    ...(await anywhere(t, port, urlOf)),
    ['usable', asUser(await answering({ ok: 1, n: 0 }))],
    ['no rights', asUser(await failed(13, 'not authorized on precedent to execute command'))],
    ['no rights', asUser(await failed(8_000, forbidden))],
    ['no credentials', `mongodb://${await failed(13)}`],
    [
      'no majority',
      `mongodb://${await answering({ ok: 1, n: 0, writeConcernError: { code: 64, errmsg: 'timed out' } })}`,
    ],
    ['no primary', `mongodb://${await failed(189)}`],
    ['no primary', `mongodb://${await failed(10_107)}`],
    ['no primary', `mongodb://${alone}`],
    ['wrong credentials', `mongodb://precedent:${secret}@127.0.0.1:${guarded}`],
    ['no credentials', `mongodb://127.0.0.1:${guarded}`],
    ['too old', `mongodb://127.0.0.1:${await startSmallMongo(t, { maxWireVersion: 8 })}`],
  ]);
});

test.serial('trouble with Elasticsearch is told by name', async (t) => {
  const port = portOf('ELASTICSEARCH_URL') ?? (await startSmallElasticsearch(t));
  const urlOf: UrlOf = (address, { tls = false, caFile } = {}) =>
    `http${tls ? 's' : ''}://${address}${caFile === undefined ? '' : `?tlsCAFile=${encodeURIComponent(caFile)}`}`;
  const guarded = await startSmallElasticsearch(t, { authorization: `Basic ${btoa(`elastic:${secret}`)}` });
  const answering = (status: number, body: string, headers = {}) =>
    startHttp(t, (_request, response) => response.writeHead(status, headers).end(body));
  const withSetting = (name: string) => startSmallElasticsearch(t, { settings: { [name]: 'true' } });
  const product = { 'X-Elastic-Product': 'Elasticsearch', 'Content-Type': 'application/json' };
  const version8 = JSON.stringify({ error: { type: 'media_type_header_exception' }, status: 400 });
  await compare(t, 'elasticsearch', [
    ...(await anywhere(t, port, urlOf)),
    ['usable', `http://elastic:${secret}@127.0.0.1:${guarded}/prefix`],
    ['wrong credentials', `http://elastic:${secret}2@127.0.0.1:${guarded}/prefix`],
    ['wrong credentials', `http://127.0.0.1:${guarded}?api_key=${secret}`],
    ['no credentials', `http://127.0.0.1:${guarded}`],
    ['too old', `http://127.0.0.1:${await startSmallElasticsearch(t, { version: '9.3.2' })}`],
    ['too old', `http://127.0.0.1:${await answering(400, version8, product)}`],
    ['index closed', `http://127.0.0.1:${await withSetting('index.verified_before_close')}`],
    ['index blocked', `http://127.0.0.1:${await withSetting('index.blocks.write')}`],
    ['usable', `http://127.0.0.1:${await withSetting('index.blocks.read_only_allow_delete')}`],
    ['usable', `http://127.0.0.1:1,127.0.0.1:${port},http://127.0.0.1:1`],
    ['refused', 'http://127.0.0.1:1,127.0.0.1:2/prefix'],
    ['usable', `http://127.0.0.1:${await answering(403, '{}', product)}`],
    ['another product', `http://127.0.0.1:${await answering(200, '{"version":{"number":"2.19.0"}}')}`],
    ['TLS expected', `http://127.0.0.1:${await answering(400, 'The plain HTTP request was sent to HTTPS port')}`],
    ['no answer', `http://127.0.0.1:${await answering(503, 'no upstream')}`],
  ]);
});

const redisPort = portOf('REDIS_URL');
if (redisPort === undefined) test.skip('trouble with Redis is tried where REDIS_URL is set', () => undefined);
else {
  test.serial('trouble with Redis is told by name', async (t) => {
    const urlOf: UrlOf = (address, { tls = false, caFile } = {}) =>
      `redis${tls ? 's' : ''}://${address}${caFile === undefined ? '' : `?tlsCAFile=${encodeURIComponent(caFile)}`}`;
    const guarded = await startRedis(t, '--requirepass', secret);
    await compare(t, 'redis', [
      ...(await anywhere(t, redisPort, urlOf)),
      ['usable', `redis://:${secret}@127.0.0.1:${guarded}`],
      ['wrong credentials', `redis://:${secret}2@127.0.0.1:${guarded}`],
      ['wrong credentials', `redis://nobody:${secret}@127.0.0.1:${guarded}`],
      ['no credentials', `redis://127.0.0.1:${guarded}`],
      ['too old', `redis://127.0.0.1:${await startRedis5(t)}`],
      ...(await redisInTrouble(t, { port: redisPort, secret })),
    ]);
  });

  test.serial('a server of another kind is recognised even if it does not answer', async (t) => {
    const redis = `127.0.0.1:${redisPort}`;
    await compare(t, 'eventstoredb', [['another product', `esdb://${redis}?tls=false`]]);
    await compare(t, 'mongodb', [['another product', `mongodb://${redis}`]]);
    await compare(t, 'elasticsearch', [['another product', `http://${redis}`]]);
    await compare(t, 'redis', [['another product', `redis://127.0.0.1:${await startSmallElasticsearch(t)}`]]);
  });
}

// Its lines of Redis are said where REDIS_URL is set.
(redisPort === undefined ? test.skip : test.serial)(
  'every line of the table in docs/operations.md was said, and it names how each variable is changed',
  (t) => {
    t.true(documented.length > 0);
    t.deepEqual([...missing], []);
    const text = readFileSync('docs/operations.md', 'utf8');
    for (const { title, variable, oldest, ...changes } of Object.values(servers)) {
      const row = text.split('\n').find((line) => line.startsWith(`| ${title} `) && line.includes(variable)) ?? '';
      for (const part of [oldest, ...Object.values(changes)]) t.true(row.includes(part), `${title}: ${part}`);
    }
  },
);
