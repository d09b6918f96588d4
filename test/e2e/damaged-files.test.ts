import { rmSync } from 'node:fs';
import test from 'ava';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { currentFile } from '../support/views-files.ts';
import { call, goodTicket, newCollection, newUser, readinessOf } from '../support/api.ts';
import { damagePage, pagesOf } from '../support/damage-file.ts';
import { runFile } from '../support/run-file.ts';
import { startService } from '../support/service.ts';

/** Runs `npm run verify` with options; returns its exit code and output. */
const verify = (folder: string, ...args: readonly string[]) =>
  runFile('scripts/verify.ts', { args, environment: { DATA_DIR: folder } });

test('damage of the read models is named by searches, readiness and verify, and --repair mends it without a restart', async (t) => {
  const first = await startService();
  t.teardown(() => rmSync(first.folder, { recursive: true, force: true }));
  const user = await newUser(first.url);
  const collection = await newCollection(first.url, user);
  const upload = (url: string, from: number) => {
    const tickets = Array.from({ length: 60 }, (_, index) => goodTicket(from + index));
    return call(url, `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets } });
  };
  await upload(first.url, 0);
  await first.stop();
  const views = currentFile(first.folder, ticketIndexTables);
  // The last connection may have been one that only reads, which leaves the WAL.
  const database = openDatabase(views, 'normal');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  for (const page of pagesOf(views, 'vectors', 'leaf')) damagePage(views, page);

  const service = await startService({}, first.folder);
  t.teardown(service.stop);
  const search = () =>
    call(service.url, 'POST /api/search', {
      credential: user.token,
      body: { collection_id: collection, query: 'оплата заказа', generate_answer: false },
    });
  const ready = () => readinessOf(service.url);
  const refused = await search();
  t.is(refused.status, 500);
  t.deepEqual(refused.body, {
    detail: 'Read models are damaged (views-ticket-index); npm run verify -- --repair rebuilds them',
  });
  const failing = await ready();
  t.is(failing.status, 503);
  t.like(failing.body, {
    stores: {
      'event-log': { state: 'ready' },
      'ticket-index': {
        state: 'failing',
        reason: 'views-ticket-index is damaged; npm run verify -- --repair rebuilds it',
      },
    },
  });
  const found = await verify(service.folder);
  t.is(found.code, 1);
  t.regex(found.output, /^views-ticket-index is damaged\n {2}.+\n/m);

  const repaired = await verify(service.folder, '--repair');
  t.is(repaired.code, 0, repaired.output);
  t.regex(repaired.output, /ticket-index: parity: .*; switched\n(.*\n)+Repaired/);
  t.is((await ready()).status, 200);
  t.is(((await search()).body as { sources: readonly unknown[] }).sources.length, 5);
  t.like((await upload(service.url, 60)).body, { processed: 60, collection_ticket_count: 120 });
  t.like((await call(service.url, 'GET /api/v1/me', { credential: user.key })).body, { email: user.email });
});
