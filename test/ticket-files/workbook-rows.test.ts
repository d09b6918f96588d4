import test from 'ava';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
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
