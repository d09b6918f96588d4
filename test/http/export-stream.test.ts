import { once } from 'node:events';
import { connect } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import express from 'express';
import { CollectionNotFound, NotAuthenticated, Unavailable } from '../../src/domain/errors.ts';
import { errorHandler } from '../../src/http/errors.ts';
import { exportStreams } from '../../src/http/event-stream.ts';
import { exportHandlers } from '../../src/http/export.ts';
import { sendPages } from '../../src/http/send-pages.ts';
import { listTurns } from '../../src/http/list-turns.ts';
import type { ListedTicket, Tickets } from '../../src/ports/tickets.ts';
import { exportTickets } from '../../src/queries/export-tickets.ts';
import { loopTurns } from '../support/loop-turns.ts';
import { startHttp } from '../support/small-servers.ts';

const text = 'о'.repeat(5_000);
const at = '2026-05-01T00:00:00.000Z';

const ticketAt = (position: bigint): ListedTicket => ({
  ...{ ticketId: String(position), category: '', problem: [text], solution: [text], position },
  ...{ state: 'active', revision: 1, storedAt: at, changedAt: at, flaggedAt: null, uploadId: null, correctedBy: null },
});

/** So many tickets, newest first; `onPage` is called with the number of each page, from 1. */
const many = (count: number, onPage: (page: number) => void = () => undefined) => {
  const seen = { pages: 0 };
  const page: Tickets['page'] = ({ after = BigInt(count + 1), limit }) => {
    seen.pages += 1;
    onPage(seen.pages);
    const size = Math.min(limit, Number(after) - 1);
    const tickets = Array.from({ length: size }, (_, index) => ticketAt(after - 1n - BigInt(index)));
    return Promise.resolve({ tickets, next: size < limit ? undefined : tickets.at(-1)?.position });
  };
  return { page, seen };
};

type Served = Pick<Tickets, 'page'> & {
  readonly failed?: Parameters<typeof errorHandler>[0];
  readonly requireIdentity?: () => Promise<void>;
  readonly findCollection?: () => Promise<unknown>;
};

/** An export of these tickets on a server of its own. */
const serve = async (t: ExecutionContext, { page, failed = () => undefined, ...looks }: Served) => {
  const stopping = new AbortController();
  const app = express();
  app.get(
    '/export',
    (_request, response, next) => {
      response.set('X-Request-Id', 'the-id');
      Object.assign(response.locals, { account: { id: 'user' }, collection: { id: 'id', userId: 'user', name: 'x' } });
      Object.assign(response.locals, looks);
      next();
    },
    exportHandlers({
      exportTickets: exportTickets({ page }),
      openStreams: exportStreams(),
      inTurns: listTurns(),
      stopping: stopping.signal,
    }).exportTickets,
  );
  app.use(errorHandler(failed));
  const port = await startHttp(t, app);
  return { port, url: `http://127.0.0.1:${port}/export`, stop: () => stopping.abort() };
};

/** A connection that has asked for the export and reads nothing. */
const silentClient = async (t: ExecutionContext, port: number) => {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /export HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
};

/** Waits until a number has not changed for a while. */
const settled = async (number: () => number): Promise<number> => {
  for (let last = -1, same = 0; ; last = number()) {
    same = last === number() && last > 0 ? same + 1 : 0;
    if (same >= 20) return number();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

test('100 000 tickets are read only as fast as a client takes them', async (t) => {
  const { page, seen } = many(100_000);
  const { port } = await serve(t, { page });
  const socket = await silentClient(t, port);
  const read = await settled(() => seen.pages);
  // A page has 2 MB: what the kernel takes for a client that does not read, and one page.
  t.true(read <= 12, `${read} of 1 000 pages`);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > 40_000_000) socket.pause();
  });
  socket.resume();
  const more = await settled(() => seen.pages);
  t.true(more > read && more <= read + 40, `${more} of 1 000 pages`);
});

