import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import type { BSON } from 'mongodb';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { answerTo, documentIn, onMessage } from './mongo-wire.ts';

type Teardown = Pick<ExecutionContext, 'teardown'>;

/** The port of this machine on which a server listens until the end of a test. */
export const listening = async (t: Teardown, server: Server): Promise<number> => {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
};

/** An HTTP server of this machine; returns its port. */
export const startHttp = (t: Teardown, listener: RequestListener): Promise<number> =>
  listening(t, createHttpServer(listener));

/** A server that says something to everybody who connects, and nothing else; without words it is silent. Returns its port. */
export const startSpeaker = (t: Teardown, words?: string): Promise<number> =>
  listening(
    t,
    createServer((socket) => {
      socket.resume();
      if (words !== undefined) socket.write(words);
    }),
  );

/** Elasticsearch, as far as its version, credentials and the settings of an index go; returns its port. */
export const startSmallElasticsearch = (
  t: Teardown,
  {
    version = '9.5.3',
    authorization,
    settings = {},
  }: {
    readonly version?: string;
    readonly authorization?: string;
    readonly settings?: Readonly<Record<string, string>>;
  } = {},
): Promise<number> =>
  startHttp(t, ({ headers, url = '' }, response) => {
    const isRefused = authorization !== undefined && headers.authorization !== authorization;
    response.writeHead(isRefused ? 401 : 200, {
      'X-Elastic-Product': 'Elasticsearch',
      'Content-Type': 'application/json',
    });
    const error = { type: 'security_exception', reason: 'unable to authenticate user [elastic]' };
    const answer = url.includes('/_settings') ? { 'precedent-copies': { settings } } : { version: { number: version } };
    response.end(JSON.stringify(isRefused ? { error, status: 401 } : answer));
  });

/** Redis 5, as far as its version goes; returns its port. */
export const startRedis5 = (t: Teardown): Promise<number> => {
  const info = '# Server\r\nredis_version:5.0.14\r\n';
  const reply = (command: string) => {
    if (/hello/i.test(command)) return '-ERR unknown command `HELLO`\r\n';
    return /info/i.test(command) ? `$${info.length}\r\n${info}\r\n` : ':0\r\n';
  };
  return listening(
    t,
    createServer((socket) => {
      socket.on('data', (bytes) => {
        for (const [, command = ''] of bytes.toString().matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)\r\n/gm)) {
          socket.write(reply(command));
        }
      });
    }),
  );
};

/** The installed Redis with options of its command line; returns its port. */
export const startRedis = async (t: Teardown, ...more: readonly string[]): Promise<number> => {
  const port = await freePort();
  const options = [...more, '--port', String(port), '--bind', '127.0.0.1'];
  if (!more.includes('--save')) options.push('--save', '');
  // A replica is given a file.
  if (!more.includes('--dir')) options.push('--dir', temporaryFolder(t));
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  t.teardown(() => server.kill('SIGKILL'));
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isListening) return port;
    if (server.exitCode !== null) throw new Error(`Redis does not start with ${more.join(' ')}`);
    await setTimeout(50);
  }
};

/** Without a reply the connection breaks. */
type MongoReply = (command: BSON.Document) => BSON.Document | undefined;

const unauthorized = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'command find requires authentication' };
const refused = { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' };
const noDocuments = { ok: 1, cursor: { id: 0n, ns: 'precedent.any', firstBatch: [] } };

type SmallMongo = {
  readonly auth?: boolean;
  readonly maxWireVersion?: number;
  readonly breaksAt?: string;
  /** What is answered instead, by the names of commands. */
  readonly answers?: Readonly<Record<string, object>>;
};

/**
 * MongoDB, as far as the greeting and credentials go; returns its port. With `auth` it refuses every user and every command without one;
 * `maxWireVersion` 25 is that of 8.0, 8 that of 4.2. The connection breaks at the command `breaksAt`.
 */
export const startSmallMongo = (
  t: Teardown,
  { auth = false, maxWireVersion = 25, breaksAt = '', answers = {} }: SmallMongo = {},
): Promise<number> => {
  const hello = { ok: 1, isWritablePrimary: true, ismaster: true, helloOk: true, minWireVersion: 0, maxWireVersion };
  const reply: MongoReply = (command) => {
    if (breaksAt in command) return undefined;
    const [name = ''] = Object.keys(command);
    const greeting = ['hello', 'ismaster', 'isMaster'].includes(name) ? 'hello' : name;
    if (answers[greeting]) return { ...(greeting === 'hello' && hello), ...answers[greeting] };
    if (greeting === 'hello') return hello;
    if (name === 'saslStart') return refused;
    if (auth) return unauthorized;
    return name === 'find' ? noDocuments : { ok: 1, n: 0 };
  };
  return listening(
    t,
    createServer((socket) => answerMessages(socket, reply)),
  );
};

/** Answers each message of MongoDB's wire protocol. */
const answerMessages = (socket: Socket, reply: MongoReply): void =>
  onMessage(socket, (message) => {
    const answer = reply(documentIn(message));
    if (answer) socket.write(answerTo(message, answer));
    else socket.destroy();
  });
