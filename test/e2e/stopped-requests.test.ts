import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { postForEvents } from '../support/event-streams.ts';
import { startGateway } from '../support/gateway.ts';
import { hanging, late } from '../support/gateway-behaviours.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A service with a gateway, and a collection of five tickets. */
const setUp = async (t: ExecutionContext) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const folder = temporaryFolder(t);
  const start = async () => {
    const service = await startService({ GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding' }, folder);
    t.teardown(service.kill);
    return service;
  };
  const service = await start();
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const tickets = Array.from({ length: 5 }, (_, index) => goodTicket(index, `оплата заказа номер ${index}`));
  const { token: credential } = user;
  await call(service.url, `POST /api/collections/${collection}/tickets`, { credential, body: { tickets } });
  return { gateway, service, start, credential, collection };
};

const untilCalled = async ({ requests }: { readonly requests: readonly unknown[] }, times: number) => {
  while (requests.length < times) await setTimeout(5);
};

/** Resolves when the service listens no more. */
const untilClosed = async (url: string) => {
  const isOpen = () =>
    fetch(`${url}/api/health`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    );
  while (await isOpen()) await setTimeout(5);
};

/** A request of which the last line of the headers is missing; `finish` sends it, and resolves with all that is answered on its connection. */
const unfinishedRequest = async (url: string) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n');
  // It has arrived before what another connection asks afterwards.
  await call(url, 'GET /api/health');
  return {
    finish: () => {
      socket.write('\r\n');
      return text(socket);
    },
  };
};

const unexpected = /unexpected|"level":50/;

test('requests that run when the service stops are answered, as is what comes on their connections, and their questions are recorded', async (t) => {
  const { gateway, service, start, credential, collection } = await setUp(t);
  const body = { collection_id: collection, query: 'оплата заказа', generate_answer: false };
  const called = gateway.embeddings.requests.length;
  gateway.embeddings.next(late(1_000));
  const unfinished = await unfinishedRequest(service.url);
  const searched = call(service.url, 'POST /api/search', { credential, body });
  await untilCalled(gateway.embeddings, called + 1);
  const stopped = service.stop();
  await untilClosed(service.url);
  const late200 = await unfinished.finish();
  t.regex(late200, /^HTTP\/1\.1 200 [^]*^Connection: close\r$/m);
  const found = await searched;
  t.is(found.status, 200);
  t.is((found.body as { sources: unknown[] }).sources.length, 5);
  t.is(found.headers.get('connection'), 'close');
  t.is(await stopped, 0);
  t.notRegex(service.output(), unexpected);

  const second = await start();
  const asked = await call(second.url, `GET /api/collections/${collection}/questions`, { credential });
  t.like(asked.body, { questions: [{ question: 'оплата заказа', outcome: 'sources-only' }] });
});

/** A search whose body does not come to its end; resolves with its answer. */
const beginSearch = (url: string, credential: string) => {
  const headers = {
    ...{ Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json', 'Content-Length': 1_000 },
  };
  return new Promise<readonly unknown[]>((resolve, reject) => {
    const begun = request(`${url}/api/search`, { method: 'POST', headers }, (response) => {
      text(response).then(
        (detail) => resolve([response.statusCode, response.headers['error-code'], JSON.parse(detail)]),
        reject,
      );
    });
    begun.on('error', reject).write('{"collection_id":');
  });
};

test('what is not answered two seconds after uploads have ended is refused, and nothing of it is an unexpected error', async (t) => {
  const { gateway, service, credential, collection } = await setUp(t);
  const body = { collection_id: collection, query: 'оплата заказа' };
  gateway.chat.always(hanging);
  const { events } = await postForEvents(`${service.url}/api/search`, { credential, body });
  t.is((await events.next()).value?.[0], 'sources');
  const called = gateway.embeddings.requests.length;
  gateway.embeddings.always(hanging);
  const searched = call(service.url, 'POST /api/search', { credential, body: { ...body, query: 'другая оплата' } });
  const begun = beginSearch(service.url, credential);
  await untilCalled(gateway.embeddings, called + 1);
  const start = performance.now();
  const stopped = service.stop();
  const detail = 'Service is stopping';
  const refused = await searched;
  t.deepEqual([refused.status, refused.headers.get('error-code'), refused.body], [500, 'stopping', { detail }]);
  t.deepEqual(await begun, [500, 'stopping', { detail }]);
  await t.throwsAsync(Array.fromAsync(events));
  t.is(await stopped, 0);
  t.true(performance.now() - start < 6_000);
  t.notRegex(service.output(), unexpected);
});
