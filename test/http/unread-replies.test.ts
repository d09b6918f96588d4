import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import express, { type RequestHandler } from 'express';
import { compressing } from '../../src/http/compression.ts';
import { httpServer } from '../../src/http/server.ts';
import { boundUnreadReplies } from '../../src/http/unread-replies.ts';
import { listening } from '../support/small-servers.ts';

/** More than the kernel takes for a client that does not read. */
const large = Buffer.alloc(20_000_000, 'x');

type Options = { readonly max?: number; readonly unreadMs?: number; readonly answer?: RequestHandler };

/** A server whose accounts are named by the path. */
const serve = (t: ExecutionContext, { max, unreadMs, answer }: Options) => {
  const app = express();
  app.use(compressing(), boundUnreadReplies(max));
  app.get('/:account', (request, response, next) => {
    response.locals['account'] = { id: request.params['account'] };
    if (answer) void answer(request, response, next);
    else response.type('text').send(large);
  });
  return listening(t, httpServer(app, unreadMs === undefined ? {} : { unreadMs }));
};

/** A client that asks and reads nothing until it is told to; `more` are headers. */
const asking = async (t: ExecutionContext, port: number, account: string, more = '') => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET /${account} HTTP/1.1\r\nHost: a\r\n${more}\r\n`);
  // The server has answered when it is asked by the next.
  await setTimeout(50);
  return socket;
};

/** The bytes that a client gets until the answer, or the connection, has ended. */
const readAll = async (socket: Socket): Promise<number> => {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > large.length) socket.end();
  });
  socket.resume();
  // Also if it is reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return bytes;
};

const isWhole = (bytes: number) => bytes > large.length;

test('of unread replies beyond the bound, the longest waiting of whoever has the most is given up', async (t) => {
  const port = await serve(t, { max: 3.5 * large.length });
  const slow = await asking(t, port, 'slow');
  const flood: Socket[] = [];
  for (let index = 0; index < 6; index += 1) flood.push(await asking(t, port, 'flood'));
  t.true(isWhole(await readAll(slow)));
  const got = await Promise.all(flood.map(readAll));
  t.deepEqual(got.map(isWhole), [false, false, false, false, true, true]);
});

test('replies that wait to be compressed count with what they have before', async (t) => {
  const random = Buffer.from(Array.from({ length: 10_000_000 }, () => Math.floor(Math.random() * 256)));
  const { promise: threeClosed, resolve } = Promise.withResolvers<undefined>();
  let closed = 0;
  const port = await serve(t, {
    max: 2.5 * random.length,
    answer: (_request, response) => {
      response.once('close', () => {
        closed += 1;
        if (closed === 3) resolve(undefined);
      });
      response.type('text').send(random);
    },
  });
  const flood: Socket[] = [];
  for (let index = 0; index < 5; index += 1) flood.push(await asking(t, port, 'a', 'Accept-Encoding: gzip\r\n'));
  // Nobody reads until then, however long the server takes.
  await threeClosed;
  await setTimeout(100);
  t.is(closed, 3);
  t.false(flood[4]?.destroyed);
});

test('what was read no longer counts', async (t) => {
  const port = await serve(t, { max: 1.5 * large.length });
  for (let index = 0; index < 3; index += 1) t.true(isWhole(await readAll(await asking(t, port, 'a'))));
});

test('a connection whose client takes nothing of its answer is closed; one that takes some of it now and then is not', async (t) => {
  // Long beside the pauses: a process that waits for its turn takes nothing meanwhile either.
  const unreadMs = 2_000;
  const port = await serve(t, { unreadMs });
  const [unread, slow] = [await asking(t, port, 'a'), await asking(t, port, 'b')];
  let bytes = 0;
  slow.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    slow.pause();
    // A thirtieth of the answer in a tenth of the time-out.
    void setTimeout(bytes % 700_000 < chunk.length ? unreadMs / 10 : 0).then(() => slow.resume());
  });
  slow.resume();
  // The time-out is looked at when it is over, and what the kernel takes at first is progress.
  await setTimeout(5 * unreadMs);
  t.false(isWhole(await readAll(unread)));
  while (bytes <= large.length && !slow.destroyed) await setTimeout(20);
  t.true(isWhole(bytes));
});

test('a connection with a request that is worked on, or a stream with nothing to say, is left open', async (t) => {
  const unreadMs = 100;
  const port = await serve(t, {
    unreadMs,
    answer: async (_request, response) => {
      response.type('text/event-stream').flushHeaders();
      await setTimeout(6 * unreadMs);
      response.end('said');
    },
  });
  const socket = await asking(t, port, 'a', 'Connection: close\r\n');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.resume();
  await once(socket, 'close');
  t.regex(text, /said/);
});
