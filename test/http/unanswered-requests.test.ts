import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createServer } from '../../src/http/server.ts';
import { unansweredRequests } from '../../src/http/unanswered-requests.ts';

/** A server whose requests are watched, and waited for so long. */
const watchedServer = async (t: ExecutionContext, app: RequestListener, timeoutMs?: number) => {
  const requests = unansweredRequests(timeoutMs);
  const server = createServer(requests.watched(app)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ask = async () => {
    const response = await fetch(url);
    return [response.status, response.headers.get('error-code'), response.headers.get('connection')];
  };
  return { requests, ask, url };
};

test('without a request nothing is waited for, and what comes afterwards is refused', async (t) => {
  const { requests, ask } = await watchedServer(t, (_request, response) => response.end());
  t.deepEqual(await ask(), [200, null, 'keep-alive']);
  await requests.end(undefined);
  t.deepEqual(await ask(), [500, 'stopping', 'close']);
});

test('a request that comes while uploads end is answered, and only what refused ones fail of is not logged', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const uploads = Promise.withResolvers<undefined>();
  const { requests, ask } = await watchedServer(t, (_request, response) => void released.then(() => response.end()));
  const failures: string[] = [];
  const log = requests.untilRefused((failure: string) => failures.push(failure));
  const ended = requests.end(uploads.promise);
  const asked = ask();
  log('while it is answered');
  release(undefined);
  t.deepEqual(await asked, [200, null, 'close']);
  uploads.resolve(undefined);
  await ended;
  log('after it was refused');
  t.deepEqual(failures, ['while it is answered']);
});

test('what has not begun its answer in time is refused, and what has is cut', async (t) => {
  const answers: RequestListener[] = [(_request, response) => void response.write('half'), () => undefined];
  const { requests, ask, url } = await watchedServer(t, (...given) => answers.shift()?.(...given), 200);
  const cut = await fetch(url);
  const silent = ask();
  await requests.end(Promise.resolve());
  t.deepEqual(await silent, [500, 'stopping', 'close']);
  await t.throwsAsync(cut.text());
});
