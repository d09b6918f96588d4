import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { httpServer } from '../../src/http/server.ts';
import { listening } from '../support/small-servers.ts';

const pace = { graceMs: 300, bytesPerSecond: 1_000 };

const length = 4_000;

/** Sends a body a piece at a time, until the connection is closed; returns what was answered. */
const answerTo = async (t: ExecutionContext, piece: string, everyMs: number) => {
  const server = httpServer(
    (request: IncomingMessage, response: ServerResponse) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => response.end(`read ${bytes}`));
      request.on('error', () => undefined);
    },
    { bodyPace: pace },
  );
  const port = await listening(t, server);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  const start = performance.now();
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
  const sending = async () => {
    for (let sent = 0; sent < length && !socket.destroyed; sent += piece.length) {
      socket.write(piece);
      await setTimeout(everyMs);
    }
  };
  await Promise.all([once(socket, 'close'), sending()]);
  return { text, ms: performance.now() - start };
};

test('a body that comes a byte at a time is refused and its connection closed', async (t) => {
  const { text, ms } = await answerTo(t, 'x', 20);
  t.regex(text, /^HTTP\/1\.1 408 [^]*Error-Code: request-timeout[^]*The request was not sent in time/);
  t.true(ms < 8_000, String(ms));
});

test('a body that comes at the least rate is read, however long that takes', async (t) => {
  const { text, ms } = await answerTo(t, 'x'.repeat(200), 100);
  t.regex(text, /read 4000$/);
  t.true(ms > 4 * pace.graceMs);
});

test('a body of which nothing comes is refused', async (t) => {
  const { text } = await answerTo(t, 'x', 2_000);
  t.regex(text, /^HTTP\/1\.1 408 /);
});
