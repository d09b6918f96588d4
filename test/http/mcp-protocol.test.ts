import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

test('a search of an assistant is recorded as one of the API, unless it asks that it is not', async (t) => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const body = { tickets: [goodTicket(1)] };
  await call(url(), `POST /api/v1/tickets?collection_id=${collection}`, { credential: user.key, body });
  const ask = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    post({
      key: user.key,
      body: message('tools/call', { name: 'search_tickets', arguments: { collection_id: collection, query } }),
      headers,
    });
  t.is((await ask('не получается вход')).status, 200);
  t.is((await ask('тайный вопрос', { 'Do-Not-Record': '1' })).status, 200);
  const rows = async () => {
    const { body } = await call(url(), `GET /api/v1/collections/${collection}/questions`, { credential: user.key });
    return (body as { questions: readonly { question: string; outcome: string; surface: string }[] }).questions;
  };
  while ((await rows()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  t.deepEqual(
    (await rows()).map(({ question, outcome, surface }) => [question, outcome, surface]),
    [['не получается вход', 'sources-only', 'api']],
  );
});

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

const post = async ({
  key,
  body,
  headers = {},
}: {
  key?: string;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}) => {
  const response = await fetch(`${url()}/api/v1/mcp`, {
    method: 'POST',
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('what is no message of the protocol is refused before anything is done, as at every other path', async (t) => {
  const { key, token } = await newUser(url());
  const listing = message('tools/list');
  const detail = (text: string) => (JSON.parse(text) as { detail: string }).detail;
  for (const credential of [undefined, token, 'x'.repeat(32)]) {
    const refused = await post({ ...(credential === undefined ? {} : { key: credential }), body: listing });
    t.is(refused.status, 401);
    t.is(refused.text, '{"detail":"Not authenticated"}');
    t.is(refused.headers.get('WWW-Authenticate'), 'Bearer');
  }
  for (const origin of ['https://evil.example', 'null', url()]) {
    const { status, text } = await post({ key, body: listing, headers: { Origin: origin } });
    t.deepEqual([status, detail(text)], [403, 'Requests of web pages (Origin) are not accepted'], origin);
  }
  for (const [body, status, pattern] of [
    [[listing, listing], 400, /not a batch/],
    ['{', 400, /not valid JSON/],
    ['[[[['.repeat(200), 400, /./],
    [`"${'x'.repeat(1_100_000)}"`, 413, /at most 512 KB/],
  ] as const) {
    const refused = await post({ key, body });
    t.is(refused.status, status);
    t.regex(detail(refused.text), pattern);
  }
  t.is((await post({ key, body: listing, headers: { 'Content-Type': 'text/plain' } })).status, 400);
});

test('an unknown tool is invalid params that name the tools, an unknown argument an error of the tool that names its arguments', async (t) => {
  const { key } = await newUser(url());
  for (const name of ['search', '__proto__', 'constructor', 'x'.repeat(5_000)]) {
    const { status, text } = await post({ key, body: message('tools/call', { name, arguments: {} }) });
    t.is(status, 200);
    t.like(JSON.parse(text), { jsonrpc: '2.0', id: 1, error: { code: -32_602 } });
    t.regex(text, /"Unknown tool: [^"]{6,100}\. The tools are: search_tickets, get_ticket, list_collections"/);
  }
  for (const given of [[], null, 'x', 5]) {
    const { text } = await post({ key, body: message('tools/call', { name: 'get_ticket', arguments: given }) });
    t.deepEqual((JSON.parse(text) as { error: unknown }).error, {
      code: -32_602,
      message: 'params.arguments must be an object',
    });
  }
  const misspelt = { name: 'search_tickets', arguments: { collection: 'x', query: 'вход' } };
  const { text } = await post({ key, body: message('tools/call', misspelt) });
  t.regex(
    text,
    /Unknown argument: collection\. The arguments are: collection_id, query, filter\. Correct.*"isError":true/,
  );
  const dummy = { name: 'list_collections', arguments: { random_string: 'x' } };
  t.false((await post({ key, body: message('tools/call', dummy) })).text.includes('"isError":true'));
});

test('a message with more values than a call can need is refused before the protocol reads it', async (t) => {
  const { key } = await newUser(url());
  const many = { name: 'list_collections', arguments: { many: Array.from({ length: 1_000 }, () => 1) } };
  const { status, text } = await post({ key, body: message('tools/call', many) });
  t.deepEqual([status, JSON.parse(text)], [400, { detail: 'body holds more than 1 000 values' }]);
});

test('other methods are 405, and what the protocol refuses is a refusal of JSON-RPC', async (t) => {
  const { key } = await newUser(url());
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const response = await fetch(`${url()}/api/v1/mcp`, { method, headers: { Authorization: `Bearer ${key}` } });
    t.is(response.status, 405);
    t.is(response.headers.get('Allow'), 'POST');
    t.deepEqual(await response.json(), { detail: 'Only POST is allowed here' });
  }
  for (const body of [
    null,
    'text',
    5,
    {},
    { jsonrpc: '1.0' },
    { ...message('tools/list'), id: {} },
    message('tools/call', { name: 5 }),
  ]) {
    const { status, text } = await post({ key, body: JSON.stringify(body) });
    t.true([200, 400].includes(status), JSON.stringify(body));
    t.regex(text, /"error":\{"code":-32\d{3}/, JSON.stringify(body));
  }
  const wrong = await post({ key, body: message('tools/list'), headers: { 'Mcp-Protocol-Version': '1999-01-01' } });
  t.is(wrong.status, 400);
  t.regex(wrong.text, /Unsupported protocol version/);
  t.is((await post({ key, body: message('tools/list'), headers: { Accept: 'application/json' } })).status, 406);
  t.is((await post({ key, body: { jsonrpc: '2.0', method: 'notifications/initialized' } })).status, 202);
  for (const version of ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const clientInfo = { name: 'test', version: '1' };
    const { text } = await post({
      key,
      body: message('initialize', { protocolVersion: version, capabilities: {}, clientInfo }),
    });
    t.true(text.includes(`"protocolVersion":"${version}"`), text);
  }
});
