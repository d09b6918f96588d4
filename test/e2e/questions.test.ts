import { globSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { questionsHome } from '../support/asked-questions.ts';
import { askUntilGaps } from '../support/unanswered-questions.ts';
import { call } from '../support/api.ts';
import { runFile } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { provenErasure } from '../support/stored-tickets.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { filesWith } from '../support/traces.ts';

const started = async (t: ExecutionContext, folder: string, environment: Record<string, string> = {}) => {
  const service = await startService(environment, folder);
  t.teardown(service.kill);
  return service;
};

test('a verdict and its golden line outlive kill -9, and a replay, with which verify agrees', async (t) => {
  const folder = temporaryFolder(t);
  const service = await started(t, folder);
  const { ask, answer, below, credential, collection } = await questionsHome(service.url);
  const judged = await ask();
  t.is((await answer(`PUT ${judged.id}/verdict`, { helped: true })).status, 204);
  const golden = (await below('/golden.jsonl')) as unknown as string;
  t.regex(golden, new RegExp(judged.id));
  await service.kill();
  const second = await started(t, folder);
  const read = (url: string, id: string) => call(url, `GET /api/answers/${id}`, { credential });
  t.like((await read(second.url, judged.id)).body, { verdict: { helped: true } });
  for (const [script, ...args] of [['replay', '--projection', 'questions'], ['verify']] as const) {
    const { code, output } = await runFile(`scripts/${script}.ts`, { args, environment: { DATA_DIR: folder } });
    t.is(code, 0, output);
    t.regex(output, /questions/);
  }
  t.like((await read(second.url, judged.id)).body, { verdict: { helped: true } });
  const lines = await call(second.url, `GET /api/collections/${collection}/golden.jsonl`, { credential });
  t.is(lines.body, golden);
});

test('a question that waits is recorded when the service stops', async (t) => {
  const folder = temporaryFolder(t);
  const service = await started(t, folder);
  const { ask, credential } = await questionsHome(service.url);
  const { id } = await ask();
  t.is(await service.stop(), 0);
  const second = await started(t, folder);
  t.is((await call(second.url, `GET /api/answers/${id}`, { credential })).status, 200);
});

test('with KEEP_QUESTIONS_DAYS=0 nothing is recorded, and what earlier days have left is in no file', async (t) => {
  const folder = temporaryFolder(t);
  const service = await started(t, folder);
  const { ask, answer, collection, credential } = await questionsHome(service.url);
  const asked = await ask({ query: 'Не работает оплата заказа КварцитСлово' });
  await answer(`PUT ${asked.id}/verdict`, { helped: false, comment: 'КварцитСлово' });
  await service.stop();
  // A day passes.
  const log = new DatabaseSync(join(folder, 'events.db'));
  log.exec(
    `UPDATE events SET metadata = json_set(metadata, '$.at', '2026-01-02T03:04:05.000Z') WHERE stream LIKE 'question-%'`,
  );
  log.close();
  for (const name of filesWith(folder, 'КварцитСлово')) t.regex(name, /events|views-questions/);
  for (const name of globSync('views-questions-*', { cwd: folder })) rmSync(join(folder, name));
  const second = await started(t, folder, { KEEP_QUESTIONS_DAYS: '0' });
  const search = await call(second.url, 'POST /api/search', {
    credential,
    body: { collection_id: collection, query: 'вход' },
  });
  t.deepEqual([search.status, search.headers.get('Answer-Id')], [200, null]);
  const usage = await call(second.url, 'GET /api/me/usage', { credential });
  t.like(usage.body, { questions: { recording: 'off', keep_days: 0 } });
  const end = Date.now() + 60_000;
  while (filesWith(folder, 'КварцитСлово').length > 0 && Date.now() < end) await setTimeout(200);
  t.deepEqual(filesWith(folder, 'КварцитСлово'), []);
  t.is((await call(second.url, `GET /api/answers/${asked.id}`, { credential })).status, 404);
  const { code, output } = await runFile('scripts/verify.ts', { environment: { DATA_DIR: folder } });
  t.is(code, 0, output);
});

test('a question that is copied from an erased ticket is in no file', async (t) => {
  const folder = temporaryFolder(t);
  const service = await started(t, folder);
  const { ask, answer, request, user } = await questionsHome(service.url);
  const asked = await ask({ query: 'Не работает оплата заказа картой, номер случая 2, МалахитСлово' });
  await answer(`PUT ${asked.id}/verdict`, { helped: true, ticket_id: '2', comment: 'МалахитСлово' });
  t.true(filesWith(folder, 'МалахитСлово').length > 0);
  const erasure = await request(user, 'POST /erasures', { body: { ticket_ids: [2] } });
  const { state } = await provenErasure((endpoint) => request(user, endpoint), (erasure.body as { id: string }).id);
  t.is(state, 'proven');
  t.deepEqual(filesWith(folder, 'МалахитСлово'), []);
});

test('a question that had an erased ticket among others stays with its verdict, without the ticket; a replay and verify agree', async (t) => {
  const folder = temporaryFolder(t);
  const service = await started(t, folder);
  const { ask, answer, shown, listed, request, user, credential } = await questionsHome(service.url);
  const asked = [await ask({ query: 'Касса не принимает платёж' }), await ask({ query: 'Что с платежом за товар' })];
  const [first, second] = [await shown(asked[0]?.id ?? ''), await shown(asked[1]?.id ?? '')];
  const [ticket, other] = first.sources.toReversed().map(({ ticket_id: id }) => id);
  await answer(`PUT ${first.id}/verdict`, { helped: true, ticket_id: other, comment: 'Это' });
  const erasure = await request(user, 'POST /erasures', { body: { ticket_ids: [ticket] } });
  const { state, steps } = await provenErasure(
    (endpoint) => request(user, endpoint),
    (erasure.body as { id: string }).id,
  );
  t.is(state, 'proven');
  t.like(steps.find(({ step }) => step === 'answers')?.found, { answers: 2, kept: 2 });
  t.is((await answer(`GET ${first.id}`)).status, 404);
  const left = await Promise.all((await listed()).map(shown));
  t.deepEqual(
    left.map(({ question }) => question),
    [second.question, first.question],
  );
  for (const { sources } of left) t.false(sources.some(({ ticket_id: id }) => id === ticket));
  t.like(left[1]?.verdict, { helped: true, ticket_id: other, comment: 'Это' });
  await service.kill();
  for (const [script, ...args] of [['replay', '--projection', 'questions'], ['verify']] as const) {
    const { code, output } = await runFile(`scripts/${script}.ts`, { args, environment: { DATA_DIR: folder } });
    t.is(code, 0, output);
  }
  const again = await started(t, folder);
  for (const question of left)
    t.deepEqual((await call(again.url, `GET /api/answers/${question.id}`, { credential })).body, question);
});

test('a gap and that it was hidden outlive kill -9 and the erasure of its nearest ticket, for its tenant alone', async (t) => {
  const folder = temporaryFolder(t);
  const service = await started(t, folder);
  const { user, collection, credential, request } = await questionsHome(service.url);
  const stranger = await questionsHome(service.url);
  const words = ['Как вернуть', 'Хочу вернуть', 'Верните'];
  const asked = words.map((word) => `${word} деньги за годовую подписку НефритСлово`);
  await askUntilGaps({ url: service.url, token: user.token, collection }, asked, 1);
  const listed = async (url: string, query = '') => {
    const { body } = await call(url, `GET /api/collections/${collection}/gaps${query}`, { credential });
    return (body as { readonly gaps: readonly { readonly id: string; readonly nearest: { ticket_id: string } }[] })
      .gaps;
  };
  const [gap] = await listed(service.url);
  t.is((await request(user, `POST /gaps/${gap?.id}/dismiss`)).status, 204);
  const before = await listed(service.url, '?state=dismissed');
  await service.kill();
  const second = await started(t, folder);
  t.deepEqual(await listed(second.url, '?state=dismissed'), before);
  const foreign = await call(second.url, `GET /api/collections/${stranger.collection}/gaps?state=dismissed`, {
    credential: stranger.credential,
  });
  t.deepEqual(foreign.body, { gaps: [], next: null, ungrouped: 0 });
  const send = (endpoint: string, body?: unknown) => {
    const [method, path] = endpoint.split(' ');
    return call(second.url, `${method} /api/collections/${collection}${path}`, {
      credential,
      ...(body !== undefined && { body }),
    });
  };
  const erasure = await send('POST /erasures', { ticket_ids: [gap?.nearest.ticket_id] });
  const { state } = await provenErasure(send, (erasure.body as { id: string }).id);
  t.is(state, 'proven');
  const [after] = await listed(second.url, '?state=dismissed');
  t.is(after?.id, gap?.id);
  t.not(after?.nearest.ticket_id, gap?.nearest.ticket_id);
});
