import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { BSON } from 'mongodb';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Teardown = Pick<ExecutionContext, 'teardown'>;

const listening = async (t: Teardown, server: Server): Promise<number> => {
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

/**
 * MongoDB, as far as the greeting and credentials go; returns its port. With `auth` it refuses every user and every command without one;
 * `maxWireVersion` 25 is that of 8.0, 8 that of 4.2. The connection breaks at the command `breaksAt`.
 */
export const startSmallMongo = (
  t: Teardown,
  {
    auth = false,
    maxWireVersion = 25,
    breaksAt = '',
  }: { readonly auth?: boolean; readonly maxWireVersion?: number; readonly breaksAt?: string } = {},
): Promise<number> => {
  const hello = { ok: 1, isWritablePrimary: true, ismaster: true, helloOk: true, minWireVersion: 0, maxWireVersion };
  const reply: MongoReply = (command) => {
    if (breaksAt in command) return undefined;
    if ('hello' in command || 'ismaster' in command || 'isMaster' in command) return hello;
    if ('saslStart' in command) return refused;
    if ('find' in command) return auth ? unauthorized : noDocuments;
    return { ok: 1 };
  };
  return listening(
    t,
    createServer((socket) => answerMessages(socket, reply)),
  );
};

const [opReply, opQuery, opMsg] = [1, 2_004, 2_013];

/** Answers each message of MongoDB's wire protocol. */
const answerMessages = (socket: Socket, reply: MongoReply): void => {
  let bytes = Buffer.alloc(0);
  socket.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    while (bytes.length >= 16 && bytes.length >= bytes.readInt32LE(0)) {
      const message = bytes.subarray(0, bytes.readInt32LE(0));
      bytes = bytes.subarray(message.length);
      const answer = answerTo(message, reply);
      if (answer) socket.write(answer);
      else socket.destroy();
    }
  });
};

const answerTo = (message: Buffer, reply: MongoReply): Buffer | undefined => {
  const isQuery = message.readInt32LE(12) === opQuery;
  // OP_QUERY: flags, the collection's name, two numbers; OP_MSG: flags and the kind of the section.
  const start = isQuery ? message.indexOf(0, 20) + 9 : 21;
  const document = message.subarray(start, start + message.readInt32LE(start));
  const answer = reply(BSON.deserialize(document));
  if (!answer) return undefined;
  const body = BSON.serialize(answer);
  const prefix = isQuery ? Buffer.alloc(20) : Buffer.alloc(5);
  if (isQuery) prefix.writeInt32LE(1, 16);
  const header = Buffer.alloc(16);
  [16 + prefix.length + body.length, 1, message.readInt32LE(4), isQuery ? opReply : opMsg].forEach((number, place) =>
    header.writeInt32LE(number, place * 4),
  );
  return Buffer.concat([header, prefix, body]);
};
