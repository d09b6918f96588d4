import { randomUUID } from 'node:crypto';
import test from 'ava';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { postForEvents } from '../support/event-streams.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

const tooLittle = 'Недостаточно информации в истории обращений.';

const filled = async (): Promise<{ user: User; collection: string }> => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const subjects = ['печать чека на кассе', 'вход по паролю', 'доставка курьером'];
  const tickets = subjects.map((subject, index) => goodTicket(`T-${index}`, subject));
  await call(url(), `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets } });
  return { user, collection };
};

const surfaces = [
  ['/api', 'token'],
  ['/api/v1', 'key'],
] as const;

/** Everything that an answer's stream has. */
const follow = async (path: string, credential: string, body: object) => {
  const { response, events } = await postForEvents(`${url()}${path}/answers`, { credential, body });
  return { response, events: await Array.fromAsync(events) };
};

test('an answer is a stream of events on both surfaces: the sources that a search finds, the text, and the answer that a search gives', async (t) => {
  const { user, collection } = await filled();
  const body = { collection_id: collection, query: 'не получается вход по паролю' };
  for (const [path, kind] of surfaces) {
    const searched = await call(url(), `POST ${path}/search`, { credential: user[kind], body });
    const { answer, sources } = searched.body as { answer: string; sources: object[] };
    const { response, events } = await follow(path, user[kind], body);
    t.is(response.status, 200);
    t.is(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    t.is(response.headers.get('x-accel-buffering'), 'no');
    t.is(response.headers.get('cache-control'), 'no-store, no-transform');
    for (const header of ['similarity-levels', 'problem-lengths'])
      t.is(response.headers.get(header), searched.headers.get(header));
    const id = events[0]?.[1]['answer_id'];
    t.regex(String(id), /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    t.deepEqual(events, [
      ['sources', { answer_id: id, sources }],
      ['text', { text: answer }],
      ['answer', { answer, cited: ['T-1'] }],
    ]);
  }
});

test('each answer has its id', async (t) => {
  const { user, collection } = await filled();
  const body = { collection_id: collection, query: 'доставка курьером' };
  const [one, other] = [await follow('/api', user.token, body), await follow('/api', user.token, body)];
  t.not(one.events[0]?.[1]['answer_id'], other.events[0]?.[1]['answer_id']);
});

test('without a ticket that fits, and without any, the answer is that there is too little information, and it cites none', async (t) => {
  const { user, collection } = await filled();
  const empty = await newCollection(url(), user);
  for (const [id, query, count] of [
    [collection, 'как сварить борщ со свёклой', 3],
    [empty, 'оплата', 0],
    [collection, 'https://example.com/page', 0],
  ] as const) {
    const { events } = await follow('/api', user.token, { collection_id: id, query });
    t.is((events[0]?.[1]['sources'] as object[]).length, count);
    t.deepEqual(events.at(-1), ['answer', { answer: tooLittle, cited: [] }]);
  }
});

test('a request for an answer is refused as a search is, before any event', async (t) => {
  const { user, collection } = await filled();
  const stranger = await newUser(url());
  for (const [path, kind] of surfaces) {
    const asked = { collection_id: collection, query: 'оплата' };
    for (const [credential, body, status] of [
      [user[kind], { ...asked, query: ' ' }, 400],
      [user[kind], { ...asked, query: 'я'.repeat(10_001) }, 400],
      [user[kind], { query: 'оплата' }, 400],
      [user[kind], { ...asked, collection_id: 'mine' }, 400],
      [user[kind], { ...asked, collection_id: randomUUID() }, 404],
      [stranger[kind], asked, 404],
      [user[kind === 'key' ? 'token' : 'key'], asked, 401],
    ] as const) {
      const answer = await call(url(), `POST ${path}/answers`, { credential, body });
      const search = await call(url(), `POST ${path}/search`, { credential, body });
      t.is(answer.status, status);
      t.deepEqual(answer.body, search.body);
    }
  }
});
