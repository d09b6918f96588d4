import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import * as xlsx from 'xlsx';
import { call, goodTicket, newUser } from '../support/api.ts';
import { formOf, longAnswer, outcomeCounts, type Preview, startPreviews } from '../support/previews.ts';
import { ownServiceFor } from '../support/service.ts';
import { cp866, windows1251 } from '../ticket-files/code-pages.ts';

const service = ownServiceFor(test);
const url = () => service().url;

const none = { count: 0, tickets: [] };

test('a preview of JSON tells what an upload would store, cleaned, and what it would skip and why', async (t) => {
  const { previewed, upload } = await startPreviews(url());
  await upload({ tickets: [goodTicket(1)] });
  const ticket = {
    ...{ ticket_id: 7, category: 'Оплата', client: 'ООО Ромашка', description: 'Не проходит оплата' },
    messages: [
      { role: 'client', text: 'Мой телефон +7 912 345-67-89' },
      { role: 'operator', text: longAnswer },
      { role: 'agent', text: 'Ключ от кассы приходит письмом с адреса help@example.com в течение часа.' },
    ],
  };
  const repeats = { index: 1, row: null, same: true };
  t.deepEqual(await previewed({ tickets: [goodTicket(1), ticket, ticket, { ticket_id: 8, description: 'x' }] }), {
    ...{ format: 'json', encoding: null, delimiter: null, columns: [], total: 4 },
    ...{ sheet: null, sheets: [], other_sheets: [], header_row: null, total_rows: [], desk: null },
    ...{ empty_rows: { count: 0, rows: [] }, html_tickets: 0 },
    outcomes: outcomeCounts({ stored: 1, duplicate: 2, 'no-solution': 1 }),
    tickets: [
      {
        ...{ ticket_id: '7', category: 'Оплата', client: 'ООО Ромашка', index: 1, row: null },
        problem: 'Не проходит оплата\nМой телефон [ТЕЛЕФОН]',
        problem_parts: ['Не проходит оплата', 'Мой телефон [ТЕЛЕФОН]'],
        solution: `${longAnswer}\n\nКлюч от кассы приходит письмом с адреса [EMAIL] в течение часа.`,
      },
    ],
    skipped: [
      { ticket_id: '1', index: 0, row: null, outcome: 'duplicate', excerpt: goodTicket(1).description },
      { ticket_id: '7', index: 2, row: null, outcome: 'duplicate', repeats, excerpt: 'Не проходит оплата' },
      { ticket_id: '8', index: 3, row: null, outcome: 'no-solution', solution_length: 0, excerpt: 'x' },
    ],
    ...{ unreadable: [], unreadable_count: 0, broken_off: null, unchanged: 0, repeated: 1 },
    replaced: { corrected: 0, flagged: 0, ticket_ids: [] },
    ...{ removed: { links: 0, link_texts: [], names: [] }, copies: none, stored_copies: none, updates: null },
  } as never);
});

