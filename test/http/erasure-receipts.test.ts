import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { canonicalJson } from '../../src/platform/canonical-json.ts';
import { call, newUser } from '../support/api.ts';
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
  const { sha256, ...rest } = JSON.parse(text) as Record<string, unknown>;
  t.is(text, canonicalJson({ ...rest, sha256 }));
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
    t.true(html.includes(String(sha256)));
    t.notRegex(html, /<script|<b>|undefined|NaN|оплата заказа/);
    t.regex(page.headers.get('content-security-policy') ?? '', /default-src 'none'; style-src 'sha256-/);
  }
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
