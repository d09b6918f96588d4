import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { filledCollection, requireOk, withTag } from '../support/stored-tickets.ts';

const words =
  'принтер модем оплата заказ письмо настройка сервер пароль договор доставка экран ошибка страница счёт тариф сбой';

/** A text of so many characters. */
const textOf = (seed: number, characters: number): string => {
  const all = words.split(' ');
  const length = Math.ceil(characters / 7);
  return Array.from({ length }, (_, at) => all[(seed * 31 + at * 7 + ((at * at) % 11)) % all.length]).join(' ');
};

const ticketOf = (id: number, characters: number) => ({
  ticket_id: `обращение-${id}`,
  category: 'Оплата',
  description: textOf(id, characters / 3),
  messages: [{ role: 'support', text: textOf(id + 1, Math.max(160, (characters * 2) / 3)) }],
});

const someTickets = (from: number, count: number, characters: number) =>
  Array.from({ length: count }, (_, at) => ticketOf(from + at, characters));

type Home = Awaited<ReturnType<typeof filledCollection>>;

const upload = async ({ ask }: Home, tickets: readonly object[]) =>
  requireOk(await ask('POST /tickets', { body: { tickets } }));

const openErasures = async ({ ask }: Home): Promise<number> => {
  const { body } = await ask('GET /erasures?limit=100');
  const { erasures } = body as { readonly erasures: readonly { readonly state: string }[] };
  return erasures.filter(({ state }) => state === 'running').length;
};

/** What a tenant can make grow; each by far the most that its store holds. */
const lives: Readonly<Record<string, (home: Home) => Promise<void>>> = {
  'short tickets': (home) => upload(home, someTickets(0, 1_500, 250)),
  'long tickets': (home) => upload(home, someTickets(0, 60, 60_000)),
  'a ticket that is corrected again and again': async (home) => {
    await upload(home, [ticketOf(1, 3_000)]);
    const path = `/tickets/${encodeURIComponent('обращение-1')}`;
    for (let revision = 1; revision <= 250; revision += 1) {
      const body = { solution: textOf(revision, 3_000) };
      requireOk(await home.ask(`PUT ${path}`, { body, headers: withTag(revision) }));
    }
  },
  questions: async (home) => {
    await upload(home, someTickets(0, 5, 250));
    for (let at = 0; at < 1_000; at += 1) await home.search(textOf(at, 40 + ((at * 37) % 400)));
    // The last ones are recorded within a second.
    await setTimeout(2_000);
  },
  'skipped tickets': async (home) => {
    const skipped = Array.from({ length: 9_000 }, (_, at) => ({ ticket_id: `т-${at}`, description: 'Без решения' }));
    await upload(home, skipped);
  },
  'tickets that are withdrawn and restored again and again': async (home) => {
    await upload(home, someTickets(0, 200, 250));
    const ids = someTickets(0, 200, 250).map(({ ticket_id: id }) => id);
    for (let turn = 0; turn < 20; turn += 1) {
      requireOk(await home.ask('POST /withdrawals', { body: { ticket_ids: ids } }));
      requireOk(await home.ask('POST /restorations', { body: { ticket_ids: ids } }));
    }
  },
  'a collection that is renamed again and again': async (home) => {
    for (let turn = 0; turn < 800; turn += 1)
      requireOk(
        await home.ask('PATCH ', {
          body: { name: textOf(turn, 150), ticket_url: `https://x.example/{ticket_id}/${turn}` },
        }),
      );
  },
  'collections that are created and deleted': async ({ url, user }) => {
    for (let turn = 0; turn < 500; turn += 1) {
      const options = { credential: user.token };
      const created = await call(url, 'POST /api/collections', { ...options, body: { name: textOf(turn, 60) } });
      const { id } = created.body as { readonly id: string };
      requireOk(await call(url, `DELETE /api/collections/${id}`, options));
    }
  },
  'erasures of nothing': async (home) => {
    for (let turn = 0; turn < 100; turn += 1)
      await home.ask('POST /erasures', { body: { ticket_ids: ['99'], requested_for: textOf(turn, 150) } });
    for (let wait = 0; wait < 600 && (await openErasures(home)) > 0; wait += 1) await setTimeout(100);
  },
};

/** The bytes of the files, without what WALs hold twice. */
const bytesIn = (folder: string): number =>
  globSync('{events,views-*}.db', { cwd: folder }).reduce((sum, name) => {
    const path = join(folder, name);
    const database = new DatabaseSync(path);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    return sum + statSync(path).size;
  }, 0);

const measured = async (live: (home: Home) => Promise<void>) => {
  const service = await startService();
  try {
    const home = await filledCollection(service.url, []);
    await live(home);
    const { body } = await call(service.url, 'GET /api/me/usage', { credential: home.user.token });
    await service.stop();
    return { counted: (body as { bytes: number }).bytes, occupied: bytesIn(service.folder) };
  } finally {
    await service.kill();
  }
};

test('what a tenant is said to occupy is the size of the files within a fifth, whatever it has made grow', async (t) => {
  const empty = (await measured(() => Promise.resolve())).occupied;
  for (const [name, live] of Object.entries(lives)) {
    const { counted, occupied } = await measured(live);
    const share = counted / (occupied - empty);
    t.log(name, { counted, occupied: occupied - empty, share: Math.round(share * 100) / 100 });
    t.true(share > 0.8 && share < 1.2, `${name}: ${share}`);
  }
});
