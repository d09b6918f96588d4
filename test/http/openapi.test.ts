import test from 'ava';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { InvalidInput } from '../../src/domain/errors.ts';
import { credentialOf } from '../../src/http/authentication.ts';
import { openApi } from '../../src/http/openapi/document.ts';
import { operations } from '../../src/http/openapi/operations.ts';
import { routes } from '../../src/http/routes.ts';
import { parseTicket } from '../../src/domain/ticket-input.ts';
import { checked, credentials, newCollection, registration } from '../../src/http/schemas/requests.ts';
import { searchRequest } from '../../src/http/schemas/search-requests.ts';
import { newErasure, receiptFormat, wantedOf } from '../../src/http/schemas/erasures.ts';
import { collectionSettings } from '../../src/http/schemas/ticket-changes.ts';
import { ticketSchema } from '../../src/http/schemas/ticket-request.ts';
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
    // Nothing is described of `all`, which refuses other methods.
    table
      .filter(([method]) => method !== 'all')
      .map(([method, path, access]) => `${method} ${path} ${credentialOf(access)}`)
      .toSorted(),
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

test('generators find what they need: a type with each set of values, and a description of each part of a path', (t) => {
  const untyped: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && ('enum' in value || 'const' in value) && !('type' in value)) untyped.push(at);
    for (const [name, each] of Object.entries(value)) if (name !== 'examples') look(each, `${at}/${name}`);
  };
  look(openApi, '');
  t.deepEqual(untyped, []);
  const paths = Object.entries(openApi.paths) as [
    string,
    Record<string, { parameters: { in: string; name: string }[] }>,
  ][];
  for (const [path, methods] of paths)
    for (const [method, { parameters }] of Object.entries(methods)) {
      const named = parameters.filter((each) => each.in === 'path').map(({ name }) => `{${name}}`);
      t.deepEqual(named, path.match(/\{\w+\}/g) ?? [], `${method} ${path}`);
      for (const each of parameters)
        t.true('schema' in each && 'description' in each, `${method} ${path} ${each.name}`);
    }
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

const { Registration, Login, NewCollection, NewErasure, SomeTickets, CollectionSettings, Search } =
  openApi.components.schemas;
const ajv = new Ajv2020({ strict: false, formats: { uuid: /^[0-9a-f-]{36}$/ } });
const account = { email: 'a@example.com', password: 'long enough by far' };
const search = { collection_id: '0d9c2f4e-8f7e-4a52-9a8e-0f0c5f5b2a11', query: 'оплата' };

const bodies: readonly (readonly [
  schema: object,
  checks: Parameters<typeof checked>[0],
  body: object,
  accepted: boolean,
])[] = [
  [Registration, registration, account, true],
  [Registration, registration, { ...account, plan: null }, true],
  [Registration, registration, { ...account, plan: 'pro' }, true],
  [Registration, registration, { ...account, plan: 'gold' }, false],
  [Registration, registration, { ...account, password: 'short' }, false],
  [Registration, registration, { email: 'a@example.com' }, false],
  [Registration, registration, { ...account, email: 5 }, false],
  [Registration, registration, { ...account, email: '' }, false],
  [Registration, registration, { ...account, email: 'nobody' }, false],
  [Login, credentials, { email: 'a@example.com', password: 'short' }, true],
  [Login, credentials, { email: '', password: 'a' }, false],
  [Login, credentials, { email: 'a\0', password: 'a' }, false],
  [Login, credentials, { email: 'a', password: '' }, false],
  [NewCollection, newCollection, { name: ' a ' }, true],
  [NewCollection, newCollection, { name: '  ' }, false],
  [CollectionSettings, collectionSettings, { ticket_url: 'https://desk.example/{ticket_id}' }, true],
  [CollectionSettings, collectionSettings, { ticket_url: null }, true],
  [CollectionSettings, collectionSettings, { ticket_url: 'https://desk.example/' }, false],
  [CollectionSettings, collectionSettings, { ticket_url: 'https://desk.example/{ticket_id} ' }, false],
  [Search, searchRequest, search, true],
  [Search, searchRequest, { ...search, query: '' }, false],
  [Search, searchRequest, { ...search, generate_answer: null }, true],
  [Search, searchRequest, { ...search, generate_answer: 'yes' }, false],
  [Search, searchRequest, { ...search, collection_id: 'mine' }, false],
];

