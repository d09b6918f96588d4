import test from 'ava';
import * as xlsx from 'xlsx';
import type { RawTicket } from '../../src/ticket-files/ticket-item.ts';
import { xlsxItems } from '../../src/ticket-files/xlsx-file.ts';
import { defaultXlsxLimits, type XlsxLimits } from '../../src/ticket-files/xlsx-limits.ts';
import { collected, fileReader, spoolFolder, valuesOf } from './spooled.ts';
import { workbookOf, zipFile } from './zip-file.ts';
import { said } from './said.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const read = fileReader(spool);
const readXlsxFile = (path: string, limits?: XlsxLimits) => xlsxItems(path, {}, limits) as AsyncIterable<RawTicket>;

const workbook = (...sheets: readonly (readonly (readonly unknown[])[])[]): Buffer => {
  const book = xlsx.utils.book_new();
  for (const [index, rows] of sheets.entries()) {
    const table = xlsx.utils.aoa_to_sheet(
      rows.map((row) => [...row]),
      { cellDates: true },
    );
    xlsx.utils.book_append_sheet(book, table, `Лист ${index}`);
  }
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
};

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${text('id')}${text('problem')}</row>`;
const tooLarge = 'Spreadsheet is too large; save it as CSV';
const damaged = 'The workbook is damaged or not XLSX; save it again as XLSX or CSV';

test('the first sheet with rows is read, with the rows as the spreadsheet shows them', async (t) => {
  const tickets = await read(
    workbook([], [[], ['Номер', 'Проблема', 'Решение'], [], ['а-1', 'Не входит\nв кабинет', 'Сброшен']], [['id'], [9]]),
    'x.bin',
  );
  t.deepEqual(valuesOf(tickets), [
    {
      ticket_id: 'а-1',
      description: 'Не входит\nв кабинет',
      messages: [{ role: 'support', text: 'Сброшен' }],
    },
  ]);
  t.is(said(tickets[0]?.pathOf('messages[0].text')), 'row 4, column "Решение"');
});

test('numbers keep all their digits, dates are ISO 8601', async (t) => {
  const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
  const styles =
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="170" formatCode="dd.mm.yyyy"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="170" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>';
  const rows = [
    [0, '12345678901234567', 1, '45306'],
    [2, '1234', 0, '2.5'],
    [0, '3', 3, '45306'],
    [0, '4', 2, '1234.5'],
  ] as const;
  const xml = rows.map(([s1, v1, s2, v2], index) => `<row r="${index + 2}">${cell(s1, v1)}${cell(s2, v2)}</row>`);
  const bytes = workbookOf(header + xml.join(''), [{ name: 'xl/styles.xml', content: styles }]);
  t.deepEqual(valuesOf(await read(bytes)), [
    { ticket_id: '12345678901234567', description: '2024-01-15', messages: [] },
    { ticket_id: '1234', description: '2.5', messages: [] },
    { ticket_id: '3', description: '2024-01-15', messages: [] },
    { ticket_id: '4', description: '1,234.50', messages: [] },
  ]);
});

test('many rows come in order over several pages, and the same twice', async (t) => {
  const rows = Array.from({ length: 1_234 }, (_, index) => [index, `p${index}`]);
  const path = await spool(workbook([['id', 'problem'], ...rows]));
  const ids = async () =>
    (await collected(readXlsxFile(path))).map(({ value, row }) => [(value as { ticket_id: string }).ticket_id, row]);
  const expected = rows.map(([id], index) => [String(id), index + 2]);
  t.deepEqual(await ids(), expected);
  t.deepEqual(await ids(), expected);
});

test('a workbook need not be read to its end', async (t) => {
  const path = await spool(workbook([['id'], ...Array.from({ length: 2_000 }, (_, index) => [index])]));
  let count = 0;
  for await (const { index } of readXlsxFile(path)) {
    count++;
    if (index === 2) break;
  }
  t.is(count, 3);
});

test('an empty workbook has no header row, a header alone no tickets', async (t) => {
  await t.throwsAsync(read(workbook([], [])), { message: 'No header row: the file is empty' });
  t.deepEqual(await read(workbook([['id', 'problem']])), []);
});

test('a zip bomb is refused, also one whose headers lie', async (t) => {
  const zeros = Buffer.alloc(65 * 1024 * 1024);
  await t.throwsAsync(read(workbookOf(header, [{ name: 'xl/media/a.png', content: zeros }])), { message: tooLarge });
  const lying = workbookOf(header, [{ name: 'xl/media/a.png', content: zeros, claimedSize: 10 }]);
  await t.throwsAsync(read(lying), { message: damaged });
  const many = Array.from({ length: 10_001 }, (_, index) => ({ name: `xl/${index}.xml`, content: '' }));
  await t.throwsAsync(read(zipFile(many)), { message: tooLarge });
});

test('a reader that needs more memory or time than its limits is refused', async (t) => {
  const strings = { name: 'xl/sharedStrings.xml', content: `<sst>${'<si><t>text</t></si>'.repeat(900_000)}</sst>` };
  const heavy = await spool(workbookOf(header, [strings]));
  for (const limit of [{ heapMegabytes: 16 }, { residentMegabytes: 16 }, { milliseconds: 1 }]) {
    await t.throwsAsync(collected(readXlsxFile(heavy, { ...defaultXlsxLimits, ...limit })), { message: tooLarge });
  }
});

test('cells with positions beyond the limits of a spreadsheet are refused at once', async (t) => {
  const far = (cell: string) => `${header}<row r="2"><c r="${cell}"><v>1</v></c></row>`;
  await t.throwsAsync(read(workbookOf(far('A999999999'))), { message: damaged });
  const tooWide = { message: 'row 2 has more than 1 000 columns; remove those that are not needed' };
  for (const cell of ['XFDZZZ2', 'ALM2']) await t.throwsAsync(read(workbookOf(far(cell))), tooWide);
  const farthest = `${header}<row r="2"><c r="A2"><v>1</v></c><c r="ALL2"><v>1</v></c></row>`;
  t.is((await read(workbookOf(farthest))).length, 1);
});

test('one long shared text in many cells does not grow in memory', async (t) => {
  const shared = { name: 'xl/sharedStrings.xml', content: `<sst><si><t>${'a'.repeat(200_000)}</t></si></sst>` };
  const row = '<row><c><v>1</v></c><c t="s"><v>0</v></c></row>';
  const path = await spool(workbookOf(header + row.repeat(1_000), [shared]));
  let characters = 0;
  for await (const { value } of readXlsxFile(path)) characters += (value as { description: string }).description.length;
  t.is(characters, 200_000_000);
});

test('a row above 1 MiB is refused', async (t) => {
  const long = text('ж'.repeat(600_000));
  await t.throwsAsync(read(workbookOf(`${header}<row r="2">${text('1')}${long}</row>`)), {
    message: 'row 2 has more than 1 MiB',
  });
});

test('other archives, broken workbooks and those with a password are refused', async (t) => {
  await t.throwsAsync(read(zipFile([{ name: 'word/document.xml', content: '<w/>' }])), { message: damaged });
  const sound = workbook([['id'], [1]]);
  await t.throwsAsync(read(sound.subarray(0, sound.length / 2)), { message: damaged });
  const broken = Buffer.from(sound);
  broken.fill(0xaa, 60, 200);
  await t.throwsAsync(read(broken), { message: damaged });
  await t.throwsAsync(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])), {
    message: 'The workbook has a password or is in the old .xls format; save it as XLSX or CSV',
  });
});
