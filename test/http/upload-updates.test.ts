import { randomUUID } from 'node:crypto';
import test from 'ava';
import { goodTicket, newUser } from '../support/api.ts';
import {
  type Details,
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

const changed = (id: number | string, about: string) => ({
  ...goodTicket(id),
  messages: [
    { role: 'client', text: `Не работает ${about}` },
    { role: 'support', text: solutionAbout(about) },
  ],
});

const update = ({ ask }: Pick<Filled, 'ask'>, tickets: readonly object[], headers: Record<string, string> = {}) =>
  ask('POST /tickets?on_duplicate=update', { body: { tickets }, headers });
const outcomesOf = async ({ ask }: Pick<Filled, 'ask'>) =>
  ((await ask('GET /uploads?limit=1')).body as { uploads: readonly { outcomes: Record<string, number> }[] }).uploads[0]
    ?.outcomes;

test('an upload that updates corrects what differs, leaves what is equal and stores what is new', async (t) => {
  const home = await filled();
  const sent = [changed(1, 'самовар'), goodTicket(2), goodTicket(9)];
  const { status, body } = await update(home, sent);
  t.is(status, 200);
  t.deepEqual(body, { processed: 2, skipped: 1, collection_ticket_count: 4 });
  t.like(await outcomesOf(home), { stored: 1, updated: 1, duplicate: 1 });
  t.is((await home.search('Не работает самовар'))[0]?.ticket_id, '1');
  const [stored, corrected, ...more] = await historyOf(home, 1);
  t.deepEqual(more, []);
  t.like(stored, { change: 'stored', surface: 'web' });
  t.like(corrected, { change: 'corrected', surface: 'web' });
  t.deepEqual(corrected?.changed, ['problem', 'solution']);
  t.is((await historyOf(home, 2)).length, 1);
  const again = await update(home, sent);
  t.like(again.body, { processed: 0, skipped: 3 });
  t.is((await historyOf(home, 1)).length, 2);
});

test('without the option, and with skip, a stored ticket is a duplicate whatever it holds', async (t) => {
  const { ask } = await filled();
  for (const path of ['/tickets', '/tickets?on_duplicate=skip']) {
    const { body } = await ask(`POST ${path}`, { body: { tickets: [changed(1, 'самовар')] } });
    t.like(body, { processed: 0, skipped: 1 });
  }
  t.is((await historyOf({ ask }, 1)).length, 1);
});

test('any other value is refused before the collection is looked up, on every path that takes it', async (t) => {
  const { ask } = await filled([]);
  for (const path of ['/tickets', '/tickets/upload', '/tickets/preview']) {
    const { status, body } = await ask(`POST ${path}?on_duplicate=replace`, { body: { tickets: [] } });
    t.is(status, 400);
    t.deepEqual(body, { detail: 'on_duplicate must be skip or update' });
  }
});

test('what was withdrawn stays so, and a text that a rule forbids is skipped by it', async (t) => {
  const home = await filled();
  requireOk(await home.ask('DELETE /tickets/1'));
  const unsolved = { ...goodTicket(2), messages: [{ role: 'client', text: 'Не работает' }] };
  const { body } = await update(home, [changed(1, 'самовар'), unsolved]);
  t.like(body, { processed: 0, skipped: 2 });
  t.like(await outcomesOf(home), { withdrawn: 1, 'no-solution': 1, updated: 0 });
  t.like((await home.ask('GET /tickets/1')).body, { state: 'withdrawn', revision: 1 });
  t.like((await home.ask('GET /tickets/2')).body, { revision: 1 });
});

test('of equal ids in one upload the first that passes the rules counts, whether it changes anything or not', async (t) => {
  const home = await filled();
  const { body } = await update(home, [changed(1, 'самовар'), changed(1, 'чайник'), goodTicket(2), changed(2, 'утюг')]);
  t.like(body, { processed: 1, skipped: 3 });
  t.is((await historyOf(home, 1)).length, 2);
  t.is((await historyOf(home, 2)).length, 1);
});

test('a change of category or client alone is an update too', async (t) => {
  const home = await filled();
  const { body } = await update(home, [
    { ...goodTicket(1), category: 'Самовары' },
    { ...goodTicket(2), client: 'Ольга Кузнецова' },
  ]);
  t.like(body, { processed: 2, skipped: 0 });
  t.like((await home.ask('GET /tickets/1')).body, { category: 'Самовары', revision: 2 });
  t.deepEqual((await historyOf(home, 1))[1]?.changed, ['category']);
  t.like((await home.ask('GET /tickets/1/history/1')).body, { category: 'Оплата' });
  t.like((await home.ask('GET /tickets/2')).body, { revision: 2 });
});

test('the option is part of an upload: its id cannot be used again without it, and with it gives the first answer', async (t) => {
  const home = await filled();
  const headers = { 'Upload-Id': randomUUID() };
  const tickets = [changed(1, 'самовар')];
  t.like((await update(home, tickets, headers)).body, { processed: 1 });
  t.like((await update(home, tickets, headers)).body, { processed: 1 });
  const { status, body } = await home.ask('POST /tickets', { body: { tickets }, headers });
  t.is(status, 400);
  t.deepEqual(body, { detail: 'Upload-Id was used for another upload' });
  t.is((await historyOf(home, 1)).length, 2);
});

test('a file, a previewed file and JSON Lines are updated from as well, by key as by token', async (t) => {
  const { url, user, collection, ask } = await filled();
  const send = (path: string, credential: string, tickets: readonly object[], headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('file', new Blob([tickets.map((ticket) => JSON.stringify(ticket)).join('\n')]), 'обращения.jsonl');
    const authorised = { Authorization: `Bearer ${credential}`, ...headers };
    return fetch(url + path, { method: 'POST', headers: authorised, body: form });
  };
  const base = `/api/collections/${collection}/tickets`;
  const filed = await send(`${base}/upload?on_duplicate=update`, user.token, [changed(1, 'самовар')]);
  t.like(await filed.json(), { processed: 1, skipped: 0 });

  const query = `?collection_id=${collection}&on_duplicate=update`;
  const seen = await send(`/api/v1/tickets/preview${query}`, user.key, [changed(1, 'чайник'), goodTicket(2)]);
  const preview = (await seen.json()) as { outcomes: object; tickets: readonly { ticket_id: string }[] };
  t.like(preview.outcomes, { stored: 0, updated: 1, duplicate: 1 });
  t.deepEqual(
    preview.tickets.map(({ ticket_id: id }) => id),
    ['1'],
  );
  const kept = await fetch(`${url}/api/v1/tickets${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${user.key}`, 'Preview-Id': seen.headers.get('Preview-Id') ?? '' },
  });
  t.like(await kept.json(), { processed: 1, skipped: 1 });
  t.deepEqual(
    (await historyOf({ ask }, 1)).map(({ change, surface }) => [change, surface]),
    [
      ['stored', 'web'],
      ['corrected', 'web'],
      ['corrected', 'api'],
    ],
  );
});

