import { randomUUID } from 'node:crypto';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

type Collection = { id: string; user_id: string; name: string; ticket_count: number; created_at: string };

test('creating a collection answers 201 with exactly its five fields', async (t) => {
  const { token, id } = await newUser(url());
  const { status, body } = await call(url(), 'POST /api/collections', {
    credential: token,
    body: { name: '  Доставка ' },
  });
  t.is(status, 201);
  const collection = body as Collection;
  t.deepEqual(Object.keys(collection), ['id', 'user_id', 'name', 'ticket_count', 'created_at']);
  t.like(collection, { user_id: id, name: 'Доставка', ticket_count: 0 });
  t.is(new Date(collection.created_at).toISOString(), collection.created_at);
  const shown = await call(url(), `GET /api/collections/${collection.id}`, { credential: token });
  t.deepEqual([shown.status, shown.body], [200, collection]);
});

test('a name has 1 to 200 characters after trimming, and need not be unique', async (t) => {
  const { token } = await newUser(url());
  const create = (name: unknown) => call(url(), 'POST /api/collections', { credential: token, body: { name } });
  for (const name of ['', '   ', '\u202e\u0007', '😀'.repeat(201), null, 5, {}]) t.is((await create(name)).status, 400);
  t.is((await create('😀'.repeat(200))).status, 201);
  t.is((await create('x')).status, 201);
  t.is((await create('x')).status, 201);
});

test('a name is stored without control characters and marks of direction', async (t) => {
  const { token } = await newUser(url());
  const body = { name: '\u202eМой\r\nсклад\u2066' };
  t.like((await call(url(), 'POST /api/collections', { credential: token, body })).body, { name: 'Мой склад' });
});

test('a name is stored in Normalization Form C, and counted as sent', async (t) => {
  const { token } = await newUser(url());
  const create = (name: string) => call(url(), 'POST /api/collections', { credential: token, body: { name } });
  const { body } = await create('Мои\u0306 склад');
  t.is((body as Collection).name, 'Мой склад');
  t.is((await create('и\u0306'.repeat(101))).status, 400);
});

test('an idempotency key answers with the same collection again, for its user only', async (t) => {
  const [one, two] = [await newUser(url()), await newUser(url())];
  const key = randomUUID();
  const create = (credential: string, name: string, idempotencyKey: string = key) =>
    call(url(), 'POST /api/collections', {
      credential,
      body: { name },
      headers: { 'Idempotency-Key': idempotencyKey },
    });
  const race = await Promise.all([create(one.token, 'a'), create(one.token, 'b'), create(one.token, 'c')]);
  const ids = new Set(race.map(({ body }) => (body as Collection).id));
  t.is(ids.size, 1);
  t.true(race.every(({ status }) => status === 201));
  t.not(((await create(two.token, 'a')).body as Collection).id, [...ids][0]);
  t.is((await create(one.token, 'a', 'not-a-uuid')).status, 400);
});

test('both surfaces list the caller’s own collections, oldest first', async (t) => {
  const user = await newUser(url());
  const stranger = await newUser(url());
  await newCollection(url(), stranger);
  const ids = [];
  for (const name of ['one', 'two', 'three']) ids.push(await newCollection(url(), user, name));
  const byToken = await call(url(), 'GET /api/collections', { credential: user.token });
  const byKey = await call(url(), 'GET /api/v1/collections', { credential: user.key });
  t.deepEqual(
    (byToken.body as Collection[]).map(({ id }) => id),
    ids,
  );
  t.deepEqual(byKey.body, byToken.body);
});

test('a collection that is unknown, not a UUID or another user’s is 404', async (t) => {
  const [user, stranger] = [await newUser(url()), await newUser(url())];
  const foreign = await newCollection(url(), stranger);
  for (const id of [randomUUID(), 'nonsense', foreign]) {
    for (const endpoint of [
      `GET /api/collections/${id}`,
      `DELETE /api/collections/${id}`,
      `POST /api/collections/${id}/tickets`,
      `POST /api/collections/${id}/tickets/upload`,
    ]) {
      const answer = await call(url(), endpoint, {
        credential: user.token,
        ...(endpoint.startsWith('POST') ? { body: { tickets: [] } } : {}),
      });
      t.deepEqual([answer.status, answer.body], [404, { detail: 'Collection not found' }], endpoint);
    }
  }
  t.is((await call(url(), `GET /api/collections/${foreign}`, { credential: stranger.token })).status, 200);
});

test('deleting a collection answers with it as it was; afterwards it is 404 everywhere', async (t) => {
  const user = await newUser(url());
  const id = await newCollection(url(), user);
  const tickets = { tickets: [goodTicket(1), goodTicket(2)] };
  await call(url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: tickets });
  const removed = await call(url(), `DELETE /api/collections/${id}`, { credential: user.token });
  t.is(removed.status, 200);
  t.like(removed.body, { id, ticket_count: 2 });
  const search = { collection_id: id, query: 'оплата' };
  const statuses = [
    await call(url(), `GET /api/collections/${id}`, { credential: user.token }),
    await call(url(), `DELETE /api/collections/${id}`, { credential: user.token }),
    await call(url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: tickets }),
    await call(url(), `POST /api/v1/tickets?collection_id=${id}`, { credential: user.key, body: tickets }),
    await call(url(), 'POST /api/search', { credential: user.token, body: search }),
    await call(url(), 'POST /api/v1/search', { credential: user.key, body: search }),
  ].map(({ status }) => status);
  t.deepEqual(statuses, [404, 404, 404, 404, 404, 404]);
  t.deepEqual((await call(url(), 'GET /api/collections', { credential: user.token })).body, []);
});
