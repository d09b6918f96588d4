import test from 'ava';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { rowMerges } from '../../src/ticket-files/merged-cells.ts';
import { workbookRows } from '../../src/ticket-files/workbook-rows.ts';
import { streamRows } from './compared-rows.ts';
import { spoolFolder } from './spooled.ts';
import { workbookOf } from './zip-file.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

const rowsOf = async (bytes: Buffer) => streamRows(await spool(bytes));

const textsOf = async (cells: string) => (await rowsOf(workbookOf(`<row r="1">${cells}</row>`)))[0]?.[1] ?? [];

test('dates are ISO 8601 in both date systems, times of day and durations as displayed', async (t) => {
  const styled = (id: number | string) => ({
    name: 'xl/styles.xml',
    content: `<styleSheet>${
      typeof id === 'string' ? `<numFmts><numFmt numFmtId="170" formatCode="${id}"/></numFmts>` : ''
    }<cellXfs><xf numFmtId="${typeof id === 'string' ? 170 : id}"/></cellXfs></styleSheet>`,
  });
  const shown = async (value: number, format: number | string, date1904 = false) => {
    const parts = [styled(format)];
    return (await rowsOf(workbookOf(`<row><c s="0"><v>${value}</v></c></row>`, parts, { date1904 })))[0]?.[1][0];
  };
  t.is(await shown(46_143, 14), '2026-05-01');
  t.is(await shown(46_143.4375, 22), '2026-05-01T10:30:00');
  t.is(await shown(46_143.4375, 'dd.mm.yyyy'), '2026-05-01T10:30:00');
  t.is(await shown(46_143, 'yyyy-mm-dd h:mm:ss'), '2026-05-01');
  t.is(await shown(44_681.4375, 14, true), '2026-05-01T10:30:00');
  t.is(await shown(0, 14, true), '1904-01-01');
  t.is(await shown(1, 14), '1900-01-01');
  t.is(await shown(60, 14), '1900-02-29');
  t.is(await shown(61, 14), '1900-03-01');
  t.is(await shown(46_143.999_999_9, 14), '2026-05-02');
  t.is(await shown(2_958_465, 14), '9999-12-31');
  t.is(await shown(0.4375, 'hh:mm'), '10:30');
  t.is(await shown(1.5, '[h]:mm'), '36:00');
  t.is(await shown(46_143.5, '0.0'), '46143.5');
});

test('dates that are written as text are ISO 8601 too', async (t) => {
  const written = (value: string) => `<c t="d"><v>${value}</v></c>`;
  t.deepEqual(
    await textsOf(
      ['2026-05-01', '2026-05-01T00:00:00.000Z', '2026-05-01T10:30:00', '2026-05-01T10:30:00.250Z']
        .map(written)
        .join(''),
    ),
    ['2026-05-01', '2026-05-01', '2026-05-01T10:30:00', '2026-05-01T10:30:00'],
  );
});

test('texts keep their blanks, line breaks and escapes, without phonetic runs', async (t) => {
  const inline = (xml: string) => `<c t="inlineStr"><is>${xml}</is></c>`;
  t.deepEqual(
    await textsOf(
      [
        '<t xml:space="preserve">  а \n б  </t>',
        '<t> а </t>',
        '<t>_x0041__x000D_&#10;_x005F_x0041_</t>',
        '<r><t>а</t></r><r><rPr/><t> б</t></r><rPh sb="0" eb="1"><t>в</t></rPh><phoneticPr/>',
        '<t><![CDATA[<b>&amp;]]></t>',
        '<t>&lt;&#x416;&gt;</t>',
      ]
        .map(inline)
        .join(''),
    ),
    ['  а \n б  ', ' а ', 'A\n_x0041_', 'а б', '<b>&amp;', '<Ж>'],
  );
});

test('prefixes of namespaces, UTF-16 and parts in other places are read', async (t) => {
  const prefixed =
    '<x:worksheet xmlns:x="s"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  const strings = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><sst><si><t>Ж</t></si></sst>', 'utf16le');
  const relations = [
    ['r1', 'chartsheet', 'charts/chart.xml'],
    ['r2', 'worksheet', '/data/Sheet.xml'],
    ['r3', 'sharedStrings', '../data/strings.xml'],
  ].map(([id, type, target]) => `<Relationship Id="${id}" Type="http://purl.oclc.org/r/${type}" Target="${target}"/>`);
  const bytes = workbookOf('', [
    {
      name: '_rels/.rels',
      content: '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="/xl/book.xml"/></Relationships>',
    },
    {
      name: 'xl/book.xml',
      content: '<workbook xmlns:r="r"><sheets><sheet r:id="r1"/><sheet r:id="r2"/></sheets></workbook>',
    },
    { name: 'xl/_rels/book.xml.rels', content: `<Relationships>${relations.join('')}</Relationships>` },
    { name: 'data/sheet.xml', content: prefixed },
    { name: 'data/strings.xml', content: strings },
  ]);
  t.deepEqual(await rowsOf(bytes), [[1, ['Ж']]]);
});

test('the first rows wait neither for the shared strings behind theirs nor for other parts', async (t) => {
  const strings = (xml: string) => ({ name: 'xl/sharedStrings.xml', content: `<sst>${xml}` });
  const row = '<row><c t="s"><v>1</v></c></row>';
  const long = '<si><t>а</t></si>'.repeat(100_000);
  const damagedBehind = [
    [strings(`<si><t>б</t></si><si><t>в</t></si>${long}</broken>`)],
    [strings('<si><t>б</t></si><si><t>в</t></si></sst>'), { name: 'xl/media/a.png', content: 'png', claimedSize: 2 }],
  ];
  for (const parts of damagedBehind) {
    const rows = workbookRows(await spool(workbookOf(row, parts)));
    t.deepEqual((await rows.next()).value, { row: 1, cells: ['в'] });
    await t.throwsAsync(rows.next(), { instanceOf: UnreadableFile });
  }
});

