import { randomUUID } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { filledCollection, requireOk, solutionAbout, withTag } from '../support/stored-tickets.ts';
import { startService } from '../support/service.ts';

/** Run by `npm run soak`: what one tenant does to a service must not be felt by others. */

const corrections = Number(process.env['ATTACK_CORRECTIONS'] ?? 220);

/** A solution of 250 kB. */
const largeSolution = (one: number) =>
  `${solutionAbout(`шаг ${one}`)}\n\n${'Проверьте настройки. '.repeat(6_300)}${randomUUID()}`;

/** Asks as another tenant until `work` has ended; returns the longest wait in ms. */
const longestWaitDuring = async (ask: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  const ended = new AbortController();
  const asking = (async () => {
    while (!ended.signal.aborted) {
      const start = performance.now();
      await ask();
      longest = Math.max(longest, performance.now() - start);
      await setTimeout(10);
    }
  })();
  await work();
  ended.abort();
  await asking;
  return Math.round(longest);
};

const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

const peakMegabytes = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

test.serial(
  `a ticket of ${corrections} corrections of 250 kB stops nobody, and its answers have its own texts alone`,
  async (t) => {
    t.timeout(3_600_000);
    const service = await startService();
    t.teardown(() => service.kill());
    const home = await filledCollection(service.url);
    for (let revision = 1; revision <= corrections; revision += 1) {
      requireOk(
        await home.ask('PUT /tickets/1', { body: { solution: largeSolution(revision) }, headers: withTag(revision) }),
      );
    }
    const other = await newUser(service.url);
    const ask = () => call(service.url, 'GET /api/collections', { credential: other.token });
    const quiet = await longestWaitDuring(ask, () => setTimeout(1_000));
    const figures: Record<string, { ms: number; kilobytes: number; othersWait: number }> = {};
    const tag = withTag(corrections + 1);
    for (const [endpoint, options] of [
      ['GET /tickets/1', {}],
      ['GET /tickets/1/history?limit=100', {}],
      ['GET /tickets/1/history/100', {}],
      ['PUT /tickets/1', { body: { category: 'Другая' }, headers: tag }],
      ['DELETE /tickets/1', {}],
      ['POST /tickets/1/restore', {}],
    ] as const) {
      let kilobytes = 0;
      const start = performance.now();
      const othersWait = await longestWaitDuring(ask, async () => {
        const { body } = await home.ask(endpoint, options);
        kilobytes = Math.round(Buffer.byteLength(JSON.stringify(body)) / 1024);
      });
      figures[endpoint] = { ms: Math.round(performance.now() - start), kilobytes, othersWait };
    }
    const eight = await longestWaitDuring(ask, () =>
      Promise.all(Array.from({ length: 8 }, () => home.ask('GET /tickets/1/history?limit=100'))),
    );
    t.log({ quiet, eight, peakMegabytes: peakMegabytes(service.pid), ...figures });
    for (const [endpoint, { kilobytes, othersWait }] of Object.entries(figures)) {
      t.true(kilobytes < 1_024, endpoint);
      t.true(othersWait < 500, endpoint);
    }
  },
);

