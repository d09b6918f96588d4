import test from 'ava';
import { goodTicket } from '../support/api.ts';
import {
  type Details,
  filledCollection,
  historyOf,
  idsOf,
  type Page,
  requireOk,
  solutionAbout,
  withTag,
} from '../support/stored-tickets.ts';
import { sizeOnServers } from '../support/server-stores.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const filled = (tickets?: readonly object[]) => filledCollection(service().url, tickets);

test('tickets are listed newest first on both surfaces, a page at a time, whatever is added meanwhile', async (t) => {
  const { ask } = await filled(Array.from({ length: 5 }, (_, index) => goodTicket(index + 1)));
  const first = await ask('GET /tickets?limit=2', { v1: true });
  const [row] = (first.body as Page).tickets;
  t.like(row, { state: 'active', revision: 1, category: 'Оплата' });
  t.regex(row?.problem ?? '', /^Не работает оплата .*\nЗдравствуйте/);
  t.is(row?.stored_at, row?.changed_at);
  const seen = [...idsOf(first)];
  for (let { next } = first.body as Page; next !== null;) {
    requireOk(await ask('POST /tickets', { body: { tickets: [goodTicket(`new ${seen.length}`)] } }));
    const page = await ask(`GET /tickets?limit=2&after=${next}`);
    seen.push(...idsOf(page));
    next = (page.body as Page).next;
  }
  t.deepEqual(seen.toSorted(), ['1', '2', '3', '4', '5']);
  t.is((await ask('GET /tickets')).status, 200);
});

test('tickets are found by words in any form, by the beginning of an id, by categories and states together', async (t) => {
  const about = (id: string, category: string, what: string) => ({ ...goodTicket(id, what), category });
  const { ask } = await filled([
    about('A-1', 'Доставка', 'доставка заказа курьером'),
    about('A-2', 'Доставка', 'возврат посылки'),
    about('B-1', 'Оплата', 'оплата заказа картой'),
    about('B-2', 'Прочее', 'вход в кабинет'),
  ]);
  const found = async (query: string) => idsOf(await ask(`GET /tickets?${query}`)).toSorted();
  const text = (words: string) => `text=${encodeURIComponent(words)}`;
  t.deepEqual(await found(text('заказов')), ['A-1', 'B-1']);
  t.deepEqual(await found(text('ЗАКАЗЫ курьеру')), ['A-1']);
  t.deepEqual(await found(text('A-')), ['A-1', 'A-2']);
  t.deepEqual(await found(text('телескоп')), []);
  const [delivery, other] = ['Доставка', 'Прочее'].map(encodeURIComponent);
  t.deepEqual(await found(`category=${delivery}&category=${other}`), ['A-1', 'A-2', 'B-2']);
  t.deepEqual(await found(`category=${delivery}&${text('заказ')}`), ['A-1']);
  requireOk(await ask('DELETE /tickets/A-1'));
  t.deepEqual(await found('state=withdrawn'), ['A-1']);
  t.deepEqual(await found(`state=active&category=${delivery}`), ['A-2']);
  t.deepEqual(await found(`state=active&${text('заказ')}`), ['B-1']);
  t.deepEqual(idsOf(await ask('GET /tickets?sort=changed&limit=1')), ['A-1']);
  const counts = await ask('GET /categories', { v1: true });
  t.deepEqual(counts.body, {
    categories: [
      { category: 'Доставка', count: 1, withdrawn: 1 },
      { category: 'Оплата', count: 1, withdrawn: 0 },
      { category: 'Прочее', count: 1, withdrawn: 0 },
    ],
    more_categories: false,
    states: { active: 3, withdrawn: 1 },
    flagged: 0,
  });
});

test('a query string that is not understood is 400 and names the parameter', async (t) => {
  const { ask } = await filled([]);
  for (const query of ['state=gone', 'sort=id', 'limit=0', 'limit=101', 'after=x', `text=${'x'.repeat(201)}`]) {
    const { status, body } = await ask(`GET /tickets?${query}`);
    t.is(status, 400, query);
    t.true((body as { detail: string }).detail.startsWith(query.split('=')[0] ?? ''));
  }
});

test('a correction is cleaned, stored with what was before, and found by the next search', async (t) => {
  const { ask, search } = await filled();
  const shown = await ask('GET /tickets/2');
  t.is(shown.headers.get('ETag'), '"1"');
  const body = {
    problem: 'Телескоп не видит Сатурн, звоните +7 912 345-67-89',
    solution: solutionAbout('протрите линзу'),
  };
  const corrected = await ask('PUT /tickets/2', { body, headers: withTag(1), v1: true });
  t.is(corrected.status, 200);
  t.is(corrected.headers.get('ETag'), '"2"');
  const details = corrected.body as Details;
  t.like(details, { revision: 2, category: 'Оплата', problem: 'Телескоп не видит Сатурн, звоните [ТЕЛЕФОН]' });
  t.deepEqual(
    (await historyOf({ ask }, 2)).map(({ change, surface, changed }) => [change, surface, changed]),
    [
      ['stored', 'web', []],
      ['corrected', 'api', ['problem', 'solution']],
    ],
  );
  const { problem, solution: earlier, category } = shown.body as Details;
  const first = await ask('GET /tickets/2/history/1', { v1: true });
  t.like(first.body, { ticket_id: '2', revision: 1, category, problem, solution: earlier, surface: 'web' });
  const [source] = await search('Телескоп не видит Сатурн');
  t.deepEqual([source?.ticket_id, source?.full_text], ['2', details.full_text]);
  t.deepEqual(idsOf(await ask('GET /tickets?sort=changed&limit=1')), ['2']);
});

