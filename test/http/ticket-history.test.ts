import { randomUUID } from 'node:crypto';
import test from 'ava';
import { newUser } from '../support/api.ts';
import {
  type Details,
  type Entry,
  filledCollection,
  historyOf,
  requireOk,
  solutionAbout,
  withTag,
} from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const filled = (tickets?: readonly object[]) => filledCollection(service().url, tickets);

type Filled = Awaited<ReturnType<typeof filled>>;
type HistoryPage = { readonly history: readonly Entry[]; readonly next: string | null };

/** Corrects ticket 1, which has one text, until it has as many. */
const correctUntil = async (
  { ask }: Filled,
  revision: number,
  solutionOf = (one: number) => solutionAbout(`шаг ${one}`),
) => {
  for (let one = 1; one < revision; one += 1) {
    requireOk(await ask('PUT /tickets/1', { body: { solution: solutionOf(one + 1) }, headers: withTag(one) }));
  }
};

test('a ticket carries the last two entries of its history, and the answers of changes none', async (t) => {
  const home = await filled();
  await correctUntil(home, 4);
  const shown = (await home.ask('GET /tickets/1')).body as HistoryPage;
  t.deepEqual(
    shown.history.map(({ change, revision, changed }) => [change, revision, changed]),
    [
      ['corrected', 4, ['solution']],
      ['corrected', 3, ['solution']],
    ],
  );
  const answers = [
    await home.ask('PUT /tickets/1', { body: { category: 'Другая' }, headers: withTag(4) }),
    await home.ask('DELETE /tickets/1'),
    await home.ask('POST /tickets/1/restore', { v1: true }),
  ];
  for (const { status, headers, body } of answers) {
    t.is(status, 200);
    t.is(headers.get('ETag'), '"5"');
    t.false('history' in (body as object));
  }
});

test('the history is paged newest first, on both surfaces, whatever happens meanwhile', async (t) => {
  const home = await filled();
  await correctUntil(home, 6);
  for (const v1 of [false, true]) {
    const first = (await home.ask('GET /tickets/1/history?limit=2', { v1 })).body as HistoryPage;
    requireOk(await home.ask(`${v1 ? 'POST' : 'DELETE'} /tickets/1${v1 ? '/restore' : ''}`));
    const second = (await home.ask(`GET /tickets/1/history?limit=2&after=${first.next}`, { v1 })).body as HistoryPage;
    const both = [...first.history, ...second.history].map(({ change, revision }) => [change, revision]);
    const expected = ['corrected', 'corrected', 'corrected', 'corrected'].map((change, at) => [change, 6 - at]);
    t.deepEqual(both, v1 ? [['withdrawn', 6], ...expected.slice(0, 3)] : expected);
    t.not(second.next, null);
  }
  const all = (await home.ask('GET /tickets/1/history')).body as HistoryPage;
  t.is(all.history.length, 8);
  t.is(all.next, null);
  t.deepEqual((await home.ask('GET /tickets/1/history?after=0')).body, { history: [], next: null });
});

test('one revision has its texts, by token and by key; one that never was is 404', async (t) => {
  const home = await filled();
  await correctUntil(home, 3);
  for (const [revision, v1] of [
    [2, false],
    [3, true],
  ] as const) {
    const { status, body } = await home.ask(`GET /tickets/1/history/${revision}`, { v1 });
    t.is(status, 200);
    t.like(body, { ticket_id: '1', revision, solution: solutionAbout(`шаг ${revision}`), upload_id: null });
    t.is((body as Entry).surface, 'web');
    t.false('client' in (body as object));
  }
  t.is(((await home.ask('GET /tickets/1/history/1')).body as Entry).upload_id?.length, 36);
  for (const revision of ['4', '0', '-1', 'x', '1e3', '99999999999999999999']) {
    const { status, body } = await home.ask(`GET /tickets/1/history/${revision}`);
    t.is(status, 404, revision);
    t.deepEqual(body, { detail: 'The ticket has not had that revision' });
  }
});

test('of an unknown ticket, a stranger’s and an erased one nothing is told; wrong pages are refused', async (t) => {
  const home = await filled();
  const stranger = await newUser(home.url);
  for (const path of ['history', 'history/1']) {
    t.is((await home.ask(`GET /tickets/none/${path}`)).status, 404);
    t.is((await home.request(stranger, `GET /tickets/1/${path}`)).status, 404);
  }
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'after=-1', 'after=x', `after=${'9'.repeat(19)}`]) {
    t.is((await home.ask(`GET /tickets/1/history?${query}`)).status, 400, query);
  }
  t.is((await home.ask(`GET /tickets/1/history?after=${'9'.repeat(18)}`)).status, 200);
  t.is((await home.ask('POST /erasures', { body: { ticket_ids: ['1'] } })).status, 202);
  for (const path of ['history', 'history/1']) {
    const { status, headers } = await home.ask(`GET /tickets/1/${path}`);
    t.is(status, 410);
    t.truthy(headers.get('Erasure-Id'));
  }
});

test('a ticket of many large texts is answered with its own texts alone, and what people ask of it stays small', async (t) => {
  const home = await filled();
  const large = (one: number) =>
    `${solutionAbout(`шаг ${one}`)}\n\n${'Проверьте настройки. '.repeat(5_600)}${randomUUID()}`;
  await correctUntil(home, 9, large);
  const bytesOf = async (endpoint: string) => {
    const { status, body } = await home.ask(endpoint);
    t.is(status, 200);
    return Buffer.byteLength(JSON.stringify(body));
  };
  const own = await bytesOf('GET /tickets/1/history/9');
  t.true(own > 200_000);
  // A ticket has its texts, and the text of a source.
  t.true((await bytesOf('GET /tickets/1')) < 2.1 * own);
  t.true((await bytesOf('DELETE /tickets/1')) < 2.1 * own);
  t.true((await bytesOf('POST /tickets/1/restore')) < 2.1 * own);
  t.true((await bytesOf('GET /tickets/1/history?limit=100')) < 4_000);
  const all = await historyOf(home, 1);
  t.is(all.length, 11);
  const { solution } = (await home.ask('GET /tickets/1/history/3')).body as Details;
  t.true(solution.startsWith(solutionAbout('шаг 3')));
});
