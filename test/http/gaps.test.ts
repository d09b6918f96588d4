import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import { filledCollection, requireOk } from '../support/stored-tickets.ts';

const service = serviceFor(test);
const url = () => service().url;

type Gap = {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly count: number;
  readonly growth: number;
  readonly weeks: readonly number[];
  readonly wordings: readonly { readonly answer_id: string; readonly question: string }[];
  readonly nearest: { readonly ticket_id: string; readonly score: number } | null;
  readonly based_on: { readonly answers: number; readonly tickets: readonly object[] };
  readonly closed: { readonly at: string; readonly ticket_ids: readonly string[] } | null;
};

const questions = [
  'Как вернуть деньги за годовую подписку',
  'Хочу вернуть деньги за годовую подписку',
  'Верните деньги за годовую подписку, пожалуйста',
];
const problem = 'Клиент хочет вернуть деньги за годовую подписку. Как вернуть деньги за подписку?';
const solution =
  'Деньги за годовую подписку возвращаются за неиспользованные месяцы: откройте «Профиль → Подписка», нажмите «Отменить и вернуть деньги», и сумма придёт на ту же карту за пять рабочих дней.';

/** A collection, and requests about its gaps on a surface. */
const home = async (v1 = false) => {
  const filled = await filledCollection(url());
  const { user, collection } = filled;
  const [base, credential] = v1 ? ['/api/v1', user.key] : ['/api', user.token];
  const ask = async (query: string): Promise<string> => {
    const body = { collection_id: collection, query };
    const found = await call(url(), `POST ${base}/search`, { credential, body });
    requireOk(found);
    return found.headers.get('Answer-Id') ?? '';
  };
  const request = (endpoint: string, body?: unknown) => {
    const [method, path] = endpoint.split(' ');
    const address = `${method} ${base}/collections/${collection}/gaps${path}`;
    return call(url(), address, { credential, ...(body !== undefined && { body }) });
  };
  const listed = async (query = '') => {
    const found = await request(`GET ${query}`);
    requireOk(found);
    return (found.body as { gaps: readonly Gap[] }).gaps;
  };
  /** Waits until a list has gaps. */
  const until = async (query: string, isThere = (gaps: readonly Gap[]) => gaps.length > 0) => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const gaps = await listed(query);
      if (isThere(gaps)) return gaps;
      await setTimeout(100);
    }
    throw new Error(`No gap with ${query} within 30 s`);
  };
  return { ...filled, ask, request, listed, until, base, credential };
};

test('questions whose user names the ticket that answers them are no gap while that ticket is stored', async (t) => {
  const { ask, until, collection, credential, base } = await home();
  const asked: string[] = [];
  for (const question of questions) asked.push(await ask(question));
  const [gap] = await until('');
  t.like(gap, { kind: 'nothing-there', count: 3 });
  const named = gap?.nearest?.ticket_id ?? '';
  for (const id of asked) {
    const body = { helped: false, ticket_id: named };
    t.is((await call(url(), `PUT ${base}/answers/${id}/verdict`, { credential, body })).status, 204);
  }
  for (const state of ['open', 'dismissed', 'closed']) await until(`?state=${state}`, (gaps) => gaps.length === 0);
  const erasing = { credential, body: { ticket_ids: [named] } };
  t.is((await call(url(), `POST ${base}/collections/${collection}/erasures`, erasing)).status, 202);
  const [again] = await until('');
  t.like(again, { id: gap?.id, kind: 'nothing-there', state: 'open', count: 3 });
});

test('a gap names no ticket that was hidden since, and names it again when it is restored', async (t) => {
  const { ask, until, collection, credential, base } = await home();
  for (const question of questions) await ask(question);
  const [gap] = await until('');
  const nearest = gap?.nearest?.ticket_id ?? '';
  t.not(nearest, '');
  const change = async (what: string) =>
    requireOk(
      await call(url(), `POST ${base}/collections/${collection}/${what}`, {
        credential,
        body: { ticket_ids: [nearest] },
      }),
    );
  await change('withdrawals');
  t.like((await until(''))[0], { id: gap?.id, nearest: null });
  await change('restorations');
  t.like((await until(''))[0], { id: gap?.id, nearest: { ticket_id: nearest } });
});

