import test from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { openExport, ticketsOf, uploadedAgain } from '../support/exports.ts';
import { filledCollection, historyOf, type Page, requireOk, withTag } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';
import { workbookWith } from '../support/report-files.ts';

const service = serviceFor(test);
const filled = (tickets: readonly object[]) => filledCollection(service().url, tickets);
type Filled = Awaited<ReturnType<typeof filled>>;

type Shown = { readonly ticket_id: string; readonly resolved_at?: string; readonly url?: string };
const known = { resolved_at: '24.05.2023 12:30', url: 'https://desk.example.com/tickets/1?client=ivan%40example.com' };
const stored = { resolved_at: '2023-05-24T12:30:00.000Z', url: 'https://desk.example.com/tickets/1' };

const rowsOf = async ({ ask }: Pick<Filled, 'ask'>, query = '') =>
  ((await ask(`GET /tickets?${query}`)).body as Page).tickets as readonly Shown[];
const told = ({ resolved_at, url }: Omit<Shown, 'ticket_id'>) => ({ resolved_at, url });

const searched = async ({ url, user, collection }: Filled, options: object = {}) => {
  const body = {
    collection_id: collection,
    query: 'Не работает оплата заказа картой',
    generate_answer: false,
    ...options,
  };
  return call(url, 'POST /api/search', { credential: user.token, body });
};

test('a ticket says when it was resolved and where it is in its desk, as it was written and cleaned', async (t) => {
  const home = await filled([{ ...goodTicket(1), ...known }, goodTicket(2)]);
  const rows = new Map((await rowsOf(home)).map((row) => [row.ticket_id, row]));
  t.deepEqual(told(rows.get('1') ?? {}), stored);
  t.false('resolved_at' in (rows.get('2') ?? {}));
  t.false('url' in (rows.get('2') ?? {}));
  const { body } = await home.ask('GET /tickets/1', { v1: true });
  t.like(body, stored);
  const { body: first } = await home.ask('GET /tickets/1/history/1');
  t.like(first, stored);
});

test('the body of a search stays as it is, and its headers tell both', async (t) => {
  const home = await filled([{ ...goodTicket(1), ...known }]);
  const { body, headers } = await searched(home);
  const [source] = (body as { sources: readonly object[] }).sources;
  t.deepEqual(Object.keys(source ?? {}).toSorted(), ['category', 'full_text', 'score', 'ticket_id']);
  t.is(headers.get('Resolved-Sources'), '1;at=@1684931400');
  t.is(headers.get('Source-Links'), '1;url="https://desk.example.com/tickets/1"');
  const other = await filled([goodTicket(2)]);
  const without = await searched(other);
  t.deepEqual([without.headers.get('Resolved-Sources'), without.headers.get('Source-Links')], [null, null]);
});

test('a date that is not clear, one of the future and an address that is none are refused with their place', async (t) => {
  const home = await filled([]);
  const refused: readonly (readonly [object, string])[] = [
    [{ resolved_at: 'вчера' }, 'resolved_at must be a date, such as 2023-05-24T12:30:00Z or 24.05.2023'],
    [
      { resolved_at: '01/02/2023' },
      'resolved_at may be one of two days, since day or month may come first; write it as 2023-05-24',
    ],
    [{ resolved_at: '2999-01-01' }, 'resolved_at must not be in the future'],
    [{ resolved_at: '0001-01-01T00:00:00Z' }, 'resolved_at must not be before 1970'],
    [{ resolved_at: 1_684_931_400 }, 'resolved_at must be a string'],
    [{ resolved_at: 'я'.repeat(101) }, 'resolved_at must have at most 100 characters'],
    ...[
      'javascript:alert(1)',
      'ftp://desk.example.com',
      'https://ivan:secret@desk.example.com/1',
      'desk.example.com/1',
      'https://',
      'https://a b',
    ].map((url) => [{ url }, 'url must be an address that begins with https:// or http://, without a user'] as const),
    [{ url: `https://desk.example.com/${'a'.repeat(500)}` }, 'url must have at most 500 characters'],
    // Longer as an address than as it was written.
    [{ url: `https://desk.example.com/${'я'.repeat(100)}` }, 'url must have at most 500 characters'],
    [{ url: ['https://desk.example.com'] }, 'url must be a string'],
  ];
  for (const [fields, detail] of refused) {
    const { status, body } = await home.ask('POST /tickets', {
      body: { tickets: [goodTicket(1), { ...goodTicket(2), ...fields }] },
    });
    t.deepEqual([status, body], [400, { detail: `tickets[1].${detail}` }]);
  }
  t.is(await home.count(), 0);
  requireOk(
    await home.ask('POST /tickets', { body: { tickets: [{ ...goodTicket(1), resolved_at: null, url: ' ' }] } }),
  );
  t.deepEqual((await rowsOf(home)).map(told), [{ resolved_at: undefined, url: undefined }]);
});

const long =
  'Откройте настройки и включите новый способ, затем перезапустите программу и повторите действие ещё раз, это помогает.';

const upload = ({ url, user }: Filled, collection: string, name: string, content: string | Buffer) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return call(url, `POST /api/collections/${collection}/tickets/upload`, { credential: user.token, body: form });
};