test('updates and corrections by hand at the same time lose nothing: each change is in the history, and the last one stands', async (t) => {
  const home = await filled();
  const corrections = async () => {
    let won = 0;
    for (let round = 0; round < 5; round += 1) {
      const { revision } = (await home.ask('GET /tickets/1')).body as Details;
      const body = { solution: solutionAbout(`рука ${round}`) };
      const { status } = await home.ask('PUT /tickets/1', { body, headers: withTag(revision) });
      if (status === 200) won += 1;
      else t.is(status, 412);
    }
    return won;
  };
  const updates = async (who: string) => {
    let won = 0;
    for (let round = 0; round < 5; round += 1) {
      const { status, body } = await update(home, [changed(1, `${who} ${round}`)]);
      t.is(status, 200);
      won += (body as { processed: number }).processed;
    }
    return won;
  };
  const won = await Promise.all([corrections(), updates('самовар'), updates('чайник')]);
  const { revision } = (await home.ask('GET /tickets/1')).body as Details;
  t.is(won[1] + won[2], 10);
  t.is(revision, 1 + won[0] + won[1] + won[2]);
  t.is((await historyOf(home, 1)).length, revision);
});

test('another tenant’s ticket of the same id is not touched', async (t) => {
  const home = await filled();
  const stranger = await newUser(home.url);
  const { status } = await home.request(stranger, 'POST /tickets?on_duplicate=update', {
    body: { tickets: [changed(1, 'самовар')] },
  });
  t.is(status, 404);
  const other = await filled([goodTicket(1)]);
  requireOk(await update(other, [changed(1, 'самовар')]));
  t.is((await historyOf(home, 1)).length, 1);
});

test('an export that is uploaded again with update changes nothing, and one that was edited what was edited', async (t) => {
  const home = await filled();
  const exported = (await home.ask('GET /export.jsonl')).body as string;
  const tickets = exported
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ticket_id: string; description: string });
  t.like((await update(home, tickets)).body, { processed: 0, skipped: 3 });
  const edited = tickets.map((one) => (one.ticket_id === '2' ? { ...one, description: 'Самовар не греет' } : one));
  t.like((await update(home, edited)).body, { processed: 1, skipped: 2 });
  t.is((await home.search('Самовар не греет'))[0]?.ticket_id, '2');
});