test.serial('lists of 100 tickets of 230 kB stop nobody, nor hold memory if nobody reads them', async (t) => {
  t.timeout(3_600_000);
  const service = await startService();
  t.teardown(() => service.kill());
  const description = 'Очень длинное описание неисправности принтера. '.repeat(2_600);
  const large = Array.from({ length: 100 }, (_, at) => ({ ...goodTicket(at), description: `${at} ${description}` }));
  const [home, other] = [await filledCollection(service.url, large), await filledCollection(service.url)];
  const ask = () => other.search('не работает оплата');
  const quiet = await longestWaitDuring(ask, () => setTimeout(3_000));
  const lists = await longestWaitDuring(ask, () =>
    Promise.all(Array.from({ length: 20 }, () => home.ask('GET /tickets?limit=100'))),
  );
  const { hostname, port } = new URL(service.url);
  const before = residentMegabytes(service.pid);
  const unread = await longestWaitDuring(ask, async () => {
    const path = `/api/collections/${home.collection}/tickets?limit=100`;
    for (let client = 0; client < 200; client += 1) {
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => undefined);
      t.teardown(() => socket.destroy());
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${home.user.token}\r\n\r\n`);
    }
    await setTimeout(15_000);
  });
  const held = residentMegabytes(service.pid) - before;
  t.log({ quiet, lists, unread, held });
  t.true(Math.max(lists, unread) < 1_000);
  t.true(held < 300);
});

test.serial('28 long searches, or lists of 1 000 collections, of one tenant delay nobody else', async (t) => {
  t.timeout(3_600_000);
  const service = await startService();
  t.teardown(() => service.kill());
  const [home, other] = [await filledCollection(service.url), await filledCollection(service.url)];
  for (let one = 1; one < 1_000; one += 1) await newCollection(service.url, home.user, 'я'.repeat(200));
  const ask = () => other.search('не работает оплата');
  const quiet = await longestWaitDuring(ask, () => setTimeout(3_000));
  const searches = await longestWaitDuring(ask, () =>
    Promise.all(Array.from({ length: 28 }, (_, at) => home.search(`${'Ивановxn--,a@'.repeat(760)}${at}`))),
  );
  const lists = await longestWaitDuring(ask, () =>
    Promise.all(
      Array.from({ length: 28 }, () => call(service.url, 'GET /api/collections', { credential: home.user.token })),
    ),
  );
  t.log({ quiet, searches, lists });
  t.true(Math.max(searches, lists) < 500);
});

test.serial('a megabyte of brackets at the login, ten times at once, delays nobody', async (t) => {
  const service = await startService();
  t.teardown(() => service.kill());
  const other = await filledCollection(service.url);
  const body = '['.repeat(512 * 1024) + ']'.repeat(512 * 1024);
  const post = () =>
    fetch(`${service.url}/api/login`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const ask = () => other.search('не работает оплата');
  const quiet = await longestWaitDuring(ask, () => setTimeout(3_000));
  const brackets = await longestWaitDuring(ask, async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, post));
    t.true(answers.every(({ status }) => status === 400));
  });
  t.log({ quiet, brackets });
  t.true(brackets < 500);
});

const bytesIn = (folder: string): number =>
  globSync('*.db*', { cwd: folder }).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

test.serial('six uploads of 100 000 skipped tickets end at a quota of 1 MB', async (t) => {
  t.timeout(3_600_000);
  const service = await startService({ TENANT_MAX_BYTES: '1000000' });
  t.teardown(() => service.kill());
  const home = await filledCollection(service.url, []);
  const empty = bytesIn(service.folder);
  const answers: { readonly status: number; readonly skipped: number }[] = [];
  for (let upload = 0; upload < 6; upload += 1) {
    const tickets = Array.from({ length: 100_000 }, (_, at) => ({ ticket_id: `пропущено-${upload}-${at}` }));
    const { status, body } = await home.ask('POST /tickets', { body: { tickets } });
    answers.push({ status, skipped: (body as { skipped?: number }).skipped ?? 0 });
  }
  const megabytes = (bytesIn(service.folder) - empty) / 1_000_000;
  t.log({ answers, megabytes });
  t.deepEqual(answers[0], { status: 200, skipped: 100_000 });
  t.true(answers.slice(1).every(({ status }) => status === 403));
  const { uploads } = (await home.ask('GET /uploads')).body as {
    readonly uploads: readonly { readonly unlisted: number; readonly outcomes: Readonly<Record<string, number>> }[];
  };
  t.is(uploads.length, 1);
  t.like(uploads[0], { unlisted: 90_000, outcomes: { 'no-solution': 100_000 } });
  // Of which a WAL that is emptied later holds some.
  t.true(megabytes < 8, `${megabytes} MB`);
});
