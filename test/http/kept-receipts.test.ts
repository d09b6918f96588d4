import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, newUser } from '../support/api.ts';
import { type Erasure, filledCollection, provenErasure, requireOk } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

type Listed = {
  readonly erasures: readonly {
    readonly id: string;
    readonly number: number;
    readonly collection_id: string;
    readonly collection_name: string;
    readonly collection_deleted: boolean;
  }[];
  readonly next: string | null;
};

/** A collection, with requests beside it for all erasures of its user. */
const filled = async () => {
  const opened = await filledCollection(service().url);
  const { url, user, collection } = opened;
  const own = (path: string, v1 = false) =>
    call(url, `GET /api/${v1 ? 'v1/' : ''}erasures${path}`, { credential: v1 ? user.key : user.token });
  const erase = async (...ticket_ids: readonly string[]) =>
    (await opened.ask('POST /erasures', { body: { ticket_ids } })).body as Erasure;
  const deleteIt = async () =>
    requireOk(await call(url, `DELETE /api/collections/${collection}`, { credential: user.token }));
  return { ...opened, own, erase, deleteIt };
};

test('receipts outlive their collection, unchanged, with its name as it was; its own paths are gone', async (t) => {
  const { url, user, collection, ask, own, erase, deleteIt } = await filled();
  requireOk(await ask('PATCH ', { body: { name: 'Клиент a@example.com' } }));
  const [first, second] = [await erase('1'), await erase('2')];
  for (const { id } of [first, second]) await provenErasure(ask, id);
  const receipt = (await ask(`GET /erasures/${first.id}/receipt`)).body;
  t.like(receipt, { collection_name: 'Клиент [EMAIL]', number: 1 });
  t.deepEqual((await own(`/${first.id}/receipt`)).body, receipt);
  await deleteIt();
  t.is((await ask(`GET /erasures/${first.id}/receipt`)).status, 404);
  for (const v1 of [false, true]) {
    const listed = (await own('?limit=1', v1)).body as Listed;
    const named = { collection_id: collection, collection_name: 'Клиент [EMAIL]', collection_deleted: true };
    t.like(listed.erasures[0], { id: second.id, number: 2, ...named });
    const rest = (await own(`?limit=1&after=${listed.next}`, v1)).body as Listed;
    t.like(rest, { next: null });
    t.like(rest.erasures[0], { id: first.id, number: 1, ...named });
    t.like((await own(`/${first.id}`, v1)).body, { id: first.id, collection_name: named.collection_name });
    t.deepEqual((await own(`/${first.id}/receipt`, v1)).body, receipt);
  }
  t.deepEqual((await call(url, 'POST /api/receipts/check', { credential: user.token, body: receipt })).body, {
    whole: true,
    signed: true,
  });
  // The purge of the collection comes within seconds.
  await setTimeout(6_000);
  t.deepEqual((await own(`/${first.id}/receipt`)).body, receipt);
  t.is(((await own('')).body as Listed).erasures.length, 2);
});

test('receipts are of their account: to others, and without a credential, there are none', async (t) => {
  const { url, erase, deleteIt } = await filled();
  const { id } = await erase('1');
  const stranger = await newUser(url);
  const refused = async () => {
    for (const path of [`/${id}`, `/${id}/receipt`, '/nichts']) {
      for (const v1 of [false, true]) {
        const credential = v1 ? stranger.key : stranger.token;
        const answer = await call(url, `GET /api/${v1 ? 'v1/' : ''}erasures${path}`, { credential });
        t.deepEqual([answer.status, answer.body], [404, { detail: 'Erasure not found' }], path);
      }
      t.is((await call(url, `GET /api/erasures${path}`)).status, 401);
    }
    const none = await call(url, 'GET /api/erasures', { credential: stranger.token });
    t.deepEqual(none.body, { erasures: [], next: null });
  };
  await refused();
  await deleteIt();
  await refused();
});

test('an erasure whose collection is deleted meanwhile is verified to its end', async (t) => {
  const { own, erase, deleteIt } = await filled();
  const { id } = await erase('1', '3');
  await deleteIt();
  // Only the path of a collection's erasures differs.
  const ended = await provenErasure((endpoint) => own(endpoint.replace('GET /erasures', '')), id);
  const verified = ended.steps.filter(({ state }) => state === 'verified').map(({ step }) => step);
  t.deepEqual(verified, ['hidden', 'event_log', 'answers', 'read_models', 'index', 'uploads']);
  t.like(ended.steps[1], { found: { streams: 2, events: 2, left: 0 } });
});