// Before all others: they spool files too.
test.serial('a preview stores nothing, keeps no file and begins no upload', async (t) => {
  const { preview, path, get } = await startPreviews(url());
  const answer = await preview({ tickets: [goodTicket(1), goodTicket(2)] });
  t.is(answer.headers.get('location'), null);
  await preview(formOf('id;problem\n1;2\n'));
  await preview(formOf('%PDF', 'a.pdf'));
  await preview(formOf('id;problem\n1;2\n', 'a.csv', 'no JSON'));
  t.like(await get(path), { ticket_count: 0 });
  t.deepEqual(await get(`${path}/uploads`), { uploads: [], next: null });
  t.deepEqual(readdirSync(join(service().folder, 'tmp')), []);
});

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1251': windows1251,
  cp866,
};
for (const [encoding, encode] of Object.entries(encodings)) {
  for (const [name, delimiter] of [
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ] as const) {
    test(`a preview of CSV names its encoding, delimiter and columns: ${encoding}, ${name}`, async (t) => {
      const { previewed } = await startPreviews(url());
      const text = [
        ['Номер', 'Бюджет', 'Проблема', 'Решение'],
        ['5', '1', 'Не входит', `"${longAnswer}"`],
      ];
      const bytes = encode(text.map((row) => row.join(delimiter)).join('\n'));
      t.like(await previewed(formOf(new Uint8Array(bytes))), {
        ...{ format: 'csv', encoding, delimiter, total: 1, outcomes: outcomeCounts({ stored: 1 }) },
        columns: [
          { title: 'Номер', column: 'ticket_id', assigned: false, samples: ['5'] },
          { title: 'Бюджет', column: null, assigned: false, samples: ['1'] },
          { title: 'Проблема', column: 'problem', assigned: false, samples: ['Не входит'] },
          { title: 'Решение', column: 'solution', assigned: false, samples: [`${longAnswer.slice(0, 60).trim()}…`] },
        ],
        tickets: [
          { ticket_id: '5', category: '', client: '', problem: 'Не входит', solution: longAnswer, index: 0, row: 2 },
        ],
      } as never);
    });
  }
}

