import test from 'ava';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

const long =
  'Откройте настройки и включите новый способ, затем перезапустите программу и повторите действие ещё раз, это помогает.';
const withMessages = (id: string, ...messages: readonly (readonly [string, string])[]) => ({
  ticket_id: id,
  description: 'Не работает оплата',
  messages: messages.map(([role, text]) => ({ role, text })),
});

const start = async () => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const upload = (tickets: unknown, headers = {}) =>
    call(url(), `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets }, headers });
  const count = async () => {
    const { body } = await call(url(), `GET /api/collections/${collection}`, { credential: user.token });
    return (body as { ticket_count: number }).ticket_count;
  };
  return { user, collection, upload, count };
};

const uploadByKey = (user: User, collection: string, body: unknown) =>
  call(url(), `POST /api/v1/tickets?collection_id=${collection}`, { credential: user.key, body });

test('both surfaces answer exactly the three counts', async (t) => {
  const { user, collection, upload } = await start();
  const first = await upload([goodTicket(1), goodTicket(2)]);
  t.deepEqual([first.status, first.body], [200, { processed: 2, skipped: 0, collection_ticket_count: 2 }]);
  const second = await uploadByKey(user, collection, { tickets: [goodTicket(2), goodTicket(3)] });
  t.deepEqual([second.status, second.body], [200, { processed: 1, skipped: 1, collection_ticket_count: 3 }]);
});

test('an empty array is 200 with nothing', async (t) => {
  const { upload } = await start();
  t.deepEqual((await upload([])).body, { processed: 0, skipped: 0, collection_ticket_count: 0 });
});

test('ids are unique inside a collection: the same ticket may stand in two', async (t) => {
  const { user, collection, upload } = await start();
  await upload([goodTicket(1)]);
  const other = await newCollection(url(), user);
  t.like((await uploadByKey(user, other, { tickets: [goodTicket(1), goodTicket('1')] })).body, {
    processed: 1,
    skipped: 1,
  });
  const find = async (id: string) => {
    const { body } = await call(url(), 'POST /api/search', {
      credential: user.token,
      body: { collection_id: id, query: 'оплата', generate_answer: false },
    });
    return (body as { sources: unknown[] }).sources.length;
  };
  t.deepEqual([await find(collection), await find(other)], [1, 1]);
  await call(url(), `DELETE /api/collections/${collection}`, { credential: user.token });
  t.is(await find(other), 1);
});

const skipped: readonly (readonly [string, object])[] = [
  ['rule 3: no support message longer than 100 characters', withMessages('1', ['operator', 'я'.repeat(100)])],
  ['rule 3: a long message of a bot is no solution', withMessages('1', ['bot', long])],
  [
    'rule 4: the last support message is a short question',
    withMessages('1', ['agent', long], ['agent', 'Получилось ли у вас?']),
  ],
  [
    'rule 5: the last support message is a stock phrase',
    withMessages('1', ['agent', long], ['agent', 'Здравствуйте! Уточните, пожалуйста, номер заказа. Спасибо.']),
  ],
  ['rule 6: neither description nor client message', { ...withMessages('1', ['agent', long]), description: ' ' }],
];
for (const [title, ticket] of skipped) {
  test(`a ticket is skipped by ${title}`, async (t) => {
    const { upload } = await start();
    t.deepEqual((await upload([ticket])).body, { processed: 0, skipped: 1, collection_ticket_count: 0 });
  });
}

test('tickets just inside the rules are stored', async (t) => {
  const { upload } = await start();
  const tickets = [
    withMessages('1', ['operator', 'я'.repeat(101)]),
    withMessages('2', ['Agent', long], ['agent', `${'Проверьте, пожалуйста, ещё и это. '.repeat(5)}Получилось?`]),
    withMessages('3', ['SUPPORT', long], ['client', 'А если не получится?']),
    { ...withMessages('4', ['assistant', long], ['customer', 'Не работает']), description: '' },
  ];
  t.like((await upload(tickets)).body, { processed: 4, skipped: 0 });
});

const refused: readonly (readonly [string, unknown, string | RegExp])[] = [
  ['tickets left out', undefined, 'tickets is required'],
  ['tickets that are no array', { a: 1 }, 'tickets must be an array'],
  ['a ticket that is no object', [goodTicket(1), 'x'], 'tickets[1] must be an object'],
  [
    'a message with a number for text',
    [
      {
        ticket_id: 1,
        messages: [
          { role: 'client', text: '' },
          { role: 'client', text: 5 },
        ],
      },
    ],
    'tickets[0].messages[1].text must be a string',
  ],
  [
    'a ticket above 256 KiB',
    [goodTicket(1), { ticket_id: 2, description: 'я'.repeat(131_073) }],
    /^tickets\[1\] is too large/,
  ],
  ['nesting above 20', [{ ticket_id: 1, deep: JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`) as unknown }], /nest/i],
];
for (const [title, tickets, detail] of refused) {
  test(`an upload is refused with 400 and stores nothing: ${title}`, async (t) => {
    const { upload, count } = await start();
    const { status, body } = await upload(tickets);
    t.is(status, 400);
    t.deepEqual(Object.keys(body as object), ['detail']);
    const said = (body as { detail: string }).detail;
    if (typeof detail === 'string') t.is(said, detail);
    else t.regex(said, detail);
    t.is(await count(), 0);
  });
}