test('a table has both under the headings of desks, a workbook as its dates', async (t) => {
  const home = await filled([]);
  const csv = `Номер;Проблема;Решение;Дата решения;Ссылка на обращение\n7;Не работает оплата;${long};24.05.2023 12:30;https://desk.example.com/7\n8;Не работает вход;${long};—;\n`;
  requireOk(await upload(home, home.collection, 'tickets.csv', csv));
  // Days since 1900, shown as a date.
  const date = { t: 'n', v: 45_070 + 12.5 / 24, z: 'dd.mm.yyyy hh:mm' } as const;
  const head = ['Ticket ID', 'Problem', 'Solution', 'Resolved at', 'URL'];
  const excel = workbookWith({
    name: 'Tickets',
    rows: [head, [9, 'Не работает печать', long, date, 'https://desk.example.com/9']],
  });
  requireOk(await upload(home, home.collection, 'tickets.xlsx', excel));
  const rows = new Map((await rowsOf(home)).map((row) => [row.ticket_id, told(row)]));
  t.deepEqual(rows.get('7'), { resolved_at: '2023-05-24T12:30:00.000Z', url: 'https://desk.example.com/7' });
  t.deepEqual(rows.get('8'), { resolved_at: undefined, url: undefined });
  t.deepEqual(rows.get('9'), { resolved_at: '2023-05-24T12:30:00.000Z', url: 'https://desk.example.com/9' });
  const unclear = `Номер;Проблема;Решение;Дата решения\n7;Не работает оплата;${long};05/06/2023\n`;
  const { status, body } = await upload(home, home.collection, 'tickets.csv', unclear);
  t.is(status, 400);
  t.regex((body as { detail: string }).detail, /^row 2, column "Дата решения" may be one of two days/);
});

test('an export that is uploaded into an empty collection stores the same, a second export has it', async (t) => {
  const address = 'https://desk.example.com/index.php?a=1&amp=2&lt;=3';
  const home = await filled([{ ...goodTicket(1), ...known, url: address }, goodTicket(2)]);
  const open = (collection: string) => openExport(home.url, { collection, credential: home.user.token, query: '' });
  const first = await (await open(home.collection)).text();
  t.like(ticketsOf(first).get('1'), { ...stored, url: address });
  const { collection } = await uploadedAgain(home.url, home.user, first);
  const second = ticketsOf(await (await open(collection)).text());
  for (const [id, ticket] of ticketsOf(first)) t.deepEqual(second.get(id), ticket);
  t.is(second.size, 2);
});

test('a correction changes and removes them, and its history names them', async (t) => {
  const home = await filled([{ ...goodTicket(1), ...known }]);
  const put = (body: object, revision: number) => home.ask('PUT /tickets/1', { body, headers: withTag(revision) });
  const corrected = await put({ resolved_at: '2024-01-02', url: 'http://desk.example.com/2?phone=%2B79161234567' }, 1);
  t.is(corrected.status, 200);
  t.like(corrected.body, { revision: 2, resolved_at: '2024-01-02T00:00:00.000Z', url: 'http://desk.example.com/2' });
  t.deepEqual((await historyOf(home, 1)).at(-1)?.changed, ['resolved_at', 'url']);
  t.is((await put({ resolved_at: '02.01.2024 00:00' }, 2)).headers.get('ETag'), '"2"');
  for (const [body, detail] of [
    [{ resolved_at: '03/04/2024' }, /^resolved_at may be one of two days/],
    [{ url: 'javascript:1' }, /^url must be an address/],
    [{ url: `https://x.example/${'a'.repeat(500)}` }, /^url must have at most 500 characters/],
  ] as const) {
    const refused = await put(body, 2);
    t.is(refused.status, 400);
    t.regex((refused.body as { detail: string }).detail, detail);
  }
  const { headers } = await searched(home);
  t.is(headers.get('Source-Links'), '1;url="http://desk.example.com/2"');
  const removed = await put({ resolved_at: '', url: '' }, 2);
  t.deepEqual(told(removed.body as Shown), { resolved_at: undefined, url: undefined });
  t.is((removed.body as { revision: number }).revision, 3);
});

test('an upload that updates compares them', async (t) => {
  const home = await filled([goodTicket(1), goodTicket(2)]);
  const update = (tickets: readonly object[]) => home.ask('POST /tickets?on_duplicate=update', { body: { tickets } });
  const sent = [{ ...goodTicket(1), ...known }, goodTicket(2)];
  t.like((await update(sent)).body, { processed: 1, skipped: 1 });
  t.deepEqual((await historyOf(home, 1)).at(-1)?.changed, ['resolved_at', 'url']);
  t.like((await update(sent)).body, { processed: 0, skipped: 2 });
  t.like((await update([goodTicket(1)])).body, { processed: 0 });
  t.like((await update([{ ...goodTicket(1), resolved_at: '', url: '' }])).body, { processed: 1 });
  t.deepEqual((await rowsOf(home)).map(told), Array(2).fill({ resolved_at: undefined, url: undefined }));
});

test('of two tickets with the same texts, the younger comes first in an answer', async (t) => {
  const home = await filled([
    { ...goodTicket('old'), resolved_at: '2019-05-24' },
    { ...goodTicket('young'), resolved_at: '2024-05-24' },
  ]);
  const { body } = await searched(home, { generate_answer: true });
  t.regex((body as { answer: string }).answer, /Основано на тикете №young$/);
});
