import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { startService } from '../support/service.ts';

const size = 400;
const updated = 60;

/** A service on a folder of its own with a collection, and what a client sees of that. */
const started = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-undone-'));
  let service = await startService({}, folder);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const ask = async (endpoint: string, more: object = {}): Promise<unknown> => {
    const [method, path] = endpoint.split(' ');
    const full = `${method} /api/collections/${collection}${path}`;
    const { status, body } = await call(service.url, full, { credential: user.token, ...more });
    if (status >= 300) throw new Error(`${endpoint} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const restart = async (how: 'kill' | 'stop', before = () => {}) => {
    await service[how]();
    before();
    service = await startService({}, folder);
  };
  /** Every row in both orders, the counts, two histories, and the uploads with their undos. */
  const seen = async (uploads: readonly string[]) => {
    const paths = [
      ...['stored', 'changed'].flatMap((sort) =>
        ['active', 'withdrawn'].map((state) => `/tickets?limit=100&sort=${sort}&state=${state}`),
      ),
      ...['/tickets?text=возврата&limit=100', '/categories', '', '/tickets/0', `/tickets/${size - 1}`],
      ...uploads.flatMap((id) => [`/uploads/${id}`, `/uploads/${id}/undo`, `/uploads/${id}/tickets?limit=100`]),
    ];
    const found: unknown[] = [];
    for (const path of paths) found.push(await ask(`GET ${path}`));
    return found;
  };
  return { folder, ask, restart, seen, stop: () => service.stop() };
};

test('the rows after undos are the same after restarts in their midst, and after a rebuild from the log', async (t) => {
  t.timeout(300_000);
  const { folder, ask, restart, seen, stop } = await started();
  t.teardown(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const tickets = Array.from({ length: size }, (_, id) => goodTicket(id));
  const [first, second] = [randomUUID(), randomUUID()];
  const upload = (id: string, sent: readonly object[]) =>
    ask('POST /tickets?on_duplicate=update', { body: { tickets: sent }, headers: { 'Upload-Id': id } });
  /** Whether the last ticket of an upload that is being undone can still be found. */
  const isActive = async (id: string) => {
    const last = id === first ? size / 2 - 1 : size - 1;
    return ((await ask(`GET /tickets/${last}`)) as { state: string }).state === 'active';
  };
  await upload(first, tickets.slice(0, size / 2));
  await upload(second, [
    ...tickets.slice(0, updated).map((_, id) => goodTicket(id, 'возврат')),
    ...tickets.slice(size / 2),
  ]);
  for (const id of [second, first]) {
    await ask(`POST /uploads/${id}/undo`);
    while (await isActive(id)) await setTimeout(10);
    await restart('kill');
    while (((await ask(`GET /uploads/${id}/undo`)) as { state: string }).state !== 'finished') await setTimeout(50);
  }
  const rows = await seen([first, second]);
  t.like(rows.at(-5), { state: 'finished', withdrawn: size / 2, corrected: updated });
  t.like(rows.at(-2), { total: size / 2 + updated, withdrawn: size / 2, taken_back: updated });
  const withoutViews = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `views.db${suffix}`), { force: true });
  };
  for (const [how, before] of [
    ['stop', withoutViews],
    ['kill', undefined],
  ] as const) {
    await restart(how, before);
    t.deepEqual(await seen([first, second]), rows, how);
  }
});
