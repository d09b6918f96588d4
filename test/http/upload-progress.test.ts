import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { followProgress } from '../support/follow-progress.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

/** Tickets of an upload that is followed while it runs: longer than the half second between two looks at it. */
const many = 5_000;

const opened = async () => {
  const { url } = service();
  const user = await newUser(url);
  return { url, user, collection: await newCollection(url, user), uploadId: randomUUID() };
};

const send = ({ url, user, collection, uploadId }: Awaited<ReturnType<typeof opened>>, count: number) =>
  call(url, `POST /api/collections/${collection}/tickets`, {
    ...{ credential: user.token, headers: { 'Upload-Id': uploadId } },
    body: { tickets: Array.from({ length: count }, (_, index) => goodTicket(index)) },
  });

test('progress can be followed before the upload begins, by several, and ends with the outcome', async (t) => {
  const at = await opened();
  const path = `/api/collections/${at.collection}/uploads/${at.uploadId}/progress`;
  const [one, other] = [
    await followProgress(t, at.url + path, { credential: at.user.token }),
    await followProgress(t, at.url + path.replace('/api/', '/api/v1/'), { credential: at.user.key }),
  ];
  t.is(one.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  t.is(one.headers.get('x-accel-buffering'), 'no');
  const [first] = await one.until(() => true);
  t.like(first, { name: 'progress', data: { state: 'waiting', waiting_for: null, total: null } });
  const sending = send(at, many);
  const events = await one.until(({ name }) => name === 'outcome');
  await sending;
  t.true(events.some(({ name, data }) => name === 'progress' && data.state === 'running'));
  const ids = events.map(({ id }) => id);
  t.deepEqual(
    ids,
    [...new Set(ids)].toSorted((a, b) => a - b),
  );
  t.like(events.at(-1), { name: 'outcome', data: { id: at.uploadId, state: 'finished', outcomes: { stored: many } } });
  t.deepEqual((await one.until(() => false)).length, 0);
  t.like((await other.until(() => false)).at(-1), { name: 'outcome', data: { state: 'finished' } });
});

test('a broken line is taken up where it broke; an upload that is over tells its outcome at once', async (t) => {
  const at = await opened();
  const path = `/api/collections/${at.collection}/uploads/${at.uploadId}/progress`;
  const credential = at.user.token;
  const line = await followProgress(t, at.url + path, { credential });
  const sending = send(at, many);
  const before = await line.until(({ data }) => data.state === 'running');
  line.abort();
  const last = before.at(-1)?.id ?? 0;
  const again = await followProgress(t, at.url + path, { credential, headers: { 'Last-Event-ID': String(last) } });
  const after = await again.until(({ name }) => name === 'outcome');
  t.is((await sending).status, 200);
  t.true(after.every(({ id }) => id >= last));
  t.like(after.at(-1), { data: { state: 'finished' } });
  const late = await followProgress(t, at.url + path, { credential, headers: { 'Last-Event-ID': '999' } });
  t.deepEqual(
    (await late.until(() => false)).map(({ name }) => name),
    ['outcome'],
  );
});

test('a user has at most five streams open, and a closed one makes room', async (t) => {
  const at = await opened();
  const path = `/api/collections/${at.collection}/uploads/${at.uploadId}/progress`;
  const credential = at.user.token;
  const open = await Promise.all(Array.from({ length: 5 }, () => followProgress(t, at.url + path, { credential })));
  t.true(open.every(({ status }) => status === 200));
  const sixth = await call(at.url, `GET ${path}`, { credential });
  t.is(sixth.status, 429);
  t.truthy(sixth.headers.get('retry-after'));
  open[0]?.abort();
  for (let status = 429; status !== 200;) {
    const next = await followProgress(t, at.url + path, { credential });
    status = next.status;
    next.abort();
    await setTimeout(50);
  }
});

test('a stream ends when its collection is deleted', async (t) => {
  const at = await opened();
  await send(at, 1);
  const waiting = await followProgress(
    t,
    `${at.url}/api/collections/${at.collection}/uploads/${randomUUID()}/progress`,
    {
      credential: at.user.token,
    },
  );
  await waiting.until(() => true);
  await call(at.url, `DELETE /api/collections/${at.collection}`, { credential: at.user.token });
  t.is(
    (
      await call(at.url, `GET /api/collections/${at.collection}/uploads/${at.uploadId}/progress`, {
        credential: at.user.token,
      })
    ).status,
    404,
  );
});
