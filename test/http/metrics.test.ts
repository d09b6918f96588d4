import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';
import { postForEvents } from '../support/event-streams.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { directed } from '../support/gateway-streams.ts';
import { startService } from '../support/service.ts';

/** The names in the table of docs/operations.md; one that ends in `*` stands for all that begin so. */
const documented = [
  ...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| (`(?:precedent|process|nodejs)_[^|]*) +\|/gm),
].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+\*?)(?:\{[^}]*\})?`/g)].map(([, name = '']) => name));

const prefixes = documented.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));

const namesIn = (text: string) => [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);

/** Asks for an answer, and leaves while it is written. */
const leaveAnswer = async (
  url: string,
  { gateway, ...sent }: { readonly gateway: Gateway; readonly credential: string; readonly body: object },
) => {
  const { behaviour, reached, left } = directed();
  gateway.chat.next(behaviour);
  const leaving = new AbortController();
  await postForEvents(`${url}/api/answers`, { ...sent, signal: leaving.signal });
  await reached;
  leaving.abort();
  await left;
};

test('metrics have a host and port of their own and count requests, searches, uploads, the gateway, queues and the lag of projections, as documented', async (t) => {
  const [port, gateway] = [await freePort(), await startGateway()];
  t.teardown(gateway.close);
  const environment = { METRICS_PORT: String(port), METRICS_HOST: '127.0.0.2', GATEWAY_URL: gateway.url };
  const service = await startService({ ...environment, EMBEDDING_DIMENSIONS: '256' });
  t.teardown(service.stop);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const tickets = [goodTicket(1), goodTicket(2), goodTicket(2)];
  const upload = `POST /api/collections/${collection}/tickets`;
  gateway.embeddings.next(({ response }) => void response.writeHead(503).end());
  await call(service.url, upload, { credential: user.token, body: { tickets } });
  t.is((await call(service.url, upload, { credential: user.token, body: { tickets: [{}] } })).status, 400);

  const search = (query: string, more: object = {}) =>
    call(service.url, 'POST /api/search', {
      credential: user.token,
      body: { collection_id: collection, query, ...more },
    });
  await search('оплата не прошла');
  await search('Как отключить автоплатёж?', { generate_answer: false });
  await search('оплата не прошла', { collection_id: await newCollection(service.url, user) });
  gateway.chat.next(({ response }) => void response.writeHead(500).end());
  await search('оплата не прошла');
  await leaveAnswer(service.url, {
    gateway,
    credential: user.token,
    body: { collection_id: collection, query: 'оплата' },
  });
  gateway.embeddings.next(({ response }) => void response.writeHead(403).end());
  t.is((await search('другой вопрос')).status, 500);

  const scrape = async () => {
    const response = await fetch(`http://127.0.0.2:${port}/metrics`);
    t.regex(response.headers.get('content-type') ?? '', /^text\/plain/);
    return response.text();
  };
  let text = await scrape();
  // An upload waits until its tickets can be found; the events of its end are projected a moment later.
  for (const until = Date.now() + 300_000; /behind_events\S+ [1-9]/.test(text) && Date.now() < until;) {
    await setTimeout(100);
    text = await scrape();
  }
  const ready = await fetch(`http://127.0.0.2:${port}/ready`);
  t.is(ready.status, 200);
  t.like(await ready.json(), { status: 'ready', stores: { disk: { state: 'ready' } }, model: { dimensions: 256 } });
  const shows = (line: string) => t.true(text.includes(`\n${line}\n`), `${line}\n${text}`);
  const route = '/api/collections/:collection_id/tickets';
  shows(`precedent_http_request_seconds_count{method="POST",route="${route}",status="200"} 1`);
  for (const outcome of ['answered', 'too-little', 'model-failed', 'sources-only', 'abandoned', 'failed'])
    shows(`precedent_search_seconds_count{outcome="${outcome}"} 1`);
  shows('precedent_uploaded_tickets_total{outcome="stored"} 2');
  shows('precedent_uploaded_tickets_total{outcome="skipped"} 1');
  shows('precedent_upload_seconds_count{outcome="finished"} 1');
  shows('precedent_upload_seconds_count{outcome="failed"} 1');
  shows('precedent_uploads_running 0');
  const bytes = [tickets, [{}]].reduce((sum, each) => sum + Buffer.byteLength(JSON.stringify({ tickets: each })), 0);
  shows(`precedent_upload_bytes_total ${bytes}`);
  shows('precedent_gateway_retries_total{path="embeddings"} 1');
  shows('precedent_gateway_request_seconds_count{path="embeddings",outcome="error"} 2');
  shows('precedent_gateway_request_seconds_count{path="chat/completions",outcome="ok"} 1');
  shows('precedent_gateway_request_seconds_count{path="chat/completions",outcome="error"} 1');
  shows('precedent_gateway_request_seconds_count{path="chat/completions",outcome="no-answer"} 1');
  for (const queue of ['passwords', 'large-uploads', 'large-previews', 'workbooks'])
    shows(`precedent_queue_waiting{queue="${queue}"} 0`);
  for (const thread of ['writer', 'ingest', 'search']) shows(`precedent_thread_calls{thread="${thread}"} 0`);
  for (const projection of ['accounts', 'collections', 'ticket-index'])
    shows(`precedent_projection_behind_events{projection="${projection}"} 0`);

  const isDocumented = (name: string) =>
    documented.includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
  t.deepEqual(
    namesIn(text).filter((name) => !isDocumented(name)),
    [],
  );
  t.deepEqual(
    documented.filter((name) => !name.endsWith('*') && !namesIn(text).includes(name)),
    [],
  );
  for (const secret of [collection, user.email, user.id, user.key, 'оплата']) t.false(text.includes(secret));

  t.is((await fetch(`http://127.0.0.2:${port}/`)).status, 404);
  t.is((await fetch(`${service.url}/metrics`)).status, 404);
});

test('what a limit lets run and lets wait is counted while it does', async (t) => {
  const port = await freePort();
  const service = await startService({ METRICS_PORT: String(port) });
  t.teardown(service.stop);
  // Each hashes a password, one or two at a time.
  const users = Promise.all(Array.from({ length: 12 }, () => newUser(service.url)));
  const seen: string[] = [];
  const ended = { isOver: false };
  void users.finally(() => (ended.isOver = true));
  while (!ended.isOver) seen.push(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  t.true(seen.some((text) => /precedent_queue_running\{queue="passwords"\} [12]\n/.test(text)));
  t.true(seen.some((text) => /precedent_queue_waiting\{queue="passwords"\} [1-9]/.test(text)));
});
