import test from 'ava';
import { call, goodTicket, newCollection, newUser, readinessOf } from '../support/api.ts';
import { startGateway } from '../support/gateway.ts';
import { answering, saying } from '../support/gateway-behaviours.ts';
import { startService } from '../support/service.ts';

const key = 'sk-a-key-that-nobody-may-see';

test('with a gateway tickets are embedded and answered by it, and its failures never fail a search', async (t) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const service = await startService({
    GATEWAY_URL: gateway.url,
    GATEWAY_API_KEY: key,
    EMBEDDING_MODEL: 'test-embedding',
    CHAT_MODEL: 'test-chat',
  });
  t.teardown(service.stop);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const tickets = Array.from({ length: 30 }, (_, index) => goodTicket(index, `оплата заказа номер ${index}`));
  const upload = () =>
    call(service.url, `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets } });
  const search = () =>
    call(service.url, 'POST /api/search', {
      credential: user.token,
      body: { collection_id: collection, query: 'оплата заказа номер 7' },
    });

  t.like((await upload()).body, { processed: 30 });
  t.like((await readinessOf(service.url)).body, { model: { model: 'test-embedding' } });

  gateway.chat.next(saying('Проверьте настройки оплаты. Основано на тикете №7, и ещё.'), 1);
  const answered = (await search()).body as { answer: string; sources: { ticket_id: string }[] };
  t.is(answered.sources.length, 5);
  t.regex(answered.answer, /\nОсновано на тикете №\d+$/);
  const { headers, body } = gateway.chat.requests.at(-1) ?? { headers: {}, body: '' };
  t.is((headers as Record<string, string>)['authorization'], `Bearer ${key}`);
  t.false(JSON.stringify(body).includes('Ромашка'), 'the client is sent to no model');

  gateway.chat.next(answering(503, `{"error":"overloaded, ${key}"}`), 1);
  const refused = await search();
  t.is(refused.status, 200);
  t.like(refused.body, { answer: 'LLM API error [503]: {"error":"overloaded, ***"}' });
  gateway.chat.next(answering(200, '{"choices":[]}'), 1);
  t.regex(((await search()).body as { answer: string }).answer, /^LLM response error: /);

  await gateway.close();
  const away = await search();
  t.is(away.status, 500);
  t.regex((away.body as { detail: string }).detail, /^Embedding gateway /);
  t.false(service.output().includes(key));
  t.false(service.output().includes('оплата'), 'no ticket text in the log');
});

test('the model that made the first vectors stays in use when another one is configured', async (t) => {
  const first = await startService();
  const user = await newUser(first.url);
  const collection = await newCollection(first.url, user);
  const upload = (url: string, id: number) =>
    call(url, `POST /api/collections/${collection}/tickets`, {
      credential: user.token,
      body: { tickets: [goodTicket(id)] },
    });
  await upload(first.url, 1);
  await first.stop();
  const second = await startService({ GATEWAY_URL: 'http://127.0.0.1:9/v1' }, first.folder);
  t.like((await upload(second.url, 2)).body, { processed: 1, collection_ticket_count: 2 });
  const { body } = await readinessOf(second.url);
  t.like(body, { status: 'ready', model: { model: 'local-2', configured: 'text-embedding-3-small' } });
  await t.notThrowsAsync(second.printed(/in use {2,}local-2: .* text-embedding-3-small is configured/));
  await second.stop();
});