test('a preview of a workbook, and of a JSON file', async (t) => {
  const { previewed } = await startPreviews(url());
  const sheet = xlsx.utils.aoa_to_sheet([[], ['Номер', 'Вопрос', 'Ответ'], ['а-1', 'Не входит', longAnswer]]);
  const bytes = xlsx.write(xlsx.utils.book_new(sheet, 'Лист'), { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  t.like(await previewed(formOf(new Uint8Array(bytes), 'tickets.xlsx')), {
    ...{ format: 'xlsx', encoding: null, delimiter: null },
    ...{ sheet: 'Лист', sheets: ['Лист'], other_sheets: [], header_row: 2, total_rows: [] },
    tickets: [
      { ticket_id: 'а-1', category: '', client: '', problem: 'Не входит', solution: longAnswer, index: 0, row: 3 },
    ],
  } as never);
  t.like(await previewed(formOf(JSON.stringify([goodTicket(1)]), 'tickets.json')), {
    format: 'json',
    total: 1,
  } as never);
});

test('each row that cannot be read is told instead of a refusal, whatever is wrong with it', async (t) => {
  const { preview, uploadFile } = await startPreviews(url());
  const file = [
    'id;problem;solution',
    `1;а;${longAnswer}`,
    `;б;${longAnswer}`,
    `3;в;г;${longAnswer}`,
    `4;${'д'.repeat(200_000)};`,
    '5;е;"ж',
  ];
  const { status, body } = await preview(formOf(file.join('\n')));
  t.is(status, 200);
  t.like(body, {
    ...{ total: 1, unreadable_count: 4 },
    unreadable: [
      { index: 1, row: 3, detail: 'row 3, column "id" must not be empty' },
      {
        ...{ index: 2, row: 4 },
        detail: 'row 4 has 4 cells, the header 3; put text that holds the delimiter into quotes',
      },
      { index: 3, row: 5, detail: 'row 5 is too large: description and messages may have 256 KiB together' },
      { index: 4, row: 6, detail: 'row 6, column 3: the quote is never closed' },
    ],
  });
  const refused = await uploadFile(formOf(file.join('\n')));
  t.deepEqual([refused.status, refused.body], [400, { detail: 'row 3, column "id" must not be empty' }]);
});

test('of JSON, elements are told that are malformed, and the body where it ends too early', async (t) => {
  const { user, collection } = await startPreviews(url());
  const preview = (body: string) =>
    call(url(), `POST /api/v1/tickets/preview?collection_id=${collection}`, { credential: user.key, body });
  const good = JSON.stringify(goodTicket(1));
  const { body } = await preview(`{"tickets":[{"ticket_id":[]},{"ticket_id":"a\nb"},${good}`);
  t.like(body, { total: 1, unreadable_count: 3 });
  t.deepEqual(
    (body as Preview).unreadable.map(({ index }) => index),
    [0, 1, null],
  );
  t.like((await preview('{}')).body, { unreadable: [{ index: null, row: null, detail: 'tickets is required' }] });
});

test('remarks and columns show the beginnings of texts, cleaned of personal data', async (t) => {
  const { previewed } = await startPreviews(url());
  const rows = [
    'Номер;Проблема;Решение;Кто звонил',
    '89123456789;Звонил Иванов Пётр, +7 912 345-67-89, не печатает;Спасибо, Пётр!;Иванов Пётр',
    `;Пишет a@example.com: ${'очень длинно '.repeat(40)};${longAnswer};`,
  ];
  const seen = await previewed(formOf(rows.join('\n')));
  t.is(seen.skipped[0]?.['excerpt'], 'Спасибо, [ИМЯ]!');
  const unread = String(seen.unreadable[0]?.['excerpt']);
  t.regex(unread, /^Пишет \[EMAIL\]: очень длинно .*…$/);
  t.true(unread.length <= 201);
  const samples = seen.columns.map((column) => (column as { readonly samples: readonly string[] }).samples[0]);
  t.deepEqual([samples[0], samples[3]], ['89123456789', '[ИМЯ]']);
  t.regex(samples[1] ?? '', /^Звонил \[ИМЯ\], \[ТЕЛЕФОН\]/);
});

test('a JSON file that breaks off is told with its ticket and line', async (t) => {
  const { previewed } = await startPreviews(url());
  const whole = JSON.stringify([goodTicket(1), goodTicket(2), goodTicket(3)], undefined, 1);
  const end = whole.lastIndexOf('"ticket_id"');
  const lines = whole.slice(0, end).split('\n').length;
  const seen = await previewed(formOf(whole.slice(0, end), 'tickets.json'));
  const detail = `file is not valid JSON: unexpected end at byte ${Buffer.byteLength(whole.slice(0, end))} (line ${lines})`;
  t.like(seen, { total: 2, unreadable_count: 1, broken_off: { index: 2, row: null, detail } } as never);
});

test('a header without an id is shown with its columns and the reason', async (t) => {
  const { previewed } = await startPreviews(url());
  t.like(await previewed(formOf('Шифр;Проблема\n1;2\n')), {
    columns: [
      { title: 'Шифр', column: null, assigned: false, samples: ['1'] },
      { title: 'Проблема', column: 'problem', assigned: false, samples: ['2'] },
    ],
    ...{ total: 0, unreadable_count: 1 },
    unreadable: [{ index: null, row: 1, detail: 'row 1: no column ticket_id ("Номер"); found "Шифр", "Проблема"' }],
  } as never);
});

test('another tenant’s collection is 404, another content type and a file of no format 400', async (t) => {
  const { preview, path, user, collection } = await startPreviews(url());
  const stranger = await newUser(url());
  const other = (endpoint: string, credential: string) =>
    call(url(), `POST ${endpoint}`, { credential, body: { tickets: [] } });
  t.deepEqual((await other(`${path}/tickets/preview`, stranger.token)).body, { detail: 'Collection not found' });
  t.is((await other(`/api/v1/tickets/preview?collection_id=${collection}`, stranger.key)).status, 404);
  t.is((await other(`/api/v1/tickets/preview?collection_id=${collection}`, user.token)).status, 401);
  const text = await call(url(), `POST ${path}/tickets/preview`, {
    ...{ credential: user.token, body: 'x', headers: { 'Content-Type': 'text/plain' } },
  });
  t.deepEqual(
    [text.status, text.body],
    [400, { detail: 'Content-Type must be application/json or multipart/form-data' }],
  );
  t.is((await preview(formOf('%PDF', 'a.pdf'))).status, 400);
  t.is((await preview(new FormData())).status, 400);
});
