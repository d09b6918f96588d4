import test from 'ava';
import { columnNames } from '../../src/domain/ticket-fields.ts';
import { fileReader, spoolFolder, valuesOf } from './spooled.ts';
import { windows1251 } from './code-pages.ts';
import { said } from './said.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const read = fileReader(spool);

const marked = (bytes: Buffer, mark: readonly number[]) => Buffer.concat([Buffer.from(mark), bytes]);
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => marked(Buffer.from(text), [0xef, 0xbb, 0xbf]),
  'UTF-16 LE with a mark': (text) => marked(Buffer.from(text, 'utf16le'), [0xff, 0xfe]),
  'UTF-16 BE with a mark': (text) => marked(Buffer.from(text, 'utf16le').swap16(), [0xfe, 0xff]),
  'UTF-16 LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 BE': (text) => Buffer.from(text, 'utf16le').swap16(),
  'Windows-1251': windows1251,
};
const delimiters: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t' };

for (const [encoding, encode] of Object.entries(encodings)) {
  for (const [name, delimiter] of Object.entries(delimiters)) {
    test(`${encoding} with ${name} is read`, async (t) => {
      const rows = [
        ['Номер', 'Категория', 'Клиент', 'Вопрос', 'Ответ'],
        ['7', 'Оплата', 'Ёлкин', '"Не прошла; оплата,\tдважды\nи ""снова"""', 'Вернули № 5'],
      ];
      const tickets = await read(encode(rows.map((row) => row.join(delimiter)).join('\r\n')));
      t.deepEqual(valuesOf(tickets), [
        {
          ticket_id: '7',
          category: 'Оплата',
          client: 'Ёлкин',
          description: 'Не прошла; оплата,\tдважды\nи "снова"',
          messages: [{ role: 'support', text: 'Вернули № 5' }],
        },
      ]);
      t.is(tickets[0]?.row, 2);
    });
  }
}

test('Windows-1251 is found though its first such letter comes late in the file', async (t) => {
  const text = `id,problem\n${'1,plain\n'.repeat(30_000)}2,Оплата\n`;
  const tickets = await read(windows1251(text));
  t.is((tickets.at(-1)?.value as { description: string }).description, 'Оплата');
});

test('UTF-8 with a broken byte is refused, not read as Windows-1251', async (t) => {
  const bytes = Buffer.from('id,problem\n1,Не прошла оплата картой\n');
  bytes[bytes.length - 3] = 0xff;
  await t.throwsAsync(read(bytes), { message: /^file is not valid UTF-8 at byte \d+; save it again as UTF-8$/ });
});

test('UTF-16 that ends inside a character is refused', async (t) => {
  await t.throwsAsync(read(marked(Buffer.from('id,problem\n1,ы', 'utf16le').subarray(0, -1), [0xff, 0xfe])), {
    message: 'file is not valid UTF-16LE; save it again as UTF-8',
  });
});

test('rows are numbered as a spreadsheet shows them, blank ones skipped but counted', async (t) => {
  const tickets = await read('\n id ,problem\r\r\n , \n1,"a\nb"\n,,\n" ",\n2,"c\r\nd"\r3,e');
  t.deepEqual(
    tickets.map(({ row, index, pathOf }) => [index, row, said(pathOf('ticket_id'))]),
    [
      [0, 5, 'row 5, column "id"'],
      [1, 8, 'row 8, column "id"'],
      [2, 9, 'row 9, column "id"'],
    ],
  );
});

test('a header alone has no tickets', async (t) => {
  t.deepEqual(await read('ticket_id,description\n'), []);
  t.deepEqual(await read('ticket_id'), []);
});

test('quotes inside an unquoted cell are text', async (t) => {
  t.deepEqual(valuesOf(await read('id;problem\n1;ООО "Ромашка" не платит\n')), [
    { ticket_id: '1', description: 'ООО "Ромашка" не платит', messages: [] },
  ]);
});

const refusals: readonly (readonly [string, string, string])[] = [
  ['an empty file', '', 'No header row: the file is empty'],
  ['blanks alone', ' \n\t\n', 'No header row: the file is empty'],
  [
    'a file without a header',
    '1,Оплата,Иванов\n',
    `No header row: row 1 names none of ${columnNames.join(', ')}; found "1", "Оплата", "Иванов"`,
  ],
  [
    'a header without an id',
    '\nОписание;Бюджет\n1;2\n',
    'row 2: no column ticket_id ("Номер"); found "Описание", "Бюджет"',
  ],
  ['text without role', 'id,text\n', 'row 1: no column role; one row a message needs both role and text'],
  [
    'a quote never closed',
    'id,text,role\n1,x,client\n2,"abc,client\n3,y,z',
    'row 3, column 2: the quote is never closed',
  ],
  [
    'text after a closing quote',
    'id,problem\n1,"abc"d\n',
    'row 2, column 2: text after a closing quote; double the quotes that belong to the text',
  ],
  [
    'more cells than the header has',
    'id,problem\n1,Не работает, совсем\n',
    'row 2 has 3 cells, the header 2; put text that holds the delimiter into quotes',
  ],
  ['a row above 1 MiB', `id,problem\n1,${'ж'.repeat(600_000)}\n`, 'row 2 has more than 1 MiB'],
  [
    'a giant quoted cell',
    `id,problem\n1,"${'a'.repeat(2_000_000)}`,
    'row 2 has more than 1 MiB; is the quote in row 2, column 2 closed?',
  ],
  [
    'a million columns',
    `id,${'a,'.repeat(1_000_000)}`,
    'row 1 has more than 1 000 columns; remove those that are not needed',
  ],
  [
    'malformed JSON in a cell',
    'id;messages\n1;[]\n2;[{]\n',
    'row 3, column "messages" is not valid JSON: expected a name in quotes or "}" at byte 2',
  ],
  [
    'JSON nested too deeply in a cell',
    `id;messages\n1;${'['.repeat(100_000)}\n`,
    'row 2, column "messages" is nested deeper than 20 levels',
  ],
];

for (const [what, text, message] of refusals) {
  test(`${what} is refused with its path`, async (t) => {
    await t.throwsAsync(read(text), { message });
  });
}

test('a row of almost 1 MiB is taken', async (t) => {
  t.is((await read(`id,problem\n1,"${'ж'.repeat(520_000)}"\n`)).length, 1);
});

test('millions of blank rows pass without becoming rows', async (t) => {
  t.is((await read(`id,problem\n${',\n'.repeat(2_000_000)}1,x`)).at(0)?.row, 2_000_002);
});
