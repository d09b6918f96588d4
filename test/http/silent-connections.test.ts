import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { httpServer } from '../../src/http/server.ts';
import { listening } from '../support/small-servers.ts';

const serve = (
  t: ExecutionContext,
  options: Parameters<typeof httpServer>[1] = { headersMs: 200, checkMs: 50 },
  answer: (response: ServerResponse) => unknown = (response) => response.end('answered'),
) => {
  return listening(
    t,
    httpServer((_request, response) => answer(response), options),
  );
};

/** Also if it is reset. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

/** What a connection was sent until it was closed. */
const answerTo = async (port: number, sent: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  socket.write(sent);
  await closed(socket.on('error', () => undefined));
  return text;
};

test('a connection that does not send the headers of a request is closed', async (t) => {
  const port = await serve(t);
  for (const sent of ['', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ']) {
    t.regex(await answerTo(port, sent), /^HTTP\/1\.1 408 [^]*The request was not sent in time/);
  }
});

test('a connection that sends them is answered', async (t) => {
  const port = await serve(t);
  t.regex(await answerTo(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'), /answered$/);
});

/** A connection, with what it was sent so far. */
const opened = async (port: number, sent = '', localAddress = '127.0.0.1') => {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  await once(socket, 'connect');
  socket.write(sent);
  return { socket, text: () => text };
};

const until = async (t: ExecutionContext, isReached: () => boolean) => {
  for (const end = Date.now() + 20_000; !isReached() && Date.now() < end;) await setTimeout(10);
  t.true(isReached());
};

const isOpen = ({ socket }: { readonly socket: Socket }) => !socket.destroyed;

test('of connections without a request the newest stay open, and those with one are not counted', async (t) => {
  const waiting: ServerResponse[] = [];
  const port = await serve(t, { maxIdle: 3 }, (response) => {
    if (response.req.url === '/wait') waiting.push(response);
    else response.end('answered');
  });
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  // One that asks twice without waiting is busy until its second answer.
  const [busy, twice] = [await opened(port, ask('/wait')), await opened(port, ask('/wait') + ask('/wait'))];
  await until(t, () => waiting.length === 2);
  const answered = await opened(port, ask('/'));
  await until(t, () => answered.text().endsWith('answered'));
  const silent = await Promise.all(Array.from({ length: 3 }, () => opened(port)));
  await until(t, () => !isOpen(answered));
  silent.push(await opened(port, 'GET / HTTP/1.1\r\nX-Slow: '));
  await until(t, () => silent.filter(isOpen).length === 3);
  // A flood closes its own connections.
  const flood = await Promise.all(Array.from({ length: 50 }, () => opened(port)));
  await until(t, () => flood.filter(isOpen).length === 3 && !silent.some(isOpen));
  const asking = await opened(port, ask('/'));
  await until(t, () => asking.text().endsWith('answered'));
  t.true(isOpen(busy) && isOpen(twice));
  waiting[1]?.end('first');
  await until(t, () => twice.text().endsWith('first') && waiting.length === 3);
  for (let more = 0; more < 5; more += 1) await opened(port);
  await setTimeout(50);
  t.true(isOpen(twice));
  waiting[0]?.end('answered');
  waiting[2]?.end('second');
  await until(t, () => busy.text().endsWith('answered') && twice.text().endsWith('second'));
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a flood of one address closes no connection of another', async (t) => {
  const port = await serve(t, { maxIdle: 4 });
  const others = [await opened(port), await opened(port)];
  const flood = await Promise.all(Array.from({ length: 30 }, () => opened(port, '', '127.0.0.2')));
  await until(t, () => flood.filter(isOpen).length === 2);
  t.true(others.every(isOpen));
});

test('a connection that does not wait for answers has some requests at a time, and is closed with more', async (t) => {
  let asked = 0;
  const port = await serve(t, {}, (response) => {
    asked += 1;
    response.end('answered');
  });
  const requests = (count: number) => 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count);
  const text = await answerTo(port, `${requests(3)}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  t.is(text.match(/answered/g)?.length, 4);
  asked = 0;
  await answerTo(port, requests(1_500));
  t.is(asked, 1);
});

test('requests of a connection are begun one after the other, and none of a client that has left', async (t) => {
  const begun: ServerResponse[] = [];
  const port = await serve(t, {}, (response) => begun.push(response));
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const one = await opened(port, request.repeat(3));
  await until(t, () => begun.length === 1);
  await setTimeout(30);
  t.is(begun.length, 1);
  begun[0]?.end('first');
  await until(t, () => begun.length === 2 && one.text().endsWith('first'));
  one.socket.destroy();
  await once(begun[1] as ServerResponse, 'close');
  const other = await opened(port, request);
  await until(t, () => begun.length === 3);
  begun[2]?.end('of another');
  await until(t, () => other.text().endsWith('of another'));
});

test('what such a connection has sent beyond is not even parsed, and its parser serves others', async (t) => {
  const server = httpServer((_request, response) => void response.end('answered'));
  let parsed = 0;
  server.on('request', () => (parsed += 1));
  const port = await listening(t, server);
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  for (let times = 1; times <= 3; times += 1) {
    parsed = 0;
    await answerTo(port, request.repeat(1_500));
    t.is(parsed, 5);
    t.is((await answerTo(port, request.repeat(times) + last)).match(/answered/g)?.length, times + 1);
  }
});