test('an integer that JSON would round is refused, as a string it is taken', async (t) => {
  const { user, collection } = await start();
  const send = (body: string) => uploadByKey(user, collection, body);
  const big = await send('{"tickets":[{"ticket_id":9007199254740993}]}');
  t.deepEqual(
    [big.status, big.body],
    [400, { detail: 'tickets[0].ticket_id is too large for a number; send it as a string' }],
  );
  const text = JSON.stringify({ tickets: [goodTicket('9007199254740993')] });
  t.like((await send(text)).body, { processed: 1 });
});

test('malformed JSON, another content type and an encoding are 400', async (t) => {
  const { user, collection, upload } = await start();
  for (const body of ['', '{', '[]', '{"tickets":[}', '{"tickets":[]} x', 'null']) {
    t.is((await uploadByKey(user, collection, body)).status, 400, body);
  }
  t.is((await upload([], { 'Content-Type': 'text/plain' })).status, 400);
  t.is((await upload([], { 'Content-Encoding': 'gzip' })).status, 400);
});

test('a body above 50 MB is 413, with and without its length told', async (t) => {
  const { user, collection, count } = await start();
  const endpoint = `${url()}/api/collections/${collection}/tickets`;
  const headers = { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' };
  const chunk = new TextEncoder().encode(' '.repeat(1024 * 1024));
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      if (sent > 60) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const told = await fetch(endpoint, { method: 'POST', headers, body: new Uint8Array(52_428_801) });
  const untold = await fetch(endpoint, { method: 'POST', headers, body: stream, duplex: 'half' });
  t.deepEqual([told.status, untold.status], [413, 413]);
  t.is(await count(), 0);
});

test('concurrent uploads of the same tickets on both surfaces store each once', async (t) => {
  const { user, collection, upload } = await start();
  const tickets = Array.from({ length: 40 }, (_, index) => goodTicket(index));
  const answers = await Promise.all(
    [1, 2, 3].flatMap(() => [upload(tickets), uploadByKey(user, collection, { tickets })]),
  );
  const counts = answers.map(
    ({ body }) => body as { processed: number; skipped: number; collection_ticket_count: number },
  );
  t.is(
    counts.reduce((sum, { processed }) => sum + processed, 0),
    40,
  );
  t.true(counts.every(({ processed, skipped: left }) => processed + left === 40));
  t.true(counts.every(({ collection_ticket_count: all }) => all === 40));
});

test('v1 needs a collection_id that is a UUID and the caller’s own', async (t) => {
  const { user } = await start();
  const { collection: foreign } = await start();
  const post = (query: string) =>
    call(url(), `POST /api/v1/tickets${query}`, { credential: user.key, body: { tickets: [] } });
  t.is((await post('')).status, 400);
  t.is((await post('?collection_id=mine')).status, 400);
  t.is((await post(`?collection_id=${foreign}&collection_id=${foreign}`)).status, 400);
  const answer = await post(`?collection_id=${foreign}`);
  t.deepEqual([answer.status, answer.body], [404, { detail: 'Collection not found' }]);
});
