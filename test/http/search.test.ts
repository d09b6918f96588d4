import { randomUUID } from 'node:crypto';
import test from 'ava';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

type Source = { ticket_id: string; score: number; category: string; full_text: string };
type Found = { answer: string | null; sources: Source[] };

const subjects = [
  'печать чека на кассе',
  'вход по паролю',
  'доставка курьером',
  'возврат денег за заказ',
  'обновление программы',
  'настройка почты',
  'отчёт за квартал',
];
const tickets = subjects.map((subject, index) => goodTicket(`T-${index}`, subject));

const filled = async (): Promise<{ user: User; collection: string }> => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  await call(url(), `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets } });
  return { user, collection };
};
const levels = 'very-similar=0.550, similar=0.470, first-very-similar=0.550, first-similar=0.460';

const find = async (user: User, body: object) => {
  const answer = await call(url(), 'POST /api/search', { credential: user.token, body });
  return { status: answer.status, body: answer.body as Found };
};

test('a search returns the five best sources, best first, with exactly their four fields, on both surfaces', async (t) => {
  const { user, collection } = await filled();
  const body = { collection_id: collection, query: 'не получается доставка курьером', generate_answer: false };
  const { status, body: found } = await find(user, body);
  t.is(status, 200);
  t.deepEqual(Object.keys(found), ['answer', 'sources']);
  t.is(found.sources.length, 5);
  t.deepEqual(Object.keys(found.sources[0] ?? {}), ['ticket_id', 'score', 'category', 'full_text']);
  t.is(found.sources[0]?.ticket_id, 'T-2');
  t.true(found.sources.every(({ score }, index) => index === 0 || score <= (found.sources[index - 1]?.score ?? 0)));
  const byKey = await call(url(), 'POST /api/v1/search', { credential: user.key, body });
  t.deepEqual(byKey.body, found);
});

test('a search says in a header from which score on a ticket is very similar, and similar, by the model in use', async (t) => {
  const { user, collection } = await filled();
  const body = { collection_id: collection, query: 'доставка курьером', generate_answer: false };
  const answer = await call(url(), 'POST /api/search', { credential: user.token, body });
  t.is(answer.headers.get('similarity-levels'), levels);
});

test('a search says in a header where the texts of each problem end', async (t) => {
  const { user, collection } = await filled();
  const body = { collection_id: collection, query: 'доставка курьером', generate_answer: false };
  const { headers, body: found } = await call(url(), 'POST /api/search', { credential: user.token, body });
  const { description, messages } = goodTicket('T-2', subjects[2]);
  const [best] = (found as Found).sources;
  t.true(best?.full_text.includes(`Проблема: ${description} ${messages[0]?.text ?? ''}\n`));
  const lists = headers.get('problem-lengths')?.split(', ') ?? [];
  t.is(lists.length, 5);
  t.is(lists[0], `(${description.length} ${messages[0]?.text.length ?? 0})`);
});

test('a query that equals a search_text scores 1', async (t) => {
  const { user, collection } = await filled();
  const { description, messages } = goodTicket('T-3', subjects[3]);
  const { body } = await find(user, { collection_id: collection, query: `${description}\n${messages[0]?.text ?? ''}` });
  t.is(body.sources[0]?.ticket_id, 'T-3');
  t.true((body.sources[0]?.score ?? 0) > 0.9999);
});

test('an answer is written unless it is declined, and ends with its reference', async (t) => {
  const { user, collection } = await filled();
  const query = 'не получается вход по паролю';
  const { body } = await find(user, { collection_id: collection, query });
  t.regex(body.answer ?? '', /\nОсновано на тикете №T-1$/);
  t.regex(
    (await find(user, { collection_id: collection, query, generate_answer: null })).body.answer ?? '',
    /Основано на тикете №T-1$/,
  );
  t.is((await find(user, { collection_id: collection, query, generate_answer: false })).body.answer, null);
});

test('a question that no ticket answers gets the sentence that says so, and the five sources all the same', async (t) => {
  const { user, collection } = await filled();
  const { status, body } = await find(user, { collection_id: collection, query: 'как сварить борщ со свёклой' });
  t.is(status, 200);
  t.is(body.answer, 'Недостаточно информации в истории обращений.');
  t.is(body.sources.length, 5);
});

/** The events of a search with their data, and its headers. */
const eventsOf = async (user: User, body: object) => {
  const response = await fetch(`${url()}/api/search`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${user.token}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    },
    body: JSON.stringify(body),
  });
  const events = [...(await response.text()).matchAll(/event: (\w+)\nid: \d+\ndata: (.*)\n\n/g)];
  return { response, events: events.map(([, name = '', data = '']) => [name, JSON.parse(data) as unknown]) };
};

test('a search that asks for events gets the sources first and the answer next, as those that do not get them together', async (t) => {
  const { user, collection } = await filled();
  const search = { collection_id: collection, query: 'не получается вход по паролю' };
  const { answer, sources } = (await find(user, search)).body;
  const { response, events } = await eventsOf(user, search);
  t.is(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  t.is(response.headers.get('similarity-levels'), levels);
  t.is(response.headers.get('problem-lengths')?.split(', ').length, 5);
  t.deepEqual(events, [
    ['sources', { sources }],
    ['answer', { answer }],
  ]);
  t.deepEqual((await eventsOf(user, { ...search, generate_answer: false })).events, [['sources', { sources }]]);
});

test('a search that asks for events is refused as any other', async (t) => {
  const { user, collection } = await filled();
  const { response } = await eventsOf(user, { collection_id: collection, query: '' });
  t.is(response.status, 400);
  t.regex(response.headers.get('content-type') ?? '', /^application\/json/);
});

test('without sources the answer is that there is too little information', async (t) => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const expected = { answer: 'Недостаточно информации в истории обращений.', sources: [] };
  t.deepEqual((await find(user, { collection_id: collection, query: 'оплата' })).body, expected);
  // Cleaning leaves nothing of this query.
  t.deepEqual((await find(user, { collection_id: collection, query: 'https://example.com/page' })).body, expected);
});

test('full_text has three labelled parts and no personal data', async (t) => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const ticket = {
    ...goodTicket(1),
    description:
      'Меня зовут Сергей Петрович Иванов, телефон 8 (912) 345-67-89, почта ivanov@example.com, не проходит оплата',
  };
  await call(url(), `POST /api/collections/${collection}/tickets`, {
    credential: user.token,
    body: { tickets: [ticket] },
  });
  const { body } = await find(user, { collection_id: collection, query: 'не проходит оплата', generate_answer: false });
  const text = body.sources[0]?.full_text ?? '';
  t.regex(text, /^Категория: Оплата\nПроблема: [^\n]*\nРешение: /);
  t.regex(text, /\[ИМЯ\].*\[ТЕЛЕФОН\].*\[EMAIL\]/);
  t.notRegex(text, /Сергей|Иванов|345|ivanov/);
});

const refusals: readonly (readonly [string, object])[] = [
  ['no query', { query: null }],
  ['a blank query', { query: '   ' }],
  ['a query of 10 001 characters', { query: 'я'.repeat(10_001) }],
  ['a number for a query', { query: 5 }],
  ['text for generate_answer', { generate_answer: 'yes' }],
  ['no collection', { collection_id: null }],
  ['a collection that is not a UUID', { collection_id: 'mine' }],
];
for (const [title, change] of refusals) {
  test(`a search is refused with 400: ${title}`, async (t) => {
    const { user, collection } = await filled();
    t.is((await find(user, { collection_id: collection, query: 'оплата', ...change })).status, 400);
  });
}

test('a search in an unknown or another user’s collection is 404, and never shows its tickets', async (t) => {
  const { collection } = await filled();
  const stranger = await newUser(url());
  await newCollection(url(), stranger);
  for (const id of [collection, randomUUID()]) {
    const { status, body } = await find(stranger, { collection_id: id, query: 'доставка' });
    t.deepEqual([status, body as unknown], [404, { detail: 'Collection not found' }]);
  }
});