test('an export whose collection was deleted before its end is refused, or cut if a part of it was sent', async (t) => {
  const findCollection = () => Promise.reject(new CollectionNotFound());
  for (const count of [0, 150]) {
    const logged: unknown[] = [];
    const failed = (_id: string, error: unknown) => void logged.push(error);
    const { url } = await serve(t, { ...many(count), findCollection, failed });
    const answer = await fetch(url);
    t.is(answer.status, count === 0 ? 404 : 200);
    if (count > 0) await t.throwsAsync(answer.text());
    t.deepEqual(logged, []);
  }
});

test('the event loop turns between pages that fill no buffer', async (t) => {
  const [loop, turns] = [loopTurns(t), [] as number[]];
  const pages = async function* () {
    for (const page of ['', 'a', '', 'b', '']) {
      turns.push(loop.count());
      yield await Promise.resolve(page);
    }
  };
  const app = express();
  app.get('/pages', (_request, response) => sendPages(response, pages(), new AbortController().signal));
  const response = await fetch(`http://127.0.0.1:${await startHttp(t, app)}/pages`);
  t.is(await response.text(), 'ab');
  t.is(turns.length, 5);
  t.is(new Set(turns).size, 5);
});

test('the reading ends when the client goes away, and when the service stops', async (t) => {
  for (const end of ['client', 'service'] as const) {
    const { page, seen } = many(100_000);
    const { port, stop } = await serve(t, { page });
    const socket = await silentClient(t, port);
    const closed = once(socket, 'close');
    await settled(() => seen.pages);
    if (end === 'client') socket.destroy();
    else {
      stop();
      socket.resume();
    }
    await closed;
    const read = await settled(() => seen.pages);
    t.true(read <= 13, `${end}: ${read} pages`);
  }
});

test('an export whose session or key has ended before its first page was read is refused', async (t) => {
  const requireIdentity = () => Promise.reject(new NotAuthenticated());
  const { url } = await serve(t, { ...many(1_000), requireIdentity });
  const response = await fetch(url);
  t.is(response.status, 401);
  t.is(response.headers.get('content-disposition'), null);
  t.deepEqual(await response.json(), { detail: 'Not authenticated' });
});

test('a failure before the first line is answered; one after it breaks the connection', async (t) => {
  const fails = (number: number) => (page: number) => {
    if (page === number) throw new Unavailable('The index did not answer');
  };
  const first = await fetch((await serve(t, many(500, fails(1)))).url);
  t.is(first.status, 500);
  t.deepEqual(await first.json(), { detail: 'The index did not answer' });
  const failures: unknown[] = [];
  const failed = (id: string, error: unknown) => failures.push([id, error instanceof Error && error.message]);
  const third = await fetch((await serve(t, { ...many(500, fails(3)), failed })).url);
  t.is(third.status, 200);
  await t.throwsAsync(third.text(), { instanceOf: TypeError, message: 'terminated' });
  t.deepEqual(failures, [['the-id', 'The index did not answer']], 'in the log alone');
});

test('two exports of a user run at a time; one that has ended makes room', async (t) => {
  const { port, url } = await serve(t, many(100_000));
  const sockets = [await silentClient(t, port), await silentClient(t, port)];
  await Promise.all(sockets.map((socket) => once(socket.resume(), 'data')));
  sockets.forEach((socket) => socket.pause());
  const refused = await fetch(url);
  t.is(refused.status, 429);
  t.is(refused.headers.get('Retry-After'), '15');
  t.deepEqual(await refused.json(), { detail: 'At most 2 exports can run at a time' });
  sockets[0]?.destroy();
  for (let status = 429; status !== 200;) {
    const aborted = new AbortController();
    ({ status } = await fetch(url, { signal: aborted.signal }));
    aborted.abort();
  }
  t.pass();
});

test('the last page is known by its size: a full one is followed by another', async (t) => {
  for (const count of [0, 1, 99, 100, 101, 200]) {
    const { page, seen } = many(count);
    const answer = await fetch((await serve(t, { page })).url);
    const lines = (await answer.text()).split('\n');
    t.is(lines.length, count + 1);
    t.is(seen.pages, Math.floor(count / 100) + 1);
  }
});
