import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser, readinessOf, type User } from '../support/api.ts';
import { runFile } from '../support/run-file.ts';
import { type Service, startService } from '../support/service.ts';
import { smallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Large enough for two empty folders and a few tickets. */
const disk = smallDisk(48);
const embedded = { EVENTSTORE_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '' };

const client = (service: Service, { token }: User, collection: string) => {
  const ask = (endpoint: string, body?: unknown) => call(service.url, endpoint, { credential: token, body });
  const readiness = async () => {
    const { status, body } = await readinessOf(service.url);
    return { status, stores: (body as { stores: Record<string, { state: string; reason?: string }> }).stores };
  };
  return {
    upload: (...tickets: readonly object[]) => ask(`POST /api/collections/${collection}/tickets`, { tickets }),
    count: async () =>
      ((await ask(`GET /api/collections/${collection}`)).body as { ticket_count: number }).ticket_count,
    found: async () => {
      const query = { collection_id: collection, query: 'оплата заказа картой', generate_answer: false };
      return ((await ask('POST /api/search', query)).body as { sources: unknown[] }).sources.length;
    },
    readiness,
    readyIs: async (status: number) => {
      for (let wait = 0; wait < 300; wait += 1) {
        if ((await readiness()).status === status) return true;
        await setTimeout(100);
      }
      return false;
    },
  };
};

if (disk) {
  test.after.always(() => disk.remove());

  test.serial(
    'on a full disk an empty folder is refused with one line; a folder with tickets starts, answers and says what is full',
    async (t) => {
      const [empty, folder] = ['empty', 'filled'].map((name) => join(disk.folder, name)) as [string, string];
      mkdirSync(empty);
      const first = await startService(embedded, folder);
      const user = await newUser(first.url);
      const collection = await newCollection(first.url, user);
      t.is((await client(first, user, collection).upload(goodTicket(1))).status, 200);
      await first.kill();

      disk.fill();
      const { code, output } = await runFile('src/main.ts', { environment: { DATA_DIR: empty, PORT: '0' } });
      t.is(code, 1);
      t.regex(output, /^precedent: DATA_DIR: [^\n]*(?:disk is full|ENOSPC)[^\n]*\n$/i);
      t.deepEqual(
        readdirSync(empty).filter((name) => name === 'events.db' || name === 'data-key'),
        [],
      );

      const second = await startService(embedded, folder);
      t.teardown(second.kill);
      const { upload, count, found, readiness, readyIs } = client(second, user, collection);
      t.deepEqual([await count(), await found()], [1, 1]);
      const { status, stores } = await readiness();
      t.is(status, 503);
      t.like(stores, { disk: { state: 'failing', reason: 'Disk is full' } });
      t.is((await upload(goodTicket(2))).status, 507);

      disk.empty();
      t.true(await readyIs(200));
      t.like((await upload(goodTicket(2))).body, { processed: 1, collection_ticket_count: 2 });
      t.is(await second.stop(), 0);
    },
  );

  test.serial(
    'where only the disk of the read models is full uploads are stored, said not to be searchable yet, and found once there is room',
    async (t) => {
      const folder = temporaryFolder(t);
      t.is(await (await startService(embedded, folder)).stop(), 0);
      const views = readdirSync(folder).filter((name) => /^views-.*\.db$/.test(name));
      for (const name of views) {
        cpSync(join(folder, name), join(disk.folder, name));
        rmSync(join(folder, name));
        symlinkSync(join(disk.folder, name), join(folder, name));
      }
      const service = await startService(embedded, folder);
      t.teardown(service.kill);
      const user = await newUser(service.url);
      const collection = await newCollection(service.url, user);
      const { upload, count, found, readiness, readyIs } = client(service, user, collection);
      t.is((await upload(goodTicket(1))).status, 200);
      for (const name of views)
        t.true(existsSync(join(disk.folder, `${name}-wal`)), 'the read models are on the small disk');

      disk.fill();
      // The write-ahead log of SQLite may have room left from before.
      let stored = 1;
      let refusal: unknown;
      for (; refusal === undefined && stored < 200; stored += 20) {
        const tickets = Array.from({ length: 20 }, (_, index) => goodTicket(stored + 1 + index));
        const { status, body } = await upload(...tickets);
        if (status !== 200) refusal = [status, body];
      }
      t.regex(JSON.stringify(refusal), /500.*Stored, not yet searchable \(Disk is full/);
      t.true((await found()) > 0);
      const { status, stores } = await readiness();
      t.is(status, 503);
      const failing = { state: 'failing', reason: 'Disk is full' };
      t.like(stores, { 'event-log': { state: 'ready' }, disk: { state: 'ready' }, 'ticket-index': failing });

      disk.empty();
      t.true(await readyIs(200));
      t.is(await count(), stored);
      t.is(await service.stop(), 0);
    },
  );
} else {
  test.skip('a start on a full disk needs the right to mount (Linux: CAP_SYS_ADMIN)', () => undefined);
}
