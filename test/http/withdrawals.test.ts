import { randomUUID } from 'node:crypto';
import test from 'ava';
import { call, goodTicket, newUser } from '../support/api.ts';
import { filledCollection, historyOf, requireOk, withTag } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const filled = (tickets?: readonly object[]) => filledCollection(service().url, tickets);

test('a withdrawn ticket is found and counted by nothing until it is restored; both may be repeated', async (t) => {
  const { ask, search, count } = await filled();
  const query = 'Не работает оплата заказа картой, номер случая 2';
  t.true((await search(query)).some(({ ticket_id: id }) => id === '2'));
  for (const v1 of [false, true]) {
    const withdrawn = await ask('DELETE /tickets/2', { v1 });
    t.is(withdrawn.status, 200);
    t.like(withdrawn.body, { state: 'withdrawn', revision: 1 });
    t.false((await search(query)).some(({ ticket_id: id }) => id === '2'));
    t.is(await count(), 2);
  }
  const restored = await ask('POST /tickets/2/restore', { v1: true });
  t.like(restored.body, { state: 'active' });
  t.deepEqual((await historyOf({ ask }, 2)).map(({ change, surface }) => [change, surface]).slice(1), [
    ['withdrawn', 'web'],
    ['restored', 'api'],
  ]);
  t.is((await search(query))[0]?.ticket_id, '2');
  t.is(await count(), 3);
});

test('a withdrawn ticket can be corrected, and is found with its new text once it is restored', async (t) => {
  const { ask, search } = await filled();
  requireOk(await ask('DELETE /tickets/1'));
  const problem = 'Самовар не закипает на даче';
  const corrected = await ask('PUT /tickets/1', { body: { problem }, headers: withTag(1) });
  t.like(corrected.body, { state: 'withdrawn', revision: 2 });
  t.false((await search(problem)).some(({ ticket_id: id }) => id === '1'));
  requireOk(await ask('POST /tickets/1/restore'));
  t.is((await search(problem))[0]?.ticket_id, '1');
});

test('many tickets are withdrawn and restored at once; those that are so already and unknown ones are told apart', async (t) => {
  const { ask, count } = await filled();
  const some = { ticket_ids: [1, '2', 2, 'неизвестный'] };
  const first = await ask('POST /withdrawals', { body: some });
  t.deepEqual(first.body, { changed: 2, unchanged: 0, not_found: ['неизвестный'] });
  t.is(await count(), 1);
  const again = await ask('POST /withdrawals', { body: { ticket_ids: ['1', '3'] }, v1: true });
  t.deepEqual(again.body, { changed: 1, unchanged: 1, not_found: [] });
  t.is(await count(), 0);
  const restored = await ask('POST /restorations', { body: { ticket_ids: ['1', '2', '3'] } });
  t.deepEqual(restored.body, { changed: 3, unchanged: 0, not_found: [] });
  t.is(await count(), 3);
  for (const ids of [undefined, 'x', [], [null], [{}], Array.from({ length: 1_001 }, (_, index) => index)]) {
    for (const path of ['withdrawals', 'restorations']) {
      const { status, body } = await ask(`POST /${path}`, { body: { ticket_ids: ids } });
      t.is(status, 400);
      t.regex((body as { detail: string }).detail, /^ticket_ids/);
    }
  }
});

test('an upload does not bring a withdrawn ticket back, and says so', async (t) => {
  const { ask, count } = await filled();
  requireOk(await ask('DELETE /tickets/2'));
  const uploadId = randomUUID();
  const tickets = [goodTicket(2), goodTicket(3), goodTicket(4)];
  const preview = await ask('POST /tickets/preview', { body: { tickets } });
  t.like((preview.body as { outcomes: object }).outcomes, { withdrawn: 1, duplicate: 1, stored: 1 });
  const sent = await ask('POST /tickets', { body: { tickets }, headers: { 'Upload-Id': uploadId } });
  t.deepEqual(sent.body, { processed: 1, skipped: 2, collection_ticket_count: 3 });
  const upload = await ask(`GET /uploads/${uploadId}`);
  t.like((upload.body as { outcomes: object }).outcomes, { withdrawn: 1, duplicate: 1, stored: 1, erased: 0 });
  t.is(await count(), 3);
  t.like((await ask('GET /tickets/2')).body, { state: 'withdrawn' });
});

