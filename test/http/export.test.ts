import { readFileSync } from 'node:fs';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { openExport, ticketsOf, uploadedAgain } from '../support/exports.ts';
import { filledCollection, requireOk, solutionAbout, withTag } from '../support/stored-tickets.ts';
import { sizeOnServers } from '../support/server-stores.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const filled = (tickets?: readonly object[]) => filledCollection(service().url, tickets);
type Filled = Awaited<ReturnType<typeof filled>>;

const exported = async ({ url, user, collection }: Pick<Filled, 'url' | 'user' | 'collection'>, query = '') =>
  (await openExport(url, { collection, credential: user.token, query })).text();

const byId = (lines: string) => [...ticketsOf(lines).values()].toSorted((a, b) => (a.ticket_id < b.ticket_id ? -1 : 1));

/** Exports, uploads the file into another collection and exports that. */
const roundTrip = async (from: Filled) => {
  const first = await exported(from);
  const { collection, body } = await uploadedAgain(from.url, from.user, first);
  const second = await exported({ ...from, collection });
  return { first: byId(first), body, second: byId(second) };
};

test('the demo tickets are the same after an export and an upload', async (t) => {
  const tickets = JSON.parse(readFileSync('scripts/demo/tickets.json', 'utf8')) as readonly object[];
  const { first, body, second } = await roundTrip(await filled(tickets));
  t.is(first.length, 63);
  t.deepEqual(body, { processed: 63, skipped: 0, collection_ticket_count: 63 });
  t.deepEqual(second, first);
});

/** Texts that a second cleaning must leave as they are, among them what looks like an entity, a quote, a mask or another line. */
const odd = [
  '&amp;lt;b&amp;gt; и &amp;amp;nbsp; и &amp;#60; и R&D',
  'две\n\n\nстроки\r\nи ещё\tодна',
  'звоните +7 912 345-67-89 или ivan@mail.ru, Иван Петров',
  '[ТЕЛЕФОН] [EMAIL] [ИМЯ] [q]цитата[/q]',
  '«ёлки» \u2028 \u00a0 "кавычки" \\ {"ticket_id": 1}',
  'e\u0301 é 👨\u200d👩\u200d👧 नमस्ते',
];

const generated = sizeOnServers(1_000, 200);

test(`${generated} generated tickets are the same after an export and an upload, texts and ids with signs of every kind too`, async (t) => {
  const tickets = Array.from({ length: generated }, (_, index) => {
    const about = `${odd[index % odd.length]} №${index}`;
    const id = ['', ' с пробелом ', '"', '/', '&amp;', '№'][index % 6] ?? '';
    const { messages, ...ticket } = goodTicket(`${id}${index}`, about);
    const [client, support] = messages;
    const more = index % 3 === 0 ? [support, client, { role: 'agent', text: solutionAbout(about) }] : [];
    const withoutDescription = index % 4 === 0 ? { description: null } : {};
    const category = index % 5 === 0 ? null : `Категория ${odd[index % odd.length]}`;
    return { ...ticket, category, ...withoutDescription, messages: [client, support, ...more] };
  });
  const { first, body, second } = await roundTrip(await filled(tickets));
  t.is(first.length, generated);
  t.deepEqual(body, { processed: generated, skipped: 0, collection_ticket_count: generated });
  t.deepEqual(second, first);
});

test('it has the active tickets, or the withdrawn ones, with their newest texts and without the client', async (t) => {
  const from = await filled();
  requireOk(await from.ask('DELETE /tickets/2'));
  const solution = `${solutionAbout('а')}\n\n${solutionAbout('б')}`;
  requireOk(await from.ask('PUT /tickets/1', { body: { problem: 'Новая беда', solution }, headers: withTag(1) }));
  const active = ticketsOf(await exported(from));
  t.deepEqual([...active.keys()].toSorted(), ['1', '3']);
  t.deepEqual(active.get('1'), {
    ticket_id: '1',
    category: 'Оплата',
    description: 'Новая беда',
    client: '',
    messages: [
      { role: 'support', text: solutionAbout('а') },
      { role: 'support', text: solutionAbout('б') },
    ],
  });
  t.deepEqual([...ticketsOf(await exported(from, '?state=withdrawn')).keys()], ['2']);
});

