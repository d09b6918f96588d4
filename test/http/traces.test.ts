import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway } from '../support/gateway.ts';
import { attributesOf, type CollectedSpan, startCollector } from '../support/otlp-collector.ts';
import { startService } from '../support/service.ts';

const byName = (spans: readonly CollectedSpan[], name: string) => spans.filter((span) => span.name === name);

test('an upload and a search are one trace each, with the spans of their threads and of the gateway and without their texts', async (t) => {
  const [collector, gateway] = [await startCollector(), await startGateway()];
  t.teardown(collector.close);
  t.teardown(gateway.close);
  const service = await startService({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, METRICS_PORT: String(await freePort()) },
    ...{ GATEWAY_URL: gateway.url, GATEWAY_API_KEY: 'key-of-the-gateway', EMBEDDING_DIMENSIONS: '256' },
  });
  t.teardown(service.kill);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const upload = `POST /api/collections/${collection}/tickets`;
  const tickets = [goodTicket(1), goodTicket(2)];
  const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' };
  const traceparent = `00-${caller.traceId}-${caller.parentSpanId}-01`;
  await call(service.url, upload, {
    credential: user.token,
    body: { tickets },
    headers: { traceparent, tracestate: 'vendor=a-note' },
  });
  const search = { collection_id: collection, query: 'не проходит оплата картой' };
  t.is((await call(service.url, 'POST /api/search', { credential: user.token, body: search })).status, 200);
  await call(service.url, 'POST /api/v1/search', { credential: user.key, body: { ...search, query: '' } });
  await call(service.url, 'GET /api/ready', { headers: { traceparent } });
  t.is(await service.stop(), 0);

  const spans = collector.spans();
  const traceOf = (name: string) => {
    const [root, ...others] = byName(spans, name);
    if (!root) throw new Error(`No span ${name} among ${spans.map((span) => span.name).join(', ')}`);
    t.deepEqual(others, []);
    return { root, all: spans.filter(({ traceId }) => traceId === root.traceId) };
  };
  const uploaded = traceOf('POST /api/collections/:collection_id/tickets');
  t.like(uploaded.root, caller);
  t.like(attributesOf(uploaded.root.attributes), { 'http.request.method': 'POST', 'http.response.status_code': 200 });
  const threadOf = (all: readonly CollectedSpan[], name: string) => byName(all, name)[0]?.thread;
  const expected = { 'ingest.upload': 'ingest', read: 'ingest', clean: 'ingest', embed: 'ingest' };
  for (const [name, thread] of Object.entries(expected)) t.is(threadOf(uploaded.all, name), thread, name);
  for (const name of ['writer.appendAll', 'writer.waitForPosition']) t.is(threadOf(uploaded.all, name), 'writer', name);
  t.is(threadOf(uploaded.all, 'gateway embeddings'), 'ingest');
  t.like(attributesOf(byName(uploaded.all, 'read')[0]?.attributes ?? []), { tickets: 2 });

  const searched = traceOf('POST /api/search');
  for (const name of ['search.search', 'embed', 'nearest', 'gateway embeddings', 'search.answer', 'answer'])
    t.is(threadOf(searched.all, name), 'search', name);
  const [chat] = byName(searched.all, 'gateway chat/completions');
  t.like(attributesOf(chat?.attributes ?? []), { outcome: 'ok', 'http.response.status_code': 200, retry: false });
  t.is(gateway.chat.requests[0]?.headers['traceparent'], `00-${searched.root.traceId}-${chat?.spanId ?? ''}-01`);
  t.is(gateway.chat.requests[0]?.headers['tracestate'], undefined);

  // Each span but the first of a trace stands below another one of it.
  for (const { all, root } of [uploaded, searched]) {
    const ids = new Set(all.map(({ spanId }) => spanId));
    t.true(all.every((span) => span === root || ids.has(span.parentSpanId ?? '')));
  }
  t.is(byName(spans, 'POST /api/v1/search').length, 1);
  t.false(spans.some(({ name }) => name.includes('/api/ready')));
  const received = collector.received();
  for (const text of [
    'оплат',
    goodTicket(1).description,
    user.email,
    user.key,
    user.token,
    'key-of-the-gateway',
    'a-note',
  ])
    t.false(received.includes(text), text);
});

test('a collector that is away delays and fails nothing, is named once in the log, and does not hold up a stop', async (t) => {
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
  t.teardown(service.kill);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const body = { collection_id: collection, query: 'оплата', generate_answer: false };
  for (let turn = 0; turn < 20; turn += 1)
    t.is((await call(service.url, 'POST /api/v1/search', { credential: user.key, body })).status, 200);
  await service.printed(/traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT/);
  const start = performance.now();
  t.is(await service.stop(), 0);
  t.true(performance.now() - start < 9_000);
  t.is([...service.output().matchAll(/traces cannot be sent/g)].length, 1);
});

test('a request that its caller does not sample is not traced', async (t) => {
  const collector = await startCollector();
  t.teardown(collector.close);
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  t.teardown(service.kill);
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };
  t.is((await call(service.url, 'GET /api/me', { headers })).status, 401);
  t.is((await call(service.url, 'GET /api/collections', { headers: { traceparent: 'nonsense' } })).status, 401);
  t.is(await service.stop(), 0);
  t.deepEqual(
    collector.spans().map(({ name }) => name),
    ['GET /api/collections'],
  );
});

test('a collector that never answers does not hold up a stop', async (t) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => silent.closeAllConnections());
  t.teardown(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  t.teardown(service.kill);
  await newCollection(service.url, await newUser(service.url));
  t.is(await service.stop(), 0);
  const [, milliseconds] = /"milliseconds":(\d+),"msg":"stopped"/.exec(service.output()) ?? [];
  // Two waits of a second for spans, one after the other.
  t.true(Number(milliseconds) < 6_000, milliseconds);
});