for (const v1 of [false, true]) {
  test(`questions without an answer become a gap, which a draft is tried against, hidden and closed (${v1 ? 'key' : 'token'})`, async (t) => {
    const { ask, request, listed, until, collection, credential, base } = await home(v1);
    const asked: string[] = [];
    for (const question of questions) asked.push(await ask(question));
    const [gap] = await until('');
    t.like(gap, { kind: 'nothing-there', state: 'open', count: 3, growth: 3, closed: null });
    t.true(asked.includes(gap?.id ?? ''));
    t.deepEqual(gap?.weeks, [...Array<number>(11).fill(0), 3]);
    t.deepEqual(gap?.wordings.map(({ answer_id: id }) => id).toSorted(), asked.toSorted());
    t.deepEqual(gap?.wordings.map(({ question }) => question).toSorted(), questions.toSorted());
    t.truthy(gap?.nearest);
    t.deepEqual(gap?.based_on, { answers: 0, tickets: [] });
    const path = `/${gap?.id}`;
    const tried = await request(`POST ${path}/try`, { problem, solution });
    t.deepEqual(tried.body, { tried: 3, answered: 3 });
    const other = await request(`POST ${path}/try`, { problem: 'Не печатает чек', solution });
    t.deepEqual(other.body, { tried: 3, answered: 0 });
    const short = await request(`POST ${path}/try`, { problem, solution: 'Никак' });
    t.is(short.status, 422);
    t.like(await request(`POST ${path}/dismiss`), { status: 204 });
    t.like(await request(`POST ${path}/dismiss`), { status: 204 });
    t.deepEqual(await listed(), []);
    t.like((await listed('?state=dismissed'))[0], { id: gap?.id, state: 'dismissed' });
    t.like(await request(`POST ${path}/restore`), { status: 204 });
    t.like(await request(`POST ${path}/restore`), { status: 204 });
    t.deepEqual(await listed('?state=dismissed'), []);
    t.like((await listed())[0], { id: gap?.id, state: 'open' });
    const ticket = { ticket_id: 'refund', description: problem, messages: [{ role: 'support', text: solution }] };
    const upload = v1 ? `/tickets?collection_id=${collection}` : `/collections/${collection}/tickets`;
    requireOk(await call(url(), `POST ${base}${upload}`, { credential, body: { tickets: [ticket] } }));
    const [closed] = await until('?state=closed');
    t.deepEqual(closed?.closed?.ticket_ids, ['refund']);
    t.deepEqual(await listed('?state=dismissed'), []);
    const change = async (endpoint: string, content?: unknown) => {
      const [method, path] = endpoint.split(' ');
      const address = `${method} ${base}/collections/${collection}${path}`;
      const { status } = await call(url(), address, { credential, ...(content !== undefined && { body: content }) });
      t.true(status === 200 || status === 202, String(status));
    };
    await change('POST /withdrawals', { ticket_ids: ['refund'] });
    t.like((await until(''))[0], { id: gap?.id, closed: null });
    await change('POST /restorations', { ticket_ids: ['refund'] });
    t.like((await until('?state=closed'))[0], { id: gap?.id, closed: { ticket_ids: ['refund'] } });
    await change('POST /erasures', { ticket_ids: ['refund'] });
    t.like((await until(''))[0], { id: gap?.id, closed: null });
  });
}

test('answers that did not help are gaps apart, and a verdict that is taken back leaves its gap', async (t) => {
  const { ask, listed, until, credential } = await home();
  const asked: string[] = [];
  for (const number of [1, 2, 3]) asked.push(await ask(`Не работает оплата заказа картой, номер случая ${number}`));
  for (const question of questions) await ask(question);
  const verdict = (id: string) => `/api/answers/${id}/verdict`;
  for (const id of asked)
    t.is((await call(url(), `PUT ${verdict(id)}`, { credential, body: { helped: false } })).status, 204);
  const gaps = await until('', (found) => found.length === 2);
  t.deepEqual(gaps.map(({ kind }) => kind).toSorted(), ['nothing-there', 'there-but-wrong']);
  t.is((await call(url(), `DELETE ${verdict(asked[1] ?? '')}`, { credential })).status, 204);
  t.deepEqual(
    (await listed()).map(({ kind }) => kind),
    ['nothing-there'],
  );
});

test('gaps are paged by what the page before named, and a request that cannot be is refused', async (t) => {
  const { ask, request, until } = await home();
  for (const question of questions) await ask(question);
  for (const word of ['Где', 'Почему', 'Когда', 'Как']) await ask(`${word} получить закрывающий акт для бухгалтерии`);
  const all = await until('', (found) => found.map(({ count }) => count).join() === '4,3');
  const first = (await request('GET ?limit=1')).body as { gaps: readonly Gap[]; next: string };
  const second = (await request(`GET ?limit=1&after=${first.next}`)).body as { gaps: readonly Gap[]; next: null };
  t.deepEqual([...first.gaps, ...second.gaps], [...all]);
  t.is(second.next, null);
  for (const query of ['?state=new', '?limit=0', '?limit=51', '?after=1', "?after=1.1.' OR 1=1"])
    t.is((await request(`GET ${query}`)).status, 400, query);
  const path = `/${all[0]?.id}`;
  for (const body of [{}, { problem }, { problem: 1, solution }, []])
    t.is((await request(`POST ${path}/try`, body)).status, 400);
});

test('the questions of a gap are listed newest first, in pages', async (t) => {
  const { ask, request, until, base, credential } = await home();
  const asked: string[] = [];
  for (const question of questions) {
    const id = await ask(question);
    // Questions that are recorded together have no order.
    requireOk(await call(url(), `GET ${base}/answers/${id}`, { credential }));
    asked.push(id);
  }
  const [gap] = await until('');
  const list = async (query: string) => {
    const { status, body } = await request(`GET /${gap?.id}/questions${query}`);
    t.is(status, 200);
    return body as { questions: readonly { id: string; question: string }[]; next: string | null };
  };
  const all = await list('');
  t.deepEqual(
    all.questions.map(({ id }) => id),
    asked.toReversed(),
  );
  t.is(all.next, null);
  const first = await list('?limit=2');
  const second = await list(`?limit=2&after=${first.next}`);
  t.deepEqual([...first.questions, ...second.questions], [...all.questions]);
  t.is(second.next, null);
  t.is((await request(`GET /${gap?.id}/questions?limit=0`)).status, 400);
});

test('the gaps of a collection are found by its owner, and by nobody else', async (t) => {
  const [{ ask, until }, stranger] = [await home(), await home()];
  for (const question of questions) await ask(question);
  const [gap] = await until('');
  t.deepEqual(await stranger.listed(), []);
  for (const id of [gap?.id, 'none', '00000000-0000-4000-8000-000000000000']) {
    t.like(await stranger.request(`POST /${id}/dismiss`), { status: 404, body: { detail: 'Gap not found' } });
    t.like(await stranger.request(`POST /${id}/restore`), { status: 404 });
    t.like(await stranger.request(`GET /${id}/questions`), { status: 404, body: { detail: 'Gap not found' } });
    t.like(await stranger.request(`POST /${id}/try`, { problem, solution }), { status: 404 });
  }
  t.like((await until(''))[0], { id: gap?.id, state: 'open' });
});
