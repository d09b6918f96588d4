import { hash } from 'node:crypto';
import test from 'ava';
import { questionsHome } from '../support/asked-questions.ts';
import { postForEvents } from '../support/event-streams.ts';
import { startGateway } from '../support/gateway.ts';
import { startService } from '../support/service.ts';
import { requireOk } from '../support/stored-tickets.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const month = new Date().toISOString().slice(0, 7);

test('what a question sent to the gateway is recorded: host, model, tickets, masks and the digest of the bytes', async (t) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const environment = { GATEWAY_URL: gateway.url, EMBEDDING_MODEL: '=e5', CHAT_MODEL: 'test-chat' };
  const service = await startService(environment, temporaryFolder(t));
  t.teardown(service.kill);
  const { ask, shown, request, user, collection, credential } = await questionsHome(service.url);
  const { host } = new URL(gateway.url);
  const bodyOf = (body: unknown) => hash('sha256', JSON.stringify(body));

  const asked = await ask({ query: 'Не работает оплата, звонил Иван Петров на +7 912 345-67-89' });
  const found = (await shown(asked.id)) as unknown as Record<string, unknown>;
  const [question, whole] = found['sent'] as readonly Record<string, unknown>[];
  const [embedded, written] = [gateway.embeddings.requests.at(-1)?.body, gateway.chat.requests.at(-1)?.body];
  t.deepEqual(question, { content: 'question', host, model: '=e5', masks: 2, sha256: bodyOf(embedded) });
  t.deepEqual(whole, { content: 'question and sources', host, model: 'test-chat', masks: 2, sha256: bodyOf(written) });
  t.like(found['models'], { embedding: '=e5', chat: 'test-chat', prompt_version: 2 });

  // A client that leaves while the answer is written: the texts are out by then.
  gateway.chat.next(() => undefined);
  const leaving = new AbortController();
  const body = { collection_id: collection, query: 'Не работает оплата заказа картой' };
  const { response, events } = await postForEvents(`${service.url}/api/answers`, {
    credential,
    body,
    signal: leaving.signal,
  });
  await events.next();
  while (gateway.chat.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 200));
  leaving.abort();
  const left = response.headers.get('Answer-Id') ?? '';
  const abandoned = async () =>
    (await request(user, 'GET /questions?outcome=sources-only')).body as { questions: object[] };
  while ((await abandoned()).questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  t.like(await shown(left), { answer: null, models: { chat: 'test-chat' } });

  const csv = await request(user, `GET /questions/egress.csv?month=${month}`);
  requireOk(csv);
  const lines = String(csv.body).trimEnd().split('\n');
  t.is(lines.length, 5);
  t.true(lines[1]?.includes(`,${asked.id},web,question,${host},'=e5,,2,`));
  t.regex(lines[2] ?? '', /,question and sources,[^,]+,test-chat,(?:\d@1 ?){3},2,[0-9a-f]{64}$/);
  t.true(lines[4]?.includes(`,${left},web,question and sources,`));
  const inColumns = await request(user, `GET /questions/egress.csv?month=${month}&delimiter=semicolon`);
  t.true(String(inColumns.body).split('\n')[1]?.includes(`;${asked.id};web;question;${host};'=e5;;2;`));
  const none = await request(user, 'GET /questions/egress.csv?month=2020-01', { headers: { 'Accept-Language': 'en' } });
  t.regex(String(none.body), /\nNo recorded question of 2020-01 has made anything leave the service\n$/);
});
