import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';
import { startService } from '../support/service.ts';

test('metrics have a separate port and count requests by route, tickets by outcome, and the lag of projections', async (t) => {
  const port = await freePort();
  const service = await startService({ METRICS_PORT: String(port) });
  t.teardown(service.stop);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const tickets = [goodTicket(1), goodTicket(2), goodTicket(2)];
  const upload = `POST /api/collections/${collection}/tickets`;
  await call(service.url, upload, { credential: user.token, body: { tickets } });

  const scrape = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    t.regex(response.headers.get('content-type') ?? '', /^text\/plain/);
    return response.text();
  };
  let text = await scrape();
  // An upload waits until its tickets can be found; the events of its end are projected a moment later.
  for (const until = Date.now() + 300_000; /behind_events\S+ [1-9]/.test(text) && Date.now() < until;) {
    await setTimeout(100);
    text = await scrape();
  }
  t.regex(
    text,
    /precedent_http_request_seconds_count\{method="POST",route="\/api\/collections\/:collection_id\/tickets",status="200"\} 1\n/,
  );
  t.regex(text, /precedent_uploaded_tickets_total\{outcome="stored"\} 2\n/);
  t.regex(text, /precedent_uploaded_tickets_total\{outcome="skipped"\} 1\n/);
  for (const projection of ['accounts', 'collections', 'ticket-index']) {
    t.regex(text, new RegExp(`precedent_projection_behind_events\\{projection="${projection}"\\} 0\n`));
  }
  t.regex(text, /process_resident_memory_bytes /);
  t.false(text.includes(collection) || text.includes(user.email) || text.includes(user.id));

  t.is((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
  t.is((await fetch(`${service.url}/metrics`)).status, 404);
});
