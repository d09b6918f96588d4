import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { canonicalJson } from '../../src/platform/canonical-json.ts';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { type Erasure, filledCollection, provenErasure, requireOk } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const filled = () => filledCollection(service().url);

test('the receipt is canonical JSON with its own hash, and a page that prints without a script', async (t) => {
  const { ask, url, user, collection } = await filled();
  const body = { ticket_ids: ['1'], requested_for: '<b>Письмо</b> от 20 ноября' };
  const { id } = (await ask('POST /erasures', { body })).body as Erasure;
  await provenErasure(ask, id);
  const path = `${url}/api/collections/${collection}/erasures/${id}/receipt`;
  const get = (headers: Record<string, string> = {}) =>
    fetch(path, { headers: { Authorization: `Bearer ${user.token}`, ...headers } });
  const text = await (await get()).text();
  const { sha256, signature, ...rest } = JSON.parse(text) as Record<string, unknown>;
  t.is(text, canonicalJson({ ...rest, sha256, signature }));
  t.like(rest, { format: 'precedent-erasure-receipt/2', outcome: 'erased', elsewhere: [] });
  t.is(sha256, createHash('sha256').update(canonicalJson(rest)).digest('hex'));
  t.is(rest['requested_by'], user.email);
  t.notRegex(text, /оплата|настройки/i);
  t.is(await (await get()).text(), text);
  const pages = { 'ru-RU,ru': /Справка об удалении/, en: /Receipt of a deletion/ };
  for (const [language, title] of Object.entries(pages)) {
    const page = await get({ Accept: 'text/html', 'Accept-Language': language });
    t.regex(page.headers.get('content-type') ?? '', /^text\/html/);
    const html = await page.text();
    t.regex(html, title);
    t.true(html.includes(String(sha256)) && html.includes(String(signature)));
    t.notRegex(html, /<script|<b>|undefined|NaN|оплата заказа/);
    t.regex(page.headers.get('content-security-policy') ?? '', /default-src 'none'; style-src 'sha256-/);
  }
});

test('a receipt is from here and unchanged, or not: on both surfaces, for any account, and without the key nobody makes another', async (t) => {
  const { ask, url, request, user, collection } = await filled();
  const { id } = (await ask('POST /erasures', { body: { ticket_ids: ['1'] } })).body as Erasure;
  await provenErasure(ask, id);
  const receipt = (await request(user, `GET /erasures/${id}/receipt`)).body as Record<string, unknown>;
  const stranger = await newUser(url);
  const check = async (body: unknown, v1 = false) => {
    const credential = v1 ? stranger.key : stranger.token;
    return (await call(url, `POST /api/${v1 ? 'v1/' : ''}receipts/check`, { credential, body })).body;
  };
  for (const v1 of [false, true]) t.deepEqual(await check(receipt, v1), { whole: true, signed: true });
  // The order of its fields is not part of a receipt.
  t.deepEqual(await check(Object.fromEntries(Object.entries(receipt).toReversed())), { whole: true, signed: true });
  const forged: Record<string, unknown> = { ...receipt, collection_name: 'Другая' };
  t.deepEqual(await check(forged), { whole: false, signed: false });
  const { sha256: _, signature, ...rest } = forged;
  const sha256 = createHash('sha256').update(canonicalJson(rest)).digest('hex');
  t.deepEqual(await check({ ...rest, sha256, signature }), { whole: true, signed: false });
  t.deepEqual(await check({ ...rest, sha256 }), { whole: true, signed: false });
  t.deepEqual(await check({ ...rest, sha256, signature: 'нет' }), { whole: true, signed: false });
  t.deepEqual(await check({ ...receipt, signature: `${String(receipt['signature'])} и ещё слово` }), {
    whole: true,
    signed: false,
  });
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  const wrong = [
    [{}, 'sha256 is required'],
    [{ sha256: 5 }, 'sha256 must be a string'],
    [{ sha256, signature: {} }, 'signature must be a string'],
    [{ sha256, deep: nested(500) }, 'body is nested deeper than 20 levels'],
    [{ sha256, many: Array.from({ length: 6_001 }, () => 0) }, 'body holds more than 6 000 values'],
  ] as const;
  for (const [body, detail] of wrong) t.deepEqual(await check(body), { detail });
  // Of a name that is given twice other readers take the first value.
  const text = JSON.stringify(receipt);
  const sent = async (body: string) => {
    const headers = { Authorization: `Bearer ${stranger.token}`, 'Content-Type': 'application/json' };
    return (await fetch(`${url}/api/receipts/check`, { method: 'POST', headers, body })).json();
  };
  const twice = { detail: 'This is no receipt: an object names a field twice' };
  const step = '"steps":[{';
  t.true(text.includes(step));
  for (const forgery of [
    `{"collection_name":"Другая",${text.slice(1)}`,
    `{"collection\\u005fname":"Другая",${text.slice(1)}`,
    text.replace(step, `${step}"state":"waiting",`),
    `${text.slice(0, -1)},"state":"proven"}`,
  ])
    t.deepEqual(await sent(forgery), twice);
  t.deepEqual(await sent('['.repeat(500_000)), { detail: 'body is nested deeper than 20 levels' });
  t.deepEqual(await sent(':'.repeat(500_000)), { detail: 'body is not valid JSON' });
  t.deepEqual(await sent(text), { whole: true, signed: true });
  t.is((await call(url, 'POST /api/receipts/check', { body: receipt })).status, 401);
  t.is((await call(url, `GET /api/collections/${collection}`, { credential: user.token })).status, 200);
});

test('a receipt for ids that the collection does not have is headed so, and claims no look', async (t) => {
  const { ask, url, user, collection } = await filled();
  const erase = async (...ticket_ids: readonly string[]) =>
    (await ask('POST /erasures', { body: { ticket_ids } })).body as Erasure & { readonly outcome: string };
  const page = async (id: string, language: string) => {
    const path = `${url}/api/collections/${collection}/erasures/${id}/receipt`;
    const headers = { Authorization: `Bearer ${user.token}`, Accept: 'text/html', 'Accept-Language': language };
    return (await fetch(path, { headers })).text();
  };
  const nothing = await erase('нет', 'такого');
  t.is(nothing.outcome, 'nothing');
  await provenErasure(ask, nothing.id);
  const html = await page(nothing.id, 'ru');
  t.regex(html, /<h1>Справка: удалять было нечего<\/h1>/);
  t.regex(html, /<strong>Ничего не удалено<\/strong>/);
  t.regex(html, /2 номеров из запроса в коллекции нет/);
  t.notRegex(html, /Удалено и проверено|проверено<|Скрыто из поиска/);
  t.regex(await page(nothing.id, 'en'), /<h1>Receipt: there was nothing to delete<\/h1>/);
  const partly = await erase('1', 'нет');
  t.is(partly.outcome, 'partly');
  await provenErasure(ask, partly.id);
  t.regex(await page(partly.id, 'ru'), /<h1>Справка об удалении обращений: найдены не все<\/h1>/);
});

test('the page has the masks of what was hidden in words of its language; the receipt has them as they are stored', async (t) => {
  const { ask, url, user, collection } = await filled();
  const body = { ticket_ids: ['1'], requested_for: 'Просил Иванов Сергей Петрович, +7 912 345-67-89' };
  const { id } = (await ask('POST /erasures', { body })).body as Erasure;
  await provenErasure(ask, id);
  const get = async (headers: Readonly<Record<string, string>>) => {
    const path = `${url}/api/collections/${collection}/erasures/${id}/receipt`;
    return (await fetch(path, { headers: { Authorization: `Bearer ${user.token}`, ...headers } })).text();
  };
  const page = (language: string) => get({ Accept: 'text/html', 'Accept-Language': language });
  t.regex(await page('ru'), /<td>Просил \[имя скрыто\], \[телефон скрыт\]<\/td>/);
  t.regex(await page('en'), /<td>Просил \[name hidden\], \[phone hidden\]<\/td>/);
  t.regex(await get({ Accept: 'application/json' }), /"requested_for":"Просил \[ИМЯ\], \[ТЕЛЕФОН\]"/);
});

test('the same text in other tickets of the collection and the account is named with them; another account’s is not', async (t) => {
  const { ask, url, user, collection } = await filled();
  const ticket = { ...goodTicket(1), description: 'Принтер перестал печатать после обновления драйвера' };
  const copy = async (who: User, name: string, ...tickets: readonly object[]) => {
    const id = await newCollection(url, who, name);
    const body = { tickets };
    requireOk(await call(url, `POST /api/collections/${id}/tickets`, { credential: who.token, body }));
    return id;
  };
  requireOk(
    await ask('POST /tickets', {
      body: { tickets: ['случай', 'двойник'].map((ticket_id) => ({ ...ticket, ticket_id })) },
    }),
  );
  const withdrawn = { ...ticket, ticket_id: 'снятый' };
  const archive = await copy(user, 'Архив', { ...ticket, ticket_id: 'случай' }, withdrawn, goodTicket(9));
  requireOk(
    await call(url, `DELETE /api/collections/${archive}/tickets/${encodeURIComponent('снятый')}`, {
      credential: user.token,
    }),
  );
  await copy(user, 'Пустая', goodTicket(9));
  await copy(await newUser(url), 'Чужая', ticket);
  const { id } = (await ask('POST /erasures', { body: { ticket_ids: ['случай'] } })).body as Erasure;
  const proven = await provenErasure(ask, id);
  const [here, same, ...others] = proven.elsewhere;
  t.deepEqual(others, []);
  t.like(here, { collection_id: collection, ticket_ids: ['двойник'], tickets: 1 });
  t.like(same, { collection_id: archive, collection_name: 'Архив', tickets: 2 });
  t.deepEqual(same?.ticket_ids.toSorted(), ['случай', 'снятый'].toSorted());
  t.like(proven.steps[0]?.found, { collections: 2, unsearched: 0 });
  const headers = { Accept: 'text/html', 'Accept-Language': 'ru', Authorization: `Bearer ${user.token}` };
  const page = await fetch(`${url}/api/collections/${collection}/erasures/${id}/receipt`, { headers });
  t.regex(await page.text(), /Остаётся у других обращений: в этой коллекции №двойник; «Архив» №[а-я]+, №[а-я]+</);
});

test('each wrong request is refused with its reason, and strangers find nothing', async (t) => {
  const { ask, request, url, user, collection } = await filled();
  const wrong = [
    [{}, /^Send either/],
    [{ ticket_ids: ['1'], client: 'x' }, /^Send either/],
    [{ ticket_ids: [] }, /^ticket_ids must have/],
    [{ ticket_ids: Array.from({ length: 1_001 }, (_, index) => index) }, /^ticket_ids must have/],
    [{ ticket_ids: [null] }, /^ticket_ids\[0\]/],
    [{ client: ' ' }, /^client must have/],
    [{ client: 'x'.repeat(501) }, /^client must have/],
    [{ client: 5 }, /^client must be/],
    [{ ticket_ids: ['1'], requested_for: 'x'.repeat(201) }, /^requested_for/],
    [{ ticket_ids: ['1'], requested_for: {} }, /^requested_for/],
  ] as const;
  for (const [body, detail] of wrong) {
    const refused = await ask('POST /erasures', { body });
    t.is(refused.status, 400, JSON.stringify(body).slice(0, 60));
    t.regex((refused.body as { detail: string }).detail, detail);
  }
  t.like((await ask('GET /tickets/1')).body, { state: 'active' });
  const stranger = await newUser(url);
  const { id } = (await ask('POST /erasures', { body: { ticket_ids: ['1'] } })).body as Erasure;
  const paths = ['GET /erasures', `GET /erasures/${id}`, `GET /erasures/${id}/receipt`, 'POST /erasures'];
  const sent = (endpoint: string) => (endpoint.startsWith('POST') ? { body: { ticket_ids: ['2'] } } : {});
  for (const endpoint of paths) {
    for (const v1 of [false, true]) t.is((await request(stranger, endpoint, { ...sent(endpoint), v1 })).status, 404);
  }
  for (const unknown of [randomUUID(), 'x', id.slice(0, -1)]) {
    const missing = await ask(`GET /erasures/${unknown}`);
    t.deepEqual([missing.status, missing.body], [404, { detail: 'Erasure not found' }]);
  }
  requireOk(await call(url, `DELETE /api/collections/${collection}`, { credential: user.token }));
  for (const endpoint of paths) t.is((await ask(endpoint, sent(endpoint))).status, 404, endpoint);
});
