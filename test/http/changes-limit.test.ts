import { randomUUID } from 'node:crypto';
import test from 'ava';
import { parseConfig } from '../../src/config.ts';
import { call, goodTicket } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { startRedis } from '../support/small-servers.ts';
import { filledCollection } from '../support/stored-tickets.ts';
import { askUntilGaps } from '../support/unanswered-questions.ts';

const ids = ['1', '2', '3'];
const refusal = { detail: 'Too many changes of this account in a day; try again in 24 h' };

for (const store of process.env['REDIS_URL'] === undefined ? ['in memory'] : ['in memory', 'in Redis']) {
  test(`an account makes so many changes a day, by the tickets that they change; what hides or removes goes on, ${store}`, async (t) => {
    const service = await startService({
      ...(store === 'in Redis' && { REDIS_URL: `redis://127.0.0.1:${await startRedis(t)}` }),
      TENANT_CHANGES_PER_DAY: '10',
    });
    t.teardown(service.stop);
    // The collection is the first change.
    const { user, collection, ask } = await filledCollection(service.url);
    const settings = { body: { name: 'Вторая линия' } };
    const withdraw = () => ask('POST /withdrawals', { body: { ticket_ids: ids } });
    const restore = (v1 = false) => ask('POST /restorations', { body: { ticket_ids: ids }, v1 });
    t.like((await withdraw()).body, { changed: 3 });
    t.like((await restore()).body, { changed: 3 });
    // What changes nothing is none.
    for (let turn = 0; turn < 5; turn += 1) t.like((await restore()).body, { changed: 0, unchanged: 3 });
    t.is((await ask('PUT /tickets/1/flag')).status, 200);
    t.is((await ask('DELETE /tickets/1/flag')).status, 200);
    for (let turn = 0; turn < 5; turn += 1) t.is((await ask('PATCH ', settings)).status, 200);
    t.like((await withdraw()).body, { changed: 3 });
    t.like((await restore(true)).body, { changed: 3 });

    const create = { credential: user.token, body: { name: 'Ещё одна' } };
    for (const refused of [
      await ask('PUT /tickets/1/flag'),
      await ask('PATCH ', { body: { name: 'Третья линия' } }),
      await ask('PATCH ', { body: { name: 'Третья линия' }, v1: true }),
      await call(service.url, 'POST /api/collections', create),
      await ask('POST /erasures', { body: { ticket_ids: ['99'] } }),
    ]) {
      const wait = Number(refused.headers.get('retry-after'));
      t.true(wait > 80_000 && wait <= 86_400, String(wait));
      t.deepEqual(
        [refused.status, refused.headers.get('error-code'), refused.body],
        [429, 'too-many-attempts', refusal],
      );
    }
    t.is((await ask('PATCH ', settings)).status, 200, 'what is so already is answered');
    t.like((await withdraw()).body, { changed: 3 });
    t.is((await restore()).status, 429);
    t.like((await ask('POST /tickets', { body: { tickets: [goodTicket(4)] } })).body, { processed: 1 });
    t.is((await ask('POST /erasures', { body: { ticket_ids: ['1', '99'] } })).status, 202);
    t.is((await call(service.url, `DELETE /api/collections/${collection}`, { credential: user.token })).status, 200);
    t.is((await filledCollection(service.url)).collection.length, 36, 'others go on');
  });
}

test('verdicts that change something and hidden gaps are changes of the day', async (t) => {
  const service = await startService({ TENANT_CHANGES_PER_DAY: '6', RATE_LIMIT_PER_MINUTE: '0' });
  t.teardown(service.stop);
  // The collection is the first change.
  const { user, collection, ask } = await filledCollection(service.url);
  const asking = { url: service.url, token: user.token, collection };
  const words = ['Как вернуть', 'Хочу вернуть', 'Верните'];
  await askUntilGaps(
    asking,
    words.map((word) => `${word} деньги за годовую подписку`),
    1,
  );
  const { body } = await ask('GET /gaps');
  const [gap] = (body as { gaps: readonly { id: string }[] }).gaps;
  const listed = await ask(`GET /gaps/${gap?.id}/questions?limit=1`);
  const [question] = (listed.body as { questions: readonly { id: string }[] }).questions;
  const judge = (helped: boolean, v1 = false) => {
    const credential = v1 ? user.key : user.token;
    const path = `/api/${v1 ? 'v1/' : ''}answers/${question?.id}/verdict`;
    return call(service.url, `PUT ${path}`, { credential, body: { helped } });
  };
  for (let turn = 0; turn < 5; turn += 1) t.is((await judge(true)).status, 204);
  for (let turn = 0; turn < 5; turn += 1) t.is((await judge(false, true)).status, 204);
  for (let turn = 0; turn < 5; turn += 1) t.is((await ask(`POST /gaps/${gap?.id}/dismiss`)).status, 204);
  for (let turn = 0; turn < 5; turn += 1) t.is((await ask(`POST /gaps/${gap?.id}/restore`)).status, 204);
  t.is((await judge(true)).status, 204);
  for (const refused of [await judge(false), await judge(false, true), await ask(`POST /gaps/${gap?.id}/dismiss`)])
    t.deepEqual([refused.status, refused.body], [429, refusal]);
  t.is((await judge(true)).status, 204, 'what is so already is answered');
});

test('an account gets so many new keys an hour', async (t) => {
  const service = await startService();
  t.teardown(service.stop);
  const { user } = await filledCollection(service.url, []);
  let { key } = user;
  for (let turn = 0; turn < 60; turn += 1) {
    const { status, body } = await call(service.url, 'PATCH /api/v1/me/api-key', { credential: key });
    t.is(status, 200);
    key = (body as { api_key: string }).api_key;
  }
  const refused = await call(service.url, 'PATCH /api/v1/me/api-key', { credential: key });
  const wait = Number(refused.headers.get('retry-after'));
  t.deepEqual(
    [refused.status, refused.body],
    [429, { detail: `Too many new keys of this account; try again in ${wait} s` }],
  );
  t.is((await call(service.url, 'GET /api/v1/me', { credential: key })).status, 200);
});

test('the changes of a day have a default, and 0 turns the limit off', async (t) => {
  t.is(parseConfig({}).changesPerDay, 100_000);
  const service = await startService({ TENANT_CHANGES_PER_DAY: '0' });
  t.teardown(service.stop);
  const { ask } = await filledCollection(service.url);
  for (let turn = 0; turn < 20; turn += 1) t.is((await ask('PATCH ', { body: { name: randomUUID() } })).status, 200);
});
