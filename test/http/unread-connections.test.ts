import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { httpServer } from '../../src/http/server.ts';
import { readSendQueues } from '../../src/platform/send-queues.ts';
import { listening } from '../support/small-servers.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

/** It fits into the buffers of a connection, so that its request ends at once. */
const answer = Buffer.alloc(1_000_000, 'x');
const maxBytes = 5 * answer.length;

const serve = (
  t: ExecutionContext,
  listener: RequestListener = (_request, response) => void response.end(answer),
): Promise<number> =>
  listening(t, httpServer(listener, { unread: { maxBytes, maxBytesOfConnection: answer.length, intervalMs: 20 } }));

/** A client that asks and reads nothing. */
const asking = async (t: ExecutionContext, port: number, headers = ''): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
  return socket;
};

/** The bytes that the kernel holds for the clients of a port. */
const unreadBytes = async (port: number): Promise<number> => {
  const local = `${port.toString(16).padStart(4, '0').toUpperCase()} `;
  const queues = [...(await readSendQueues())].filter(([key]) => key.startsWith(local));
  return queues.reduce((sum, [, { bytes }]) => sum + bytes, 0);
};

/** Waits until the kernel holds no more than so many; returns how many. */
const boundedBytes = async (port: number, most: number): Promise<number> => {
  const end = Date.now() + 10_000;
  let bytes = await unreadBytes(port);
  while (bytes > most && Date.now() < end) {
    await setTimeout(20);
    bytes = await unreadBytes(port);
  }
  return bytes;
};

/** The bytes that a client gets until the answer, or the connection, has ended. */
const readAll = async (socket: Socket): Promise<number> => {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > answer.length) socket.end();
  });
  socket.resume();
  // Also if it is reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return bytes;
};

onLinux('what the kernel holds for clients that do not read is bounded', async (t) => {
  const port = await serve(t);
  for (let index = 0; index < 4; index += 1) await asking(t, port);
  await setTimeout(200);
  // Each client's own buffer takes a part.
  t.true((await unreadBytes(port)) > 2 * answer.length);
  const flood: Socket[] = [];
  for (let index = 0; index < 40; index += 1) flood.push(await asking(t, port));
  const bytes = await boundedBytes(port, maxBytes);
  t.true(bytes > maxBytes / 2 && bytes <= maxBytes, `${bytes} bytes`);
  // The one that has stood still the shortest stays.
  t.true((await readAll(flood.at(-1) as Socket)) > answer.length);
  t.true((await readAll(flood[0] as Socket)) < answer.length);
});

onLinux('a client that reads slowly is kept', async (t) => {
  const port = await serve(t);
  const slow = await asking(t, port);
  let bytes = 0;
  slow.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    slow.pause();
    void setTimeout(50).then(() => slow.resume());
  });
  slow.resume();
  for (let index = 0; index < 20; index += 1) {
    await asking(t, port);
    await setTimeout(60);
  }
  for (const end = Date.now() + 20_000; bytes <= answer.length && !slow.destroyed && Date.now() < end;)
    await setTimeout(20);
  t.true(bytes > answer.length);
});

onLinux('an answer that is the last of its connection is counted until its client has it', async (t) => {
  const port = await serve(t);
  const flood: Socket[] = [];
  for (let index = 0; index < 20; index += 1) flood.push(await asking(t, port, 'Connection: close\r\n'));
  const bytes = await boundedBytes(port, maxBytes);
  t.true(bytes > 0 && bytes <= maxBytes, `${bytes} bytes`);
  t.true((await readAll(flood.at(-1) as Socket)) > answer.length);
  t.true((await readAll(flood[0] as Socket)) < answer.length);
});

onLinux('a connection that is given up leaves nothing behind', async (t) => {
  const lines = { maxBytes: 1e12, maxBytesOfConnection: answer.length, intervalMs: 20 };
  const idle = httpServer((_request, response) => void response.end(answer), { unread: lines, maxIdle: 2 });
  const large = Buffer.alloc(20_000_000);
  const busy = httpServer((_request, response) => void response.end(large), { unread: lines, unreadMs: 200 });
  for (const server of [idle, busy]) {
    const port = await listening(t, server);
    for (let index = 0; index < 6; index += 1) await asking(t, port);
    await setTimeout(500);
    const most = server === idle ? 2 * answer.length : 0;
    t.true((await boundedBytes(port, most)) <= most);
  }
});