test('a correction that changes nothing when cleaned keeps the revision', async (t) => {
  const { ask } = await filled();
  const { body } = await ask('GET /tickets/1');
  const { category, problem, solution: same } = body as Details;
  for (const texts of [{}, { category, problem, solution: same }, { category: ` ${category} ` }]) {
    const { status, headers } = await ask('PUT /tickets/1', { body: texts, headers: withTag(1) });
    t.deepEqual([status, headers.get('ETag')], [200, '"1"']);
  }
});

test('a correction needs the revision that was read: 428 without it, 412 if it has moved, 400 if it is no tag', async (t) => {
  const { ask } = await filled();
  const correct = (headers: Record<string, string>, about: string) =>
    ask('PUT /tickets/1', { body: { solution: solutionAbout(about) }, headers });
  t.is((await correct({}, 'a')).status, 428);
  t.is((await correct({ 'If-Match': '1' }, 'a')).status, 400);
  t.is((await correct(withTag('x'), 'a')).status, 412);
  t.is((await correct(withTag(1), 'a')).status, 200);
  t.is((await correct(withTag(1), 'b')).status, 412);
  t.is((await correct(withTag(2), 'b')).status, 200);
});

test('a ticket is withdrawn and restored in any revision, or only in the one that was read', async (t) => {
  const { ask } = await filled();
  requireOk(await ask('PUT /tickets/1', { body: { solution: solutionAbout('a') }, headers: withTag(1) }));
  const change = async (endpoint: string, headers: Record<string, string> = {}) =>
    (await ask(endpoint, { headers })).status;
  for (const [endpoint, state] of [
    ['DELETE /tickets/1', 'active'],
    ['POST /tickets/1/restore', 'withdrawn'],
  ] as const) {
    t.is(await change(endpoint, withTag(1)), 412);
    t.is(await change(endpoint, { 'If-Match': '2' }), 400);
    t.like((await ask('GET /tickets/1')).body, { state });
    t.is(await change(endpoint, withTag(2)), 200);
  }
  t.is(await change('DELETE /tickets/1'), 200);
});

test('rules 3 to 6 hold for a correction, and the refusal names the rule', async (t) => {
  const { ask } = await filled();
  const refused = {
    'no-solution': { solution: 'Готово.' },
    'ends-with-question': { solution: `${solutionAbout('а')}\n\nПолучилось?` },
    'stock-phrase': { solution: `${solutionAbout('а')}\n\nПришлите, пожалуйста, скриншот.` },
    'no-problem': { problem: '' },
  };
  for (const [rule, body] of Object.entries(refused)) {
    const answer = await ask('PUT /tickets/1', { body, headers: withTag(1) });
    t.is(answer.status, 422, rule);
    t.true((answer.body as { detail: string }).detail.startsWith(`${rule}: `));
  }
  const manyMessages = { solution: 'x\n\n'.repeat(2_000) };
  for (const body of [
    manyMessages,
    { problem: 5 },
    { category: 'x'.repeat(501) },
    { solution: 'x'.repeat(262_145) },
    [],
    'x',
  ]) {
    t.is((await ask('PUT /tickets/1', { body, headers: withTag(1) })).status, 400);
  }
  t.is((await ask('GET /tickets/1')).headers.get('ETag'), '"1"');
});

test('a correction answers what it has stored, though another writer follows at once', async (t) => {
  const { ask } = await filled();
  const rounds = 10;
  for (let revision = 1; revision < 2 * rounds; revision += 2) {
    const write = (who: string, read: number, v1: boolean) =>
      ask('PUT /tickets/1', { body: { solution: solutionAbout(`${who} ${read}`) }, headers: withTag(read), v1 });
    const first = write('первый', revision, false);
    let second = await write('второй', revision + 1, true);
    while (second.status === 412) second = await write('второй', revision + 1, true);
    for (const [who, read, { body, headers }] of [
      ['первый', revision, await first],
      ['второй', revision + 1, second],
    ] as const) {
      const solution = solutionAbout(`${who} ${read}`);
      t.is(headers.get('ETag'), `"${read + 1}"`);
      t.like(body, { revision: read + 1, solution });
      t.true((body as Details).full_text.endsWith(solution));
      t.false('history' in (body as Details));
    }
  }
});

test('of two writers with the same revision one wins each round, and no correction is lost', async (t) => {
  const { ask } = await filled();
  const rounds = Number(process.env['RACE_ROUNDS'] ?? sizeOnServers(30, 10));
  for (let revision = 1; revision <= rounds; revision += 1) {
    const write = (who: string, v1: boolean) =>
      ask('PUT /tickets/1', {
        body: { solution: solutionAbout(`${who} ${revision}`) },
        headers: withTag(revision),
        v1,
      });
    const answers = await Promise.all([write('первый', false), write('второй', true)]);
    t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412]);
    const won = answers.findIndex(({ status }) => status === 200);
    const { body } = await ask('GET /tickets/1');
    t.like(body, { revision: revision + 1, solution: solutionAbout(`${won === 0 ? 'первый' : 'второй'} ${revision}`) });
  }
  const history = await historyOf({ ask }, 1);
  t.is(history.filter(({ change }) => change === 'corrected').length, rounds);
});
