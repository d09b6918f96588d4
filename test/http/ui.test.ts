import { request } from 'node:http';
import test from 'ava';
import type { Request, Response } from 'express';
import { uiFiles } from '../../src/http/ui.ts';
import { builtUi } from '../support/browser/built-ui.ts';
import { call } from '../support/api.ts';
import { startService, type Service } from '../support/service.ts';

let service: Service | undefined;
test.before(async () => {
  await builtUi();
  service = await startService({ RATE_LIMIT_PER_MINUTE: '5' });
});
test.after.always(() => service?.stop());
const url = () => service?.url ?? '';

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => fetch(url() + path, { headers });
const asBrowser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** The status of a conditional request; `fetch` does not send If-None-Match unchanged. */
const statusWith = (path: string, etag: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const conditional = request(url() + path, { headers: { 'If-None-Match': etag } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    conditional.once('error', reject);
    conditional.end();
  });

/** The built files that the page names. */
const namedFiles = async (): Promise<ReadonlySet<string>> => {
  const text = await (await get('/login', asBrowser)).text();
  return new Set([...text.matchAll(/\/assets\/[^" ]+/g)].map(([address]) => address));
};

const deepLinks = [
  '/',
  '/login',
  '/register',
  '/settings',
  '/search',
  '/account-erasure',
  '/collections/0d3f0a52-6a3e-4f9c-8a54-1f2f6b6f0001',
  '/collections/0d3f0a52-6a3e-4f9c-8a54-1f2f6b6f0001/upload',
  '/collections/0d3f0a52-6a3e-4f9c-8a54-1f2f6b6f0001/tickets',
  '/collections/0d3f0a52-6a3e-4f9c-8a54-1f2f6b6f0001/tickets/A%2F1',
];

for (const path of deepLinks) {
  test(`${path} answers with the page, revalidated every time, under a strict policy`, async (t) => {
    const response = await get(path, asBrowser);
    t.is(response.status, 200);
    t.regex(await response.text(), /<kb-app>/);
    t.is(response.headers.get('Cache-Control'), 'no-cache');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    t.regex(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    t.notRegex(policy, /unsafe|https:|\*/);
  });
}

test('the page has no inline script or style', async (t) => {
  const text = await (await get('/', asBrowser)).text();
  t.notRegex(text, /<script(?![^>]* src=)|<style|\son[a-z]+=|\sstyle=/);
});

test('assets are cached for ever under names that change with their content', async (t) => {
  for (const address of await namedFiles()) {
    t.regex(address, /^\/assets\/[\w-]+-[0-9A-Z]{8}\.\w+$/);
    const response = await get(address);
    t.is(response.status, 200, address);
    t.is(response.headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
    await response.body?.cancel();
  }
});

test('a file is sent precompressed, and not at all if the client has it', async (t) => {
  const script = [...(await namedFiles())].find((address) => address.includes('/tickets-pages-')) ?? '';
  const plain = Buffer.from(await (await get(script, { 'Accept-Encoding': 'identity' })).arrayBuffer());
  for (const encoding of ['br', 'gzip']) {
    const response = await get(script, { 'Accept-Encoding': encoding });
    t.is(response.headers.get('Content-Encoding'), encoding);
    t.is(response.headers.get('Vary'), 'Accept-Encoding');
    t.true(Number(response.headers.get('Content-Length')) < plain.length / 2);
    t.deepEqual(Buffer.from(await response.arrayBuffer()), plain);
  }
  t.is(await statusWith(script, (await get(script)).headers.get('ETag') ?? ''), 304);
  t.is(await statusWith(script, '"another"'), 200);
});

test('static files do not count against the rate limit', async (t) => {
  for (let turn = 0; turn < 20; turn += 1) t.is((await get('/login', asBrowser)).status, 200);
});

test('a browser on an unknown path gets the page with 404, other clients get JSON', async (t) => {
  const response = await get('/nowhere', asBrowser);
  t.is(response.status, 404);
  t.regex(await response.text(), /<kb-app>/);
});

test('a path that the interface does not have is answered by the API', async (t) => {
  const missing = await call(url(), 'GET /api/nothing');
  t.is(missing.status, 404);
  t.deepEqual(missing.body, { detail: 'Not found' });
  const asset = await fetch(`${url()}/assets/missing-00000000.js`);
  t.is(asset.status, 404);
  t.deepEqual(await asset.json(), { detail: 'Not found' });
});

test('the guide to imports that the interface links to is shown as text, and has every request that is named there', async (t) => {
  // Not a literal import: the interface is checked with the types of the browser.
  const sources = '../../ui/pages/upload/sources.ts';
  const { deskRequests, importGuide } = (await import(sources)) as {
    readonly deskRequests: Readonly<
      Record<string, { tickets: readonly string[]; messages?: { name: string; request: string } }>
    >;
    readonly importGuide: string;
  };
  const response = await get(importGuide, asBrowser);
  t.is(response.status, 200);
  t.is(response.headers.get('Content-Type'), 'text/plain; charset=utf-8');
  const guide = await response.text();
  t.is(Object.keys(deskRequests).length, 9);
  for (const { tickets, messages } of Object.values(deskRequests)) {
    for (const request of tickets) t.true(guide.includes(`\`${request}\``), request);
    if (messages) t.true(guide.includes(`\`${messages.name}\`: \`${messages.request}\``), messages.request);
  }
  t.is((await get('/docs/other.md', asBrowser)).status, 404);
});

test('templates can be downloaded in each format', async (t) => {
  for (const [format, type] of [
    ['csv', 'text/csv; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ] as const) {
    const response = await get(`/templates/tickets.${format}`);
    t.is(response.status, 200);
    t.is(response.headers.get('Content-Type'), type);
  }
});

test('an interface that was not built is reported, and requests pass through to the API', (t) => {
  const reported: string[] = [];
  const serve = uiFiles('dist/none', (code) => reported.push(code));
  t.deepEqual(reported, ['ENOENT']);
  let passed = false;
  void serve({ path: '/', method: 'GET', headers: {} } as Request, {} as Response, () => (passed = true));
  t.true(passed);
});
