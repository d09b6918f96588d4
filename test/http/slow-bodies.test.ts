import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { httpServer } from '../../src/http/server.ts';
import { listening } from '../support/small-servers.ts';

const pace = { graceMs: 300, bytesPerSecond: 1_000, maxAheadMs: 60_000 };

const length = 4_000;

/** Sends a body a piece at a time, until the connection is closed; returns what was answered. */
const answerTo = async (t: ExecutionContext, piece: string, everyMs: number, bodyPace = pace) => {
  const server = httpServer(
    (request: IncomingMessage, response: ServerResponse) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => response.end(`read ${bytes}`));
      request.on('error', () => undefined);
    },
    { bodyPace },
  );
  const port = await listening(t, server);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let text = '';
  const closed = new AbortController();
  socket.on('data', (data: Buffer) => (text += data.toString())).on('close', () => closed.abort());
  const start = performance.now();
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
  const sending = async () => {
    for (let sent = 0; sent < length && !socket.destroyed; sent += piece.length) {
      socket.write(piece);
      await setTimeout(everyMs, undefined, { signal: closed.signal }).catch(() => undefined);
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

test('a body of which nearly all comes at once and then nothing is refused soon', async (t) => {
  // For what has come it might take another 40 s.
  const { text, ms } = await answerTo(t, 'x'.repeat(length - 1), 60_000, {
    ...pace,
    bytesPerSecond: 100,
    maxAheadMs: 600,
  });
  t.regex(text, /^HTTP\/1\.1 408 /);
  t.true(ms < 20_000, String(ms));
});
