import test from 'ava';
import { questionsHome, type Shown } from '../support/asked-questions.ts';
import { call, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';
import { provenErasure, requireOk, withTag } from '../support/stored-tickets.ts';

const service = serviceFor(test);
const url = () => service().url;
const home = (v1 = false) => questionsHome(url(), v1);

test('questions are listed in pages, by outcome and verdict, with figures of today', async (t) => {
  const { ask, answer, shown, below, listed } = await home();
  const ids: string[] = [];
  for (const body of [{}, { generate_answer: false }, {}]) {
    const { id } = await ask(body);
    // Those that are recorded together are written in any order on EventStoreDB.
    await shown(id);
    ids.unshift(id);
  }
  await answer(`PUT ${ids[0]}/verdict`, { helped: true });
  await answer(`PUT ${ids[2]}/verdict`, { helped: false });
  t.deepEqual(await listed(), ids);
  t.deepEqual(await listed('?outcome=sources-only'), [ids[1]]);
  t.deepEqual(await listed('?helped=true'), [ids[0]]);
  t.deepEqual(await listed('?helped=false'), [ids[2]]);
  t.deepEqual(await listed('?helped=none'), [ids[1]]);
  const first = await below('/questions?limit=2');
  t.deepEqual(
    (first['questions'] as Shown[]).map(({ id }) => id),
    ids.slice(0, 2),
  );
  const second = await below(`/questions?limit=2&after=${String(first['next'])}`);
  t.deepEqual([(second['questions'] as Shown[]).map(({ id }) => id), second['next']], [ids.slice(2), null]);
  const { days } = (await below('/questions/figures?days=3')) as { days: readonly Record<string, unknown>[] };
  t.is(days.length, 3);
  t.like(days.at(-1), { questions: 3, helped: 1, not_helped: 1 });
  t.like(days[0], { questions: 0, answered: 0, median_milliseconds: null });
  for (const path of [
    '/questions?outcome=no',
    '/questions?helped=1',
    '/questions/figures?days=0',
    '/questions/figures?days=x',
    '/questions/egress.csv?month=2026-13',
  ])
    await t.throwsAsync(below(path), { message: /^400/ }, path);
});

test('the answers that used a ticket are listed with the revision that they used', async (t) => {
  const { ask, request, user, below, shown } = await home();
  const before = await ask();
  requireOk(await request(user, 'PUT /tickets/2', { body: { category: 'Другое' }, headers: withTag(1) }));
  const after = await ask();
  // A list may lack what was asked a moment ago.
  await shown(after.id);
  const quoting = async (path: string) => {
    const { answers, count, cited, next } = await below(path);
    const rows = (answers as { id: string; revision: number }[]).map(({ id, revision }) => [id, revision]);
    return { rows, count, cited, next };
  };
  const both = [
    [after.id, 2],
    [before.id, 1],
  ];
  t.deepEqual(await quoting('/tickets/2/answers'), { rows: both, count: 2, cited: 2, next: null });
  t.deepEqual(await quoting('/tickets/2/answers?cited=true'), { rows: both, count: 2, cited: 2, next: null });
  t.deepEqual(await quoting('/tickets/2/answers?cited=false'), { rows: [], count: 2, cited: 2, next: null });
  t.deepEqual(await quoting('/tickets/1/answers?cited=false'), {
    ...{ rows: both.map(([id]) => [id, 1]), count: 2, cited: 0, next: null },
  });
  await t.throwsAsync(below('/tickets/2/answers?cited=none'), { message: /^400/ });
  t.deepEqual(await quoting('/tickets/2/answers?revision=1'), {
    rows: [[before.id, 1]],
    count: 1,
    cited: 1,
    next: null,
  });
  t.like(await quoting('/tickets/2/answers?limit=1'), { rows: [[after.id, 2]], count: 2 });
  t.deepEqual(await quoting('/tickets/none/answers'), { rows: [], count: 0, cited: 0, next: null });
});

test('the erasure of a ticket takes the answers that quote it, which is verified; others stay', async (t) => {
  const { ask, answer, request, user, listed } = await home();
  const quoting = await ask();
  await answer(`PUT ${quoting.id}/verdict`, { helped: true, ticket_id: '2' });
  const asked = await request(user, 'POST /erasures', { body: { ticket_ids: [2] } });
  t.is(asked.status, 202);
  t.is((await answer(`GET ${quoting.id}`)).status, 404);
  t.is((await answer(`PUT ${quoting.id}/verdict`, { helped: false })).status, 404);
  t.deepEqual(await listed(), []);
  const kept = await ask();
  const { steps } = await provenErasure((endpoint) => request(user, endpoint), (asked.body as { id: string }).id);
  t.like(
    steps.find(({ step }) => step === 'answers'),
    { state: 'verified', found: { answers: 1, events: 2, left: 0, unlisted: 0 } },
  );
  t.is((await answer(`GET ${kept.id}`)).status, 200);
  t.deepEqual(await listed(), [kept.id]);
});

test('a deleted collection takes its questions along, and they no longer count', async (t) => {
  const { ask, answer, shown, request, user } = await home();
  const { id } = await ask();
  await shown(id);
  const bytes = async () => {
    const usage = await call(url(), 'GET /api/me/usage', { credential: user.token });
    return usage.body as { bytes: number; questions: object };
  };
  const before = await bytes();
  t.true(before.bytes > 0);
  t.deepEqual(before.questions, { recording: 'on', keep_days: 90 });
  requireOk(await request(user, 'DELETE '));
  t.is((await answer(`GET ${id}`)).status, 404);
  t.is((await answer(`PUT ${id}/verdict`, { helped: true })).status, 404);
  // What made the collection and deleted it stays in the log.
  const other = await newUser(url());
  const empty = await newCollection(url(), other);
  requireOk(await call(url(), `DELETE /api/collections/${empty}`, { credential: other.token }));
  const settings = (await call(url(), 'GET /api/me/usage', { credential: other.token })).body;
  t.is((await bytes()).bytes, (settings as { bytes: number }).bytes);
});

test('without a gateway the list of what left the house says that nothing did', async (t) => {
  const { ask, shown, request, user } = await home();
  await shown((await ask()).id);
  const month = new Date().toISOString().slice(0, 7);
  const found = await request(user, `GET /questions/egress.csv?month=${month}`, {
    headers: { 'Accept-Language': 'en' },
  });
  t.is(found.status, 200);
  t.is(found.headers.get('Content-Type'), 'text/csv; charset=utf-8');
  t.is(
    found.body,
    `answered_at,answer_id,surface,content,host,model,tickets,masks,sha256\nNo recorded question of ${month} has made anything leave the service\n`,
  );
});