test('the schema of a request body accepts and refuses what its checks do', (t) => {
  for (const [schema, checks, body, accepted] of bodies) {
    t.is(ajv.validate(schema, body), accepted, JSON.stringify(body));
    if (accepted) t.notThrows(() => checked(checks, body));
    else t.throws(() => checked(checks, body), { instanceOf: InvalidInput });
  }
});

test('the schema of an erasure has either ids or a client, and ids as tickets have them', (t) => {
  const wanted: readonly (readonly [body: object, accepted: boolean])[] = [
    [{ ticket_ids: [1, 'a'] }, true],
    [{ client: 'ООО Ромашка' }, true],
    [{}, false],
    [{ ticket_ids: ['a'], client: 'ООО Ромашка' }, false],
    [{ ticket_ids: [] }, false],
    ...[' ', 'a\tb', 'a'.repeat(201), 2 ** 53, 1.5].map((id) => [{ ticket_ids: [id] }, false] as const),
  ];
  for (const [body, accepted] of wanted) {
    t.is(ajv.validate(NewErasure, body), accepted, JSON.stringify(body));
    const check = () => wantedOf(checked(newErasure, body));
    if (accepted) t.notThrows(check);
    else t.throws(check, { instanceOf: InvalidInput });
    if ('ticket_ids' in body && !('client' in body))
      t.is(ajv.validate(SomeTickets, body), accepted, JSON.stringify(body));
  }
});

test('the bodies of changes to stored tickets have whole examples, which fit their schemas', (t) => {
  const { schemas } = openApi.components;
  const own = new Ajv2020({ strict: false });
  formats.default(own);
  own.addSchema({ $id: 'document', components: openApi.components });
  const withExample = Object.entries(schemas).filter(([, schema]) => schema['examples'] !== undefined);
  for (const [name, schema] of withExample) {
    const [example] = schema['examples'] as readonly object[];
    t.true(own.validate(`document#/components/schemas/${name}`, example), `${name}: ${own.errorsText()}`);
  }
  const names = withExample.map(([name]) => name);
  for (const name of ['Tickets', 'UploadResult', 'UploadUndo', 'NewErasure', 'Erasure', 'Erasures', 'ErasureReceipt'])
    t.true(names.includes(name), name);
  t.is((schemas.ErasureReceipt['examples'] as readonly { readonly format: string }[])[0]?.format, receiptFormat);
});

test('the schema of a ticket accepts and refuses the ids that uploads do', (t) => {
  const ids = [
    1,
    -1,
    'a',
    ' a',
    'ж'.repeat(200),
    '',
    ' ',
    'a\tb',
    'a\u0085',
    'a'.repeat(201),
    1.5,
    2 ** 53,
    true,
    null,
  ];
  for (const id of ids) {
    const body = { ticket_id: id };
    const isAccepted = ajv.validate(ticketSchema, body);
    t.is(isAccepted, ids.indexOf(id) < 5, JSON.stringify(body));
    if (isAccepted) t.notThrows(() => parseTicket(body, String));
    else t.throws(() => parseTicket(body, String), { instanceOf: InvalidInput });
  }
});

test('every operation has its 400', (t) => {
  for (const methods of Object.values(openApi.paths)) {
    for (const operation of Object.values(methods)) t.true('400' in (operation as { responses: object }).responses);
  }
});

test('the event stream is described event by event, with the schema of its data', (t) => {
  const operation = openApi.paths['/api/collections/{collection_id}/uploads/{upload_id}/progress']?.['get'];
  const { responses } = operation as {
    responses: Readonly<Record<string, { content: Readonly<Record<string, { schema: object }>> }>>;
  };
  const schema = responses['200']?.content['text/event-stream']?.schema ?? {};
  t.regex(JSON.stringify(schema), /"contentSchema":\{"\$ref":"#\/components\/schemas\/UploadProgress"/);
  t.true('UploadProgress' in openApi.components.schemas);
  const isEvent = ajv.compile({ ...schema, components: openApi.components });
  const event = { event: 'progress', id: '1', data: '{}' };
  t.true(isEvent(event));
  t.true(isEvent({ ...event, event: 'outcome' }));
  for (const wrong of [{ event: 'other' }, { id: 'first' }, { data: {} }]) t.false(isEvent({ ...event, ...wrong }));
});