test('a file of several pages has each ticket once, whatever is stored, corrected and withdrawn meanwhile', async (t) => {
  const count = 450;
  const tickets = Array.from({ length: count }, (_, index) => goodTicket(index, `случай ${'о'.repeat(2_000)}`));
  const from = await filled(tickets);
  const { body } = await openExport(from.url, { collection: from.collection, credential: from.user.token });
  const decoder = new TextDecoder();
  let lines = '';
  let chunks = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    lines += decoder.decode(chunk, { stream: true });
    chunks += 1;
    if (chunks > 3) continue;
    requireOk(await from.ask('POST /tickets', { body: { tickets: [goodTicket(`new ${chunks}`)] } }));
    const newSolution = { body: { solution: solutionAbout(`${chunks}`) }, headers: withTag(1) };
    requireOk(await from.ask(`PUT /tickets/${chunks}`, newSolution));
    requireOk(await from.ask(`PUT /tickets/${count - chunks}`, newSolution));
  }
  const ids = [...ticketsOf(lines).keys()].filter((id) => !id.startsWith('new'));
  t.deepEqual(
    ids.map(Number).toSorted((a, b) => a - b),
    Array.from({ length: count }, (_, index) => index),
  );
});

test('it belongs to its tenant, needs the credential of its surface, and names the file after the collection', async (t) => {
  const { url, user } = await filled([]);
  const stranger = await newUser(url);
  const collection = await newCollection(url, user, ' Поддержка: 1/2 «касса»\n');
  const open = (credential: string, v1: boolean, query = '') => openExport(url, { collection, credential, v1, query });
  for (const v1 of [false, true]) {
    const answer = await open(v1 ? user.key : user.token, v1);
    t.is(answer.status, 200);
    t.is(await answer.text(), '');
    t.is(answer.headers.get('Content-Type'), 'application/x-ndjson; charset=utf-8');
    const name = encodeURIComponent('Поддержка_ 1_2 «касса».jsonl');
    const disposition = answer.headers.get('Content-Disposition') ?? '';
    t.true(disposition.startsWith('attachment; filename="'), disposition);
    t.true(disposition.endsWith(`filename*=UTF-8''${name}`), disposition);
    t.is((await open(v1 ? user.token : user.key, v1)).status, 401);
    t.is((await open(v1 ? stranger.key : stranger.token, v1)).status, 404);
    t.is((await open(v1 ? user.key : user.token, v1, '?state=erased')).status, 400);
  }
  const path = `/api/collections/${collection}/export.jsonl`;
  const head = await call(url, `HEAD ${path}`, { credential: user.token });
  t.is(head.status, 200);
});

test('a line that cannot be read refuses the upload with its number, and the preview goes on behind it', async (t) => {
  const { url, user, collection } = await filled([]);
  const good = JSON.stringify(goodTicket(1));
  const lines = `${good}\n\n${good.slice(0, 40)}\n{"ticket_id":true}\n`;
  const { status, body } = await uploadedAgain(url, user, lines);
  t.deepEqual([status, body], [400, { detail: 'row 3 is not valid JSON: unexpected end at byte 46' }]);
  const form = new FormData();
  form.append('file', new Blob([lines]), 'export.jsonl');
  const path = `/api/collections/${collection}/tickets/preview`;
  const preview = await call(url, `POST ${path}`, { credential: user.token, body: form });
  t.like(preview.body, { format: 'json', outcomes: { stored: 1 } });
  t.deepEqual(
    (preview.body as { unreadable: readonly { row: number; detail: string }[] }).unreadable.map(({ row }) => row),
    [3, 4],
  );
});
