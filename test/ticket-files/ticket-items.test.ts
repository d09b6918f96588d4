import test from 'ava';
import * as xlsx from 'xlsx';
import { columnNames } from '../../src/domain/ticket-fields.ts';
import { type TicketItem, UnfitColumns, UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { ticketItems } from '../../src/ticket-files/read-tickets.ts';
import { inspector, spoolFolder } from './spooled.ts';
import { windows1251 } from './code-pages.ts';
import { said } from './said.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const inspect = inspector(spool);

/** A ticket's id, or why it cannot be read, with its row and index. */
const shown = (items: readonly TicketItem[]) =>
  items.map((item) =>
    item instanceof UnreadableFile
      ? [item.row, item.index, item.message]
      : [item.row ?? null, item.index, (item.value as { ticket_id: unknown }).ticket_id],
  );

const workbook = (rows: readonly (readonly unknown[])[]) => {
  const sheet = xlsx.utils.aoa_to_sheet(rows.map((row) => [...row]));
  return xlsx.write(xlsx.utils.book_new(sheet, 'S'), { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

test('format, encoding, delimiter and the column of each title are reported', async (t) => {
  const columns = [
    { title: 'Номер', column: 'ticket_id', assigned: false, samples: ['1'] },
    { title: 'Бюджет', column: null, assigned: false, samples: ['2'] },
    { title: 'Вопрос', column: 'problem', assigned: false, samples: ['3'] },
  ];
  const csv = 'Номер; Бюджет ;Вопрос;\n1;2;3\n';
  const found = async (bytes: string | Buffer) => (await inspect(bytes)).found;
  t.deepEqual(await found(csv), { format: 'csv', encoding: 'utf-8', delimiter: ';', headerRow: 1, columns });
  const tabbed = csv.replaceAll(';', '\t');
  t.deepEqual(await found(windows1251(tabbed)), {
    ...{ format: 'csv', encoding: 'windows-1251', delimiter: '\t', headerRow: 1, columns },
  });
  t.like(await found(Buffer.from(`\ufeff${csv}`, 'utf16le')), { encoding: 'utf-16le' });
  t.like(await found(Buffer.from(`\ufeff${csv}`, 'utf16le').swap16()), { encoding: 'utf-16be' });
  const rows = [
    ['Номер', 'Бюджет', '', 'Вопрос'],
    [1, 2, 4, 3],
  ];
  t.deepEqual(await found(workbook(rows)), {
    format: 'xlsx',
    sheet: 'S',
    sheets: ['S'],
    otherSheets: [],
    headerRow: 1,
    columns,
  });
  t.deepEqual(await found('[]'), { format: 'json' });
  t.deepEqual((await inspect('{"tickets":[]}', { kind: 'body' })).found, { format: 'json' });
});

test('findings are reported even if the file cannot be read', async (t) => {
  const { found, items } = await inspect('Описание;Бюджет\n1;2\n');
  t.deepEqual(found.columns, [
    { title: 'Описание', column: 'description', assigned: false, samples: ['1'] },
    { title: 'Бюджет', column: null, assigned: false, samples: ['2'] },
  ]);
  t.is(found.brokenOff?.message, 'row 1: no column ticket_id ("Номер"); found "Описание", "Бюджет"');
  t.deepEqual(shown(items), [[1, null, 'row 1: no column ticket_id ("Номер"); found "Описание", "Бюджет"']]);
});

test('each row that cannot be read has its reason, the others are read', async (t) => {
  const rows = [
    ...['id;messages', '1;[]', '2;a;b', '3;[{]', '4;"[]" x', '5;"[{""role"":""client"",', '""text"":""""}]"'],
    ...[`6;${' '.repeat(20)}${';'.repeat(20_000)}x`, `7;${'ж'.repeat(600_000)}`, '8;[]', '9;"[', 'the rest'],
  ];
  const { items } = await inspect(rows.join('\n'));
  t.deepEqual(shown(items), [
    [2, 0, '1'],
    [3, 1, 'row 3 has 3 cells, the header 2; put text that holds the delimiter into quotes'],
    [4, 2, 'row 4, column "messages" is not valid JSON: expected a name in quotes or "}" at byte 2'],
    [5, 3, 'row 5, column 2: text after a closing quote; double the quotes that belong to the text'],
    [6, 4, '5'],
    [7, 5, 'row 7 has more than 1 000 columns; remove those that are not needed'],
    [8, 6, 'row 8 has more than 1 MiB'],
    [9, 7, '8'],
    [10, 8, 'row 10, column 2: the quote is never closed'],
  ]);
});

test('a header that cannot be read ends the reading: no row of data after it is taken for one', async (t) => {
  const { items, found } = await inspect('"id"x,problem\n7,problem\n1,a\n');
  t.deepEqual(shown(items), [
    [1, null, 'row 1, column 1: text after a closing quote; double the quotes that belong to the text'],
  ]);
  t.is(found.columns, undefined);
});

test('of a table with one row a message, tickets beyond the limits are left out and their neighbours read', async (t) => {
  const { items } = await inspect(
    `id,role,text\n1,user,x\n${'2,user,x\n'.repeat(2_005)}3,user,x,y\n3,user,z\n${`4,user,${'я'.repeat(200_000)}\n`.repeat(3)}5,user,x\n`,
  );
  t.deepEqual(shown(items), [
    [2, 0, '1'],
    [3, 1, 'the ticket that begins in row 3 has more than 2 000 messages'],
    [2008, null, 'row 2008 has 4 cells, the header 3; put text that holds the delimiter into quotes'],
    [2009, 2, '3'],
    [2010, 3, 'the ticket that begins in row 2010 is too large: description and messages may have 256 KiB together'],
    [2013, 4, '5'],
  ]);
});

test('a row of a workbook beyond the limits has its reason, the others are read', async (t) => {
  const long = 'ж'.repeat(30_000);
  const rows = [
    ['id', 'problem'],
    [1, 'x'],
    [2, ...Array<string>(20).fill(long)],
    [3, 'y'],
  ];
  t.deepEqual(shown((await inspect(workbook(rows))).items), [
    [2, 0, '1'],
    [3, 1, 'row 3 has more than 1 MiB'],
    [4, 2, '3'],
  ]);
});

test('elements of JSON that cannot be read have their index; what ends the reading comes last', async (t) => {
  const { items } = await inspect('{"tickets":[{"ticket_id":1},{ticket_id:2},{"ticket_id":3}]} x', { kind: 'body' });
  t.deepEqual(shown(items), [
    [null, 0, 1],
    [null, 1, 'body is not valid JSON: expected a name in quotes or "}" at byte 29'],
    [null, 2, 3],
    [null, null, 'body is not valid JSON: expected nothing more at byte 60'],
  ]);
  t.deepEqual(shown((await inspect('{}', { kind: 'body' })).items), [[null, null, 'tickets is required']]);
});

test('JSON is read up to a byte that is no UTF-8', async (t) => {
  const bytes = Buffer.concat([
    Buffer.from('\ufeff[{"ticket_id":1},{"ticket_id":"'),
    windows1251('ж'),
    Buffer.from('"}]'),
  ]);
  t.deepEqual(shown((await inspect(bytes)).items), [
    [null, 0, 1],
    [null, 1, 'file is not valid JSON: not UTF-8 at byte 35'],
  ]);
});

test('a damaged text or workbook is its own only item, an unknown format is refused', async (t) => {
  const bytes = Buffer.from('id,problem\n1,Не прошла оплата картой\n');
  bytes[bytes.length - 3] = 0xff;
  const damaged = await inspect(bytes);
  t.deepEqual(Object.keys(damaged.found), ['format', 'brokenOff']);
  t.regex(String(shown(damaged.items)[0]), /not valid UTF-8 at byte \d+/);
  t.is(damaged.items.length, 1);
  t.regex(String(shown((await inspect('PK\x03\x04rest')).items)[0]), /The workbook is damaged/);
  await t.throwsAsync(inspect('%PDF', { name: 'a.pdf' }), { instanceOf: UnreadableFile, message: /^Unknown file/ });
});

const foreign = 'Код;Когда;Что случилось;Чем кончилось;Номер\n1;вчера;Не входит;Сброшен;77\n';

test('titles are read as what a caller assigns, the others as what they are recognised as', async (t) => {
  const columns = { Код: 'ticket_id', ' Что случилось ': 'problem', 'Чем кончилось': 'solution', Номер: null };
  const { items, found } = await inspect(foreign, { columns });
  t.deepEqual(found.columns, [
    { title: 'Код', column: 'ticket_id', assigned: true, samples: ['1'] },
    { title: 'Когда', column: null, assigned: false, samples: ['вчера'] },
    { title: 'Что случилось', column: 'problem', assigned: true, samples: ['Не входит'] },
    { title: 'Чем кончилось', column: 'solution', assigned: true, samples: ['Сброшен'] },
    { title: 'Номер', column: null, assigned: true, samples: ['77'] },
  ]);
  const [ticket] = items;
  t.false(ticket instanceof UnreadableFile);
  t.deepEqual(ticket && 'value' in ticket ? [ticket.value, said(ticket.pathOf('description'))] : ticket, [
    {
      ...{ ticket_id: '1', description: 'Не входит' },
      messages: [{ role: 'support', text: 'Сброшен' }],
    },
    'row 2, column "Что случилось"',
  ]);
});

test('assigned titles help to find the delimiter, also quoted ones', async (t) => {
  const file = '"Код ""А""";Что, где, когда, как и почему\n1;x\n';
  const columns = { 'Код "А"': 'ticket_id', 'Что, где, когда, как и почему': 'problem' };
  const { items, found } = await inspect(file, { columns });
  t.is(found.delimiter, ';');
  t.deepEqual(shown(items), [[2, 0, '1']]);
});

test('the same titles are assigned in a workbook', async (t) => {
  const { items } = await inspect(workbook([['Код'], [5]]), { columns: { Код: 'ticket_id' } });
  t.deepEqual(shown(items), [[2, 0, '5']]);
});

const unfit: readonly (readonly [string, Readonly<Record<string, string | null>>, string])[] = [
  [
    'a column that does not exist',
    { Код: 'number' },
    `columns: "number" is no column; use ${columnNames.join(', ')}, or null to leave a column out`,
  ],
  ['an inherited name', { Код: 'constructor' }, 'columns: "constructor" is no column; use ticket_id'],
  ['a title that the file lacks', { Шифр: null }, 'columns: the file has no column "Шифр"; found "Код", "Когда"'],
  ['a title in another case', { код: 'ticket_id' }, 'columns: the file has no column "код"; found "Код"'],
  ['an empty title', { '': 'ticket_id' }, 'columns: the file has no column ""; found "Код"'],
  ['a title twice', { Код: 'ticket_id', 'Код ': null }, 'columns: "Код" is named twice'],
];
for (const [what, columns, message] of unfit) {
  test(`${what} is refused where it is assigned`, async (t) => {
    const error = await t.throwsAsync(inspect(foreign, { columns }), { instanceOf: UnfitColumns });
    t.is(error.message.slice(0, message.length), message);
  });
}

test('a JSON file has no columns to assign', async (t) => {
  const message = 'columns: a JSON file has no columns to assign';
  await t.throwsAsync(inspect('[]', { columns: { Код: 'ticket_id' } }), { instanceOf: UnfitColumns, message });
  t.deepEqual((await inspect('[]', { columns: {} })).items, []);
});

test('a reading ends where its signal says so, in every format', async (t) => {
  const rows = Array.from({ length: 60_000 }, (_, index) => [index, 'x']);
  const files = {
    'a.json': JSON.stringify(rows.map(([id]) => ({ ticket_id: id }))),
    'a.csv': `id,problem\n${rows.map((row) => row.join()).join('\n')}`,
    'a.xlsx': workbook([['id', 'problem'], ...rows]),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const controller = new AbortController();
    const source = { kind: 'file', path: await spool(bytes), name, type: '' } as const;
    let read = 0;
    const error = await t.throwsAsync(async () => {
      for await (const item of ticketItems(source, { signal: controller.signal })) {
        t.false(item instanceof UnreadableFile);
        read++;
        if (read === 10) controller.abort();
      }
    });
    t.is(error.name, 'AbortError', name);
    t.true(read < 60_000, name);
  }
});
