import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { endAfterBody } from '../../src/http/unread-body.ts';

/** Connects to a server that refuses every request; returns the connection, which is not read. */
const open = async (t: ExecutionContext, limits?: { readonly bytes: number; readonly milliseconds: number }) => {
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    response.statusCode = 413;
    void endAfterBody(request, response, { text: 'too large', ...(limits && { limits }) });
  };
  const server = createServer(respond).on('checkContinue', respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
};

const head = (more: string) => `POST / HTTP/1.1\r\nHost: a\r\n${more}\r\n\r\n`;

/** Sends all of it before anything is read. */
const sendAll = (socket: Socket, text: string) =>
  new Promise<void>((resolve) => void socket.write(text, () => resolve()));

const received = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).resume();
  await once(socket, 'close');
  return text;
};

test('a client that sends its whole body before it reads gets the answer, also if the connection closes with it', async (t) => {
  const socket = await open(t);
  await sendAll(socket, head(`Connection: close\r\nContent-Length: ${8 << 20}`) + ' '.repeat(8 << 20));
  const text = await received(socket);
  t.regex(text, /^HTTP\/1\.1 413 .*too large$/s);
});

test('a connection stays usable after a refused body', async (t) => {
  const socket = await open(t);
  await sendAll(socket, `${head('Content-Length: 3')}abc${head('Connection: close')}`);
  const text = await received(socket);
  t.is(text.split('HTTP/1.1 413').length, 3);
});

test('the connection is closed if the body exceeds the bytes or the time in which its rest is read', async (t) => {
  for (const limits of [
    { bytes: 1_000, milliseconds: 60_000 },
    { bytes: 1_000_000, milliseconds: 10 },
  ]) {
    const socket = await open(t, limits);
    socket.on('error', () => undefined);
    socket.write(head('Content-Length: 9000000') + ' '.repeat(2_000));
    await received(socket);
    t.true(socket.destroyed);
  }
});

test('a client that waits for 100 Continue sends no body, and none is awaited', async (t) => {
  const socket = await open(t, { bytes: 1_000, milliseconds: 60_000 });
  socket.write(head('Connection: close\r\nExpect: 100-continue\r\nContent-Length: 9000000'));
  t.regex(await received(socket), /^HTTP\/1\.1 413 /);
});
