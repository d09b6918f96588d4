import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { postForEvents } from '../support/event-streams.ts';
import { startGateway } from '../support/gateway.ts';
import { answering, type Behaviour, hanging } from '../support/gateway-behaviours.ts';
import { chunk, directed, streaming } from '../support/gateway-streams.ts';
import { startService } from '../support/service.ts';
import { filledCollection } from '../support/stored-tickets.ts';

const sourcesGone = 'LLM response error: a ticket was erased while the answer was written from it; ask again';

const query = 'оплата заказа номер 7';

/** A service with a gateway, and a collection of ten tickets. */
const setUp = async () => {
  const gateway = await startGateway();
  const environment = { GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding', RATE_LIMIT_PER_MINUTE: '1000' };
  const service = await startService(environment);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const tickets = Array.from({ length: 10 }, (_, index) => goodTicket(index, `оплата заказа номер ${index}`));
  const body = { collection_id: collection, query };
  await call(service.url, `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets } });
  const ask = (path = '/api', credential = user.token, signal?: AbortSignal) =>
    postForEvents(`${service.url}${path}/answers`, { credential, body, ...(signal && { signal }) });
  const search = () => call(service.url, 'POST /api/search', { credential: user.token, body });
  return { gateway, service, user, ask, search };
};

let started: Awaited<ReturnType<typeof setUp>> | undefined;
test.before(async () => {
  started = await setUp();
});
test.after.always(async () => {
  if (started && !started.service.exited()) await started.service.stop();
  await started?.gateway.close();
});
const running = () => {
  if (!started) throw new Error('The service was not started');
  return started;
};

const namesOf = (events: readonly (readonly [string, unknown])[]) => events.map(([name]) => name);

test.serial(
  'the sources come before the model has begun, each piece before the next, and the answer rules at the end',
  async (t) => {
    const { gateway, ask, user } = running();
    for (const [path, credential] of [
      ['/api', user.token],
      ['/api/v1', user.key],
    ] as const) {
      const { behaviour, say } = directed();
      gateway.chat.next(behaviour);
      const { events } = await ask(path, credential);
      const [name, data] = (await events.next()).value ?? [];
      t.is(name, 'sources');
      const ids = (data?.['sources'] as readonly { readonly ticket_id: string }[]).map(({ ticket_id: id }) => id);
      t.is(ids.length, 5);
      for (const piece of ['Проверьте ', 'оплату. Основано на ', `тикетах №${ids[3]} и №${ids[1]}.`]) {
        await say(chunk({ content: piece }));
        t.deepEqual((await events.next()).value, ['text', { text: piece }]);
      }
      await say(chunk({}, 'stop'));
      const answer = `Проверьте оплату.\nОсновано на тикете №${ids[3]}`;
      t.deepEqual(await Array.fromAsync(events), [['answer', { answer, cited: [ids[3], ids[1]] }]]);
    }
  },
);

test.serial('what was shown while it grew is replaced if the tickets do not fit', async (t) => {
  const { gateway, ask } = running();
  const sentence = ['**Недостаточно информации', ' в истории обращений**', ', увы'];
  gateway.chat.next(streaming([...sentence.slice(0, 2).map((content) => chunk({ content })), chunk({}, 'stop')]));
  const events = await Array.fromAsync((await ask()).events);
  t.deepEqual(events.at(-1), ['answer', { answer: 'Недостаточно информации в истории обращений.', cited: [] }]);
});

test.serial('a failure says what a search would say, after its sources and what had come', async (t) => {
  const { gateway, ask, search } = running();
  gateway.chat.next(answering(503, 'занято'), 2);
  const { answer } = (await search()).body as { answer: string };
  const events = await Array.fromAsync((await ask()).events);
  t.deepEqual(namesOf(events), ['sources', 'failed']);
  t.deepEqual(events.at(-1)?.[1], { answer });
  gateway.chat.next(streaming([chunk({ content: 'Про' }), { error: { message: 'занято' } }]));
  const broken = await Array.fromAsync((await ask()).events);
  t.deepEqual(namesOf(broken), ['sources', 'text', 'failed']);
  t.deepEqual(broken.at(-1)?.[1], { answer: 'LLM response error: the gateway broke off its answer: занято' });
});

test.serial('a client that leaves ends the call of the gateway within a second', async (t) => {
  const { gateway, ask, service } = running();
  for (const hasBegun of [false, true]) {
    const { behaviour, say, reached, left } = directed();
    gateway.chat.next(behaviour);
    const leaving = new AbortController();
    const { events } = await ask('/api', undefined, leaving.signal);
    await events.next();
    if (hasBegun) {
      await say(chunk({ content: 'Про' }));
      t.is((await events.next()).value?.[0], 'text');
    } else await reached;
    const start = performance.now();
    leaving.abort();
    await left;
    const elapsed = performance.now() - start;
    t.true(elapsed < 1_000, `${elapsed} ms`);
  }
  t.notRegex(service.output(), /unexpected|"level":50/);
});

test.serial(
  'a key that is revoked ends the answer that it asked for, and the call of the gateway, within two seconds',
  async (t) => {
    const { gateway, ask, service, user } = running();
    const { token: credential } = user;
    const made = await call(service.url, 'POST /api/keys', { credential, body: { name: 'Бот', scopes: ['search'] } });
    const { id, key } = made.body as { readonly id: string; readonly key: string };
    const { behaviour, say, left } = directed();
    gateway.chat.next(behaviour);
    const { events } = await ask('/api/v1', key);
    t.is((await events.next()).value?.[0], 'sources');
    await say(chunk({ content: 'Про' }));
    t.is((await events.next()).value?.[0], 'text');
    t.is((await call(service.url, `DELETE /api/keys/${id}`, { credential })).status, 204);
    const start = performance.now();
    await t.throwsAsync(Array.fromAsync(events));
    await left;
    const elapsed = performance.now() - start;
    t.true(elapsed < 2_000, `${elapsed} ms`);
    t.notRegex(service.output(), /unexpected|"level":50/);
  },
);

/** A model that answers when it is told to. */
const held = () => {
  const [reached, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const behaviour: Behaviour = async ({ reply }) => {
    reached.resolve(undefined);
    await released.promise;
    reply();
  };
  return { behaviour, reached: reached.promise, release: () => released.resolve(undefined) };
};

test.serial(
  'what was erased, and what a deleted account had, is in no answer and in no record that a model was writing',
  async (t) => {
    const { gateway, service } = running();
    const erasing = async (erase: (ask: Awaited<ReturnType<typeof filledCollection>>['ask']) => Promise<unknown>) => {
      const { ask, user, collection } = await filledCollection(service.url);
      const { behaviour, reached, release } = held();
      gateway.chat.next(behaviour);
      const body = { collection_id: collection, query };
      const answer = call(service.url, 'POST /api/search', { credential: user.token, body });
      await reached;
      await erase(ask);
      release();
      const { status, body: answered, headers } = await answer;
      const told = ['Problem-Lengths', 'Answer-Id'].map((name) => headers.has(name));
      return { status, answered, told, questions: async () => (await ask('GET /questions')).body };
    };
    const erased = await erasing(async (ask) => {
      t.is((await ask('POST /erasures', { body: { ticket_ids: ['2'] } })).status, 202);
    });
    const unchanged = await erasing(() => Promise.resolve());
    t.is((unchanged.answered as { sources: readonly unknown[] }).sources.length, 3);
    t.deepEqual([erased.status, erased.answered], [200, { answer: sourcesGone, sources: [] }]);
    t.deepEqual(
      [unchanged.told, erased.told],
      [
        [true, true],
        [false, false],
      ],
    );
    // Questions are recorded some time after their answers, in their order.
    const recorded = async () => ((await unchanged.questions()) as { questions: readonly unknown[] }).questions.length;
    while ((await recorded()) === 0) await setTimeout(50);
    t.deepEqual(await erased.questions(), { questions: [], next: null });
  },
);

test.serial('a search whose key is revoked while a model is long about its answer is refused', async (t) => {
  const { gateway, service, user } = running();
  const { collection } = await filledCollection(service.url);
  const { token: credential } = user;
  const made = await call(service.url, 'POST /api/keys', { credential, body: { name: 'Бот', scopes: ['search'] } });
  const { id, key } = made.body as { readonly id: string; readonly key: string };
  const { behaviour, reached, release } = held();
  gateway.chat.next(behaviour);
  const [own] = (await call(service.url, 'GET /api/v1/collections', { credential: key })).body as { id: string }[];
  t.not(own?.id, collection);
  const body = { collection_id: own?.id, query };
  const answer = call(service.url, 'POST /api/v1/search', { credential: key, body });
  await reached;
  t.is((await call(service.url, `DELETE /api/keys/${id}`, { credential })).status, 204);
  await setTimeout(1_100);
  release();
  const { status, headers } = await answer;
  t.deepEqual([status, headers.has('Problem-Lengths'), headers.has('Answer-Id')], [401, false, false]);
});

test.serial('an answer counts as one request of the rate limit', async (t) => {
  const { ask, search } = running();
  const remaining = ({ headers }: { readonly headers: Headers }) => Number(headers.get('ratelimit-remaining'));
  const before = remaining(await search());
  const { response, events } = await ask();
  await Array.fromAsync(events);
  t.is(remaining(response), before - 1);
  t.is(remaining(await search()), before - 2);
});

test.serial('a service that stops ends its streams with an event, and the calls of the gateway', async (t) => {
  const { gateway, ask, service } = running();
  gateway.chat.next(hanging);
  const { events } = await ask();
  await events.next();
  const stopped = service.stop();
  t.deepEqual(await Array.fromAsync(events), [['failed', { answer: 'LLM response error: the service is stopping' }]]);
  t.is(await stopped, 0);
});