test('shared strings that a workbook lists and does not have are missed only where a cell needs one', async (t) => {
  const relations = [
    ['worksheet', 'worksheets/sheet1.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ].map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="x/${type}" Target="${target}"/>`);
  const book = [
    {
      name: '_rels/.rels',
      content: '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/book.xml"/></Relationships>',
    },
    { name: 'xl/book.xml', content: '<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>' },
    { name: 'xl/_rels/book.xml.rels', content: `<Relationships>${relations.join('')}</Relationships>` },
  ];
  const rowsWith = (cell: string) =>
    rowsOf(workbookOf(`<row><c t="inlineStr"><is><t>а</t></is></c>${cell}</row>`, book));
  t.deepEqual(await rowsWith('<c><v>1</v></c>'), [[1, ['а', '1']]]);
  await t.throwsAsync(rowsWith('<c t="s"><v>0</v></c>'), { instanceOf: UnreadableFile });
});

const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const sheetWith = (rows: string, merges: readonly string[], prefix = '') =>
  workbookOf('', [], {
    sheet: `<${prefix}worksheet xmlns:x="s"><${prefix}sheetData>${rows}</${prefix}sheetData><${prefix}mergeCells>${merges
      .map((range) => `<${prefix}mergeCell ref="${range}"/>`)
      .join('')}</${prefix}mergeCells></${prefix}worksheet>`,
  });

test('a cell that is merged over several rows belongs to each of them that has a text of its own', async (t) => {
  const rows = [
    `<row r="1">${text('A1', 'id')}${text('B1', 'a')}${text('D1', 'b')}</row>`,
    `<row r="2">${text('A2', '7')}${text('B2', 'почта')}${text('D2', '1')}</row>`,
    `<row r="3"><c r="B3"/>${text('C3', 'в')}${text('D3', '2')}</row>`,
    `<row r="4"><c r="A4"/><c r="B4"/></row>`,
    `<row r="5">${text('B5', 'своё')}</row>`,
    `<row r="6">${text('C6', 'после')}</row>`,
    `<row r="8">${text('D8', '3')}</row>`,
  ].join('');
  const merges = ['A2:A5', 'B2:C5', 'E7:E9', 'A6:C6', 'D8:D1048576'];
  t.deepEqual(await rowsOf(sheetWith(rows, merges)), [
    [1, ['id', 'a', '', 'b']],
    [2, ['7', 'почта', '', '1']],
    [3, ['7', 'почта', 'в', '2']],
    [5, ['7', 'своё']],
    [6, ['', '', 'после']],
    [8, ['', '', '', '3']],
  ]);
});

test('merges are found in any number of them, with prefixes of namespaces and in UTF-16', async (t) => {
  const pairs = Array.from({ length: 20_000 }, (_, index) => index * 2 + 1);
  const rows = pairs.map(
    (row) => `<row r="${row}">${text(`A${row}`, `${row}`)}</row><row r="${row + 1}">${text(`B${row + 1}`, 'б')}</row>`,
  );
  const many = await rowsOf(
    sheetWith(
      rows.join(''),
      pairs.toReversed().map((row) => `A${row}:A${row + 1}`),
    ),
  );
  t.is(many.length, 40_000);
  t.true(many.every(([row, [first]]) => first === String(row - ((row + 1) % 2))));
  const two = '<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row><x:row r="2"><x:c r="B2"><x:v>2</x:v></x:c></x:row>';
  const expected = [
    [1, ['1']],
    [2, ['1', '2']],
  ];
  t.deepEqual(await rowsOf(sheetWith(two, ['A1:A2'], 'x:')), expected as never);
  const xml = `\ufeff<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData>${two.replaceAll('x:', '')}</sheetData><mergeCells count="1"><mergeCell  ref='A1:A2' /></mergeCells></worksheet>`;
  const utf16 = workbookOf('', [{ name: 'xl/worksheets/sheet2.xml', content: '<a/>' }], {
    sheet: Buffer.from(xml, 'utf16le'),
  });
  t.deepEqual(await rowsOf(utf16), expected as never);
});

test('a range that is merged again and again is one: its text is not looked at as often', async (t) => {
  const part = Buffer.from(
    `${'<mergeCell ref="B2:C9"/>'.repeat(1_000)}<mergeCell ref="B2:B7"/><mergeCell ref="A2:A3"/></mergeCells>`,
  );
  const zip = {
    async *scan() {
      yield await Promise.resolve(part);
    },
  };
  const merges = await rowMerges(zip as unknown as Parameters<typeof rowMerges>[0], 'sheet');
  const ofRow = [
    [1, 7],
    [0, 3],
  ] as const;
  t.deepEqual(merges, new Map([[2, new Map(ofRow)]]));
});

test('a row that merged cells make larger than a row may be is refused', async (t) => {
  const long = 'а'.repeat(300_000);
  const rows = [
    `<row r="1">${text('A1', long)}</row><row r="2">${text('B2', long)}</row><row r="3">${text('C3', 'в')}</row>`,
  ].join('');
  const error = await t.throwsAsync(rowsOf(sheetWith(rows, ['A1:A3', 'B2:B3'])), { instanceOf: UnreadableFile });
  t.is(error.message, 'row 2 has more than 1 MiB');
});
