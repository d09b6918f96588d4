import { randomUUID } from 'node:crypto';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';

const service = ownServiceFor(test, { TENANT_MAX_TICKETS: '3' });

test('an upload above the quota of its tenant is 403, stores what there is room for, and continues when a collection was deleted', async (t) => {
  const { url } = service();
  const [user, other] = [await newUser(url), await newUser(url)];
  const [first, second] = [await newCollection(url, user), await newCollection(url, user)];
  const upload = (ids: readonly number[], headers: Readonly<Record<string, string>> = {}) =>
    call(url, `POST /api/collections/${second}/tickets`, {
      ...{ credential: user.token, headers, body: { tickets: ids.map((id) => goodTicket(id)) } },
    });
  await call(url, `POST /api/v1/tickets?collection_id=${first}`, {
    ...{ credential: user.key, body: { tickets: [goodTicket(1), goodTicket(2)] } },
  });
  const headers = { 'Upload-Id': randomUUID() };
  const refused = await upload([1, 2], headers);
  t.is(refused.status, 403);
  t.deepEqual(refused.body, { detail: 'Quota exceeded: 3 tickets of 3 are stored' });
  t.like((await upload([1])).body, { processed: 0, skipped: 1 });
  t.is((await upload([2])).status, 403);
  const record = await call(url, `GET /api/collections/${second}/uploads/${headers['Upload-Id']}`, {
    credential: user.token,
  });
  t.like(record.body, { state: 'failed', detail: 'Quota exceeded: 3 tickets of 3 are stored' });

  await call(url, `DELETE /api/collections/${first}`, { credential: user.token });
  t.deepEqual((await upload([1, 2], headers)).body, { processed: 2, skipped: 0, collection_ticket_count: 2 });

  const theirs = await newCollection(url, other);
  const { status } = await call(url, `POST /api/collections/${theirs}/tickets`, {
    ...{ credential: other.token, body: { tickets: [goodTicket(1), goodTicket(2), goodTicket(3)] } },
  });
  t.is(status, 200);
});

test('usage says what a tenant stores and may store, on both surfaces; skipped tickets and former texts occupy bytes', async (t) => {
  const { url } = service();
  const user = await newUser(url, 'pro');
  const collection = await newCollection(url, user);
  const usage = async () => {
    const [one, other] = [
      await call(url, 'GET /api/me/usage', { credential: user.token }),
      await call(url, 'GET /api/v1/me/usage', { credential: user.key }),
    ];
    t.is(one.status, 200);
    t.deepEqual(one.body, other.body);
    return one.body as { tickets: number; bytes: number; collections: number };
  };
  const limits = { tickets: 3, bytes: 100_000_000_000, collections: 5_000 };
  const empty = await usage();
  t.like(empty, { plan: 'pro', tickets: 0, collections: 1, limits });
  t.true(empty.bytes > 500 && empty.bytes < 1_500, 'the settings of the collection');
  const upload = (tickets: readonly object[]) =>
    call(url, `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets } });
  t.is((await upload([goodTicket(1)])).status, 200);
  const stored = await usage();
  t.is(stored.tickets, 1);
  const path = `/api/collections/${collection}/tickets/1`;
  const corrected = await call(url, `PUT ${path}`, {
    ...{ credential: user.token, body: { category: 'Другая' }, headers: { 'If-Match': '"1"' } },
  });
  t.is(corrected.status, 200);
  const twice = await usage();
  t.true(twice.bytes > stored.bytes + 1_000, 'the former text stays');
  t.is((await upload([goodTicket(1)])).status, 200);
  const skipped = await usage();
  t.true(skipped.bytes > twice.bytes + 1_000, 'an upload that stores nothing has its record');
  t.like(skipped, { tickets: 1, collections: 1 });
  await call(url, `DELETE /api/collections/${collection}`, { credential: user.token });
  const deleted = await usage();
  t.like(deleted, { plan: 'pro', tickets: 0, collections: 0, limits });
  t.true(deleted.bytes > empty.bytes && deleted.bytes < 2 * empty.bytes, 'those of a deleted one stay in the log');
  t.is((await call(url, 'GET /api/me/usage', { credential: user.key })).status, 401);
});
