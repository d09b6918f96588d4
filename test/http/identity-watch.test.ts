import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import express from 'express';
import { NotAuthenticated, Unavailable } from '../../src/domain/errors.ts';
import { sendEvents } from '../../src/http/event-stream.ts';
import { sendPages } from '../../src/http/send-pages.ts';
import { errorHandler } from '../../src/http/errors.ts';
import { endsItself, identityWatch, sendWhileIdentified } from '../../src/http/identity-watch.ts';
import { startHttp } from '../support/small-servers.ts';

/** More than a connection takes for a client that does not read. */
const large = 'x'.repeat(50_000_000);

async function* endless() {
  for (;;) {
    await setTimeout(50);
    yield 'page\n';
  }
}

/** Answers of each kind on a server of its own; `credential` says what a look finds. */
const serve = async (t: ExecutionContext) => {
  const { watch } = identityWatch();
  const { signal } = new AbortController();
  const credential = { looks: 0, error: undefined as Error | undefined };
  const identify = () => {
    credential.looks += 1;
    return credential.error ? Promise.reject(credential.error) : Promise.resolve();
  };
  const late = Promise.withResolvers<undefined>();
  const app = express();
  app.use((_request, response, next) => {
    watch(response, identify);
    next();
  });
  app.get('/download', (_request, response) => sendPages(response, endless(), signal));
  app.get('/events', (_request, response) =>
    sendEvents(response, { stopping: signal }, (stream) => once(stream.signal, 'abort').then(() => undefined)),
  );
  app.get('/large', (_request, response) => void response.json(large));
  app.get('/late', (_request, response) => void late.promise.then(() => response.json('late')));
  const port = await startHttp(t, app);
  return { port, credential, late };
};

/** A connection that has asked and reads nothing but the beginning; whether it was closed. */
const ask = async (t: ExecutionContext, port: number, path: string) => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  t.teardown(() => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer one\r\n\r\n`);
  const asked = { path, socket, isClosed: false };
  socket.once('close', () => (asked.isClosed = true));
  if (path !== '/late') await once(socket, 'data');
  return asked;
};

test('answers under way are broken off once their session or key has ended, and not because nobody can say it; one look serves all of a credential', async (t) => {
  const { port, credential, late } = await serve(t);
  const asked = await Promise.all(['/download', '/events', '/large', '/late'].map((path) => ask(t, port, path)));
  asked.find(({ path }) => path === '/large')?.socket.pause();
  const closed = () => asked.flatMap(({ path, isClosed }) => (isClosed ? [path] : []));
  credential.error = new Unavailable('MongoDB did not answer');
  await setTimeout(2_200);
  t.deepEqual(closed(), []);
  t.true(credential.looks > 0 && credential.looks <= 4, String(credential.looks));
  credential.error = new NotAuthenticated();
  await setTimeout(1_500);
  asked.forEach(({ socket }) => socket.resume());
  for (let tries = 0; tries < 50 && closed().length < 3; tries += 1) await setTimeout(50);
  t.deepEqual(closed(), ['/download', '/events', '/large']);
  // What was not answered yet is left to its handler.
  const [waiting] = asked.slice(-1);
  if (!waiting) throw new Error('It was not asked');
  const answer = once(waiting.socket, 'data');
  late.resolve(undefined);
  t.regex(String(await answer), /^HTTP\/1.1 200 /);
});

/** What a service answers after some time with a credential of which `found` says what is found. */
const answerLate = async (t: ExecutionContext, found: () => Promise<void>, { isItsOwn = false } = {}) => {
  const app = express();
  app.get('/late', (request, response, next) => {
    response.set('X-Of-All', '1');
    response.locals['looking'] = { isDue: () => true, look: found };
    sendWhileIdentified(request, response, (error?: unknown) => error && next(error));
    response.set('Source-Links', '1;url="https://example.org"');
    if (isItsOwn) endsItself(response);
    response.json('a text');
  });
  app.use(errorHandler(() => undefined));
  return fetch(`http://127.0.0.1:${await startHttp(t, app)}/late`);
};

test('what is found for a session or key that has ended meanwhile is refused without its headers, unless the request has ended it; if nobody can say it, it is sent', async (t) => {
  const ended = () => Promise.reject(new NotAuthenticated());
  const refused = await answerLate(t, ended);
  t.deepEqual([refused.status, refused.headers.get('x-of-all'), refused.headers.get('source-links')], [401, '1', null]);
  t.notRegex(await refused.text(), /a text/);
  for (const answer of [
    await answerLate(t, () => Promise.resolve()),
    await answerLate(t, ended, { isItsOwn: true }),
    await answerLate(t, () => Promise.reject(new Unavailable('MongoDB did not answer'))),
  ]) {
    t.is(answer.status, 200);
    t.is(await answer.json(), 'a text');
  }
});
