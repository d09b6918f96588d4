import test from 'ava';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApi } from '../../src/http/openapi/document.ts';
import { operations } from '../../src/http/openapi/operations.ts';
import { routes } from '../../src/http/routes.ts';
import { checked, registration, searchRequest } from '../../src/http/schemas/requests.ts';
import { call } from '../support/api.ts';
import { assertConforms } from '../support/assert-conforms.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

const anyStep = new Proxy({}, { get: () => () => undefined }) as never;
const table = routes(anyStep, anyStep);

test('the document describes exactly the routes of the service, with their credentials', (t) => {
  const described = Object.entries(operations).map(([endpoint, { credential }]) => `${endpoint} ${credential}`);
  t.deepEqual(
    described.toSorted(),
    table.map(([method, path, credential]) => `${method} ${path} ${credential}`).toSorted(),
  );
});

test('every reference in the document resolves, and operation ids are unique', (t) => {
  const text = JSON.stringify(openApi);
  const names = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name));
  t.deepEqual(
    [...names].filter((name) => !(name in openApi.components.schemas)),
    [],
  );
  const ids = Object.values(operations).map(({ id }) => id);
  t.is(new Set(ids).size, ids.length);
});

test('the document is served, and as a page', async (t) => {
  const { url } = service();
  t.deepEqual((await call(url, 'GET /api/openapi.json')).body, JSON.parse(JSON.stringify(openApi)));
  const page = await fetch(`${url}/api/docs`);
  t.is(page.status, 200);
  t.regex(page.headers.get('content-type') ?? '', /^text\/html/);
  const html = await page.text();
  for (const endpoint of Object.keys(openApi.paths)) t.true(html.includes(endpoint), endpoint);
  t.notRegex(html, /<script/);
  const style = /href="([^"]+\.css)"/.exec(html)?.[1] ?? '';
  t.regex((await fetch(url + style)).headers.get('content-type') ?? '', /^text\/css/);
});

test('the check of responses against the document refuses a wrong one', (t) => {
  const good = { status: 'ok' };
  t.notThrows(() => assertConforms({ method: 'GET', path: '/api/health', status: 200, body: good }));
  t.throws(() => assertConforms({ method: 'GET', path: '/api/health', status: 200, body: { ...good, more: 1 } }), {
    message: /additional/,
  });
  t.throws(() => assertConforms({ method: 'GET', path: '/api/health', status: 418, body: good }), {
    message: /does not describe/,
  });
  t.throws(() => assertConforms({ method: 'GET', path: '/api/nothing', status: 200, body: {} }), {
    message: /does not describe/,
  });
});

test('the schema of a request body accepts and refuses what its checks do', (t) => {
  const { Registration, Search } = openApi.components.schemas;
  const ajv = new Ajv2020({ strict: false, formats: { uuid: /^[0-9a-f-]{36}$/ } });
  const account = { email: 'a@example.com', password: 'long enough' };
  const search = { collection_id: '0d9c2f4e-8f7e-4a52-9a8e-0f0c5f5b2a11', query: 'оплата' };
  const outcomes = [
    ...[
      {},
      { plan: null },
      { plan: 'pro' },
      { plan: 'gold' },
      { password: 'short' },
      { password: null },
      { email: 5 },
    ].map((change) => ({ body: { ...account, ...change }, checks: registration, schema: Registration })),
    ...[{}, { generate_answer: null }, { generate_answer: 'yes' }, { collection_id: 'mine' }, { query: undefined }].map(
      (change) => ({ body: { ...search, ...change }, checks: searchRequest, schema: Search }),
    ),
  ].map(({ body, checks, schema }) => {
    let accepted = true;
    try {
      checked<object>(checks, body);
    } catch {
      accepted = false;
    }
    t.is(ajv.validate(schema, JSON.parse(JSON.stringify(body))), accepted, JSON.stringify(body));
    return accepted;
  });
  t.is(outcomes.filter(Boolean).length, 5);
});