test('what belongs to another tenant, is unknown or deleted is 404 on every path', async (t) => {
  const { ask, request, url, user, collection } = await filled();
  const stranger = await newUser(url);
  const body = { ticket_ids: ['1'] };
  const paths = [
    ...['GET /tickets', 'GET /categories', 'GET /tickets/1', 'DELETE /tickets/1', 'POST /tickets/1/restore'],
    ...['POST /withdrawals', 'POST /restorations', 'PUT /tickets/1', 'PATCH '],
  ];
  const sent = (endpoint: string) => {
    if (endpoint.startsWith('PUT')) return { body: { category: 'x' }, headers: withTag(1) };
    return endpoint.startsWith('PATCH')
      ? { body: { name: 'x' } }
      : endpoint.endsWith('s') && endpoint.startsWith('POST')
        ? { body }
        : {};
  };
  for (const endpoint of paths) {
    for (const v1 of [false, true]) {
      t.is((await request(stranger, endpoint, { ...sent(endpoint), v1 })).status, 404, endpoint);
    }
  }
  for (const endpoint of ['GET /tickets/9', 'DELETE /tickets/9', 'POST /tickets/9/restore', 'PUT /tickets/9']) {
    const answer = await ask(endpoint, sent(endpoint));
    t.deepEqual([answer.status, answer.body], [404, { detail: 'Ticket not found' }], endpoint);
  }
  t.like((await ask('GET /tickets/1')).body, { state: 'active', revision: 1 });
  requireOk(await call(url, `DELETE /api/collections/${collection}`, { credential: user.token }));
  for (const endpoint of paths) t.is((await ask(endpoint, sent(endpoint))).status, 404, endpoint);
});

test('a collection is renamed and linked to its desk; its own answer has the link in a header', async (t) => {
  const { ask, url, user, collection } = await filled([]);
  const link = 'https://desk.example.com/tickets/{ticket_id}?from=kb';
  const named = await ask('PATCH ', { body: { name: ' Новое имя ' } });
  t.like(named.body, { id: collection, name: 'Новое имя', ticket_url: null, ticket_count: 0 });
  t.like((await ask('PATCH ', { body: { ticket_url: link }, v1: true })).body, { name: 'Новое имя', ticket_url: link });
  const shown = await call(url, `GET /api/collections/${collection}`, { credential: user.token });
  t.deepEqual(Object.keys(shown.body as object), ['id', 'user_id', 'name', 'ticket_count', 'created_at']);
  t.is(shown.headers.get('Ticket-Url'), link);
  t.like((await ask('PATCH ', { body: { ticket_url: null } })).body, { ticket_url: null });
  const wrong = [
    ...[
      'http://desk.example/{ticket_id}',
      'https://desk.example/',
      'https://a:b@desk.example/{ticket_id}',
      'javascript:{ticket_id}',
    ],
    ...[
      'https://desk.example/ {ticket_id}',
      'https://дом.рф/{ticket_id}',
      `https://desk.example/{ticket_id}${'x'.repeat(2_000)}`,
    ],
  ];
  for (const ticket_url of [...wrong, 5, ''])
    t.is((await ask('PATCH ', { body: { ticket_url } })).status, 400, String(ticket_url));
  for (const name of ['', ' ', 'x'.repeat(201), null, 5]) t.is((await ask('PATCH ', { body: { name } })).status, 400);
});

test('a search that runs while a ticket is withdrawn or restored answers with it or without it, and with the others as before', async (t) => {
  const { ask, ...home } = await filledCollection(
    service().url,
    Array.from({ length: 5 }, (_, index) => goodTicket(index)),
  );
  const query = 'Не работает оплата заказа картой, номер случая 2';
  // Elasticsearch rounds a score by how many documents it looks at: in the seventh digit.
  const search = async () =>
    (await home.search(query)).map(({ score, ...source }) => ({ ...source, score: score.toFixed(5) }));
  const whole = await search();
  const without = whole.filter(({ ticket_id: id }) => id !== '2');
  t.deepEqual([whole.length, without.length], [5, 4]);
  let isOver = false;
  const searching = Array.from({ length: 3 }, async () => {
    const seen = { with: 0, without: 0 };
    while (!isOver) {
      const found = await search();
      const isWhole = found.some(({ ticket_id: id }) => id === '2');
      t.deepEqual(found, isWhole ? whole : without);
      seen[isWhole ? 'with' : 'without'] += 1;
    }
    return seen;
  });
  for (let round = 0; round < 8; round += 1) {
    requireOk(await ask('DELETE /tickets/2'));
    t.deepEqual(await search(), without);
    requireOk(await ask('POST /tickets/2/restore'));
    t.deepEqual(await search(), whole);
  }
  isOver = true;
  for (const seen of await Promise.all(searching)) t.true(seen.with > 0 && seen.without > 0, JSON.stringify(seen));
});
