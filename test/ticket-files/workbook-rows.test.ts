import test from 'ava';
import fc from 'fast-check';
import * as xlsx from 'xlsx';
import { workbookRows } from '../../src/ticket-files/workbook-rows.ts';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { sheetJsRows, trimmed } from './sheetjs-rows.ts';
import { collected, spoolFolder } from './spooled.ts';
import { workbookOf, type ZipPart } from './zip-file.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

const rowsOf = async (bytes: Buffer) =>
  (await collected(workbookRows(await spool(bytes)))).map((item): readonly [number, readonly string[]] => {
    if (item instanceof UnreadableFile) throw item;
    return [item.row, trimmed(item.cells)];
  });

const textsOf = async (cells: string, more: readonly ZipPart[] = []) =>
  (await rowsOf(workbookOf(`<row r="1">${cells}</row>`, more)))[0]?.[1] ?? [];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const space = ' xml:space="preserve"';

/** Texts with what a format may treat in a way of its own. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('Заказ ', ' ', '\n', '\t', '&', '<b>', '"', 'ё', '😀', '_x000D_', '_x005F_', '_x0041_', '_', '%'),
      fc.string({ maxLength: 4 }).map((text) => text.replace(/[^\p{L}\p{N}\p{P}]/gu, '')),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const dateFormats = [
  'dd.mm.yyyy',
  'yyyy-mm-dd h:mm:ss',
  'm/d/yy',
  '[$-419]d mmm yyyy;@',
  'mmmm yyyy',
  'd" число "mmmm',
];
const numberFormats = ['0.00', '#,##0.00', '0%', '0.00E+00', '"№"0', '@', '# ?/?'];
const formats = [...dateFormats, ...numberFormats];
const styles: ZipPart = {
  name: 'xl/styles.xml',
  content: `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${formats
    .map((format, index) => `<numFmt numFmtId="${170 + index}" formatCode="${format.replaceAll('"', '&quot;')}"/>`)
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
    .map((_, index) => `<xf numFmtId="${170 + index}"/>`)
    .join('')}<xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
};

/** A cell as its XML, with the strings that it shares at an index that is known later. */
type Cell = { readonly xml: (reference: string, shared: number) => string; readonly shared?: string };

const cells = fc.oneof<fc.MaybeWeightedArbitrary<Cell | undefined>[]>(
  { weight: 1, arbitrary: fc.constant(undefined) },
  fc.constant({ xml: (r: string) => `<c ${r} s="1"/>` }),
  texts.map((text) => ({ xml: (r: string) => `<c ${r} t="inlineStr"><is><t${space}>${escaped(text)}</t></is></c>` })),
  texts.map((text) => ({ xml: (r: string) => `<c ${r} t="str"><f>A1&amp;""</f><v>${escaped(text)}</v></c>` })),
  texts.map((text) => ({
    xml: (r: string, index: number) => `<c ${r} t="s"><v>${index}</v></c>`,
    shared: `<si><t${space}>${escaped(text)}</t></si>`,
  })),
  fc.tuple(texts, texts).map(([one, other]) => ({
    xml: (r: string, index: number) => `<c ${r} t="s"><v>${index}</v></c>`,
    shared: `<si><r><t${space}>${escaped(one)}</t></r><r><rPr><b/></rPr><t${space}>${escaped(other)}</t></r><rPh sb="0" eb="1"><t>чтение</t></rPh></si>`,
  })),
  fc.boolean().map((value) => ({ xml: (r: string) => `<c ${r} t="b"><v>${value ? 1 : 0}</v></c>` })),
  fc.constant({ xml: (r: string) => `<c ${r} t="e"><v>#N/A</v></c>` }),
  fc
    .tuple(
      fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })),
      fc.integer({ min: 0, max: 1 }),
    )
    .map(([value, general]) => ({
      xml: (r: string) => `<c ${r} s="${general === 0 ? 0 : dateFormats.length + 1}"><f>1+1</f><v>${value}</v></c>`,
    })),
  fc
    .tuple(
      fc.integer({ min: 1, max: 2_900_000 }),
      fc.integer({ min: 0, max: 86_399 }),
      fc.integer({ min: 1, max: dateFormats.length }),
    )
    .map(([day, second, style]) => ({
      xml: (r: string) => `<c ${r} s="${style}"><v>${day + second / 86_400}</v></c>`,
    })),
  fc
    .tuple(
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.integer({ min: dateFormats.length + 1, max: formats.length }),
    )
    .map(([value, style]) => ({ xml: (r: string) => `<c ${r} s="${style}"><v>${value}</v></c>` })),
);

const sheetOf = (rows: readonly (readonly (Cell | undefined)[])[], isNamed: boolean): Buffer => {
  const shared: string[] = [];
  const xml = rows.map((row, index) => {
    const written = row.map((cell, column) => {
      if (!cell) return isNamed ? '' : '<c/>';
      const at = shared.length;
      if (cell.shared !== undefined) shared.push(cell.shared);
      return cell.xml(isNamed ? `r="${xlsx.utils.encode_col(column)}${index + 1}"` : '', at);
    });
    return `<row${isNamed ? ` r="${index + 1}"` : ''}>${written.join('')}</row>`;
  });
  return workbookOf(xml.join(''), [styles, { name: 'xl/sharedStrings.xml', content: `<sst>${shared.join('')}</sst>` }]);
};

test('any ordinary workbook is read as by SheetJS', async (t) => {
  const rows = fc.array(fc.array(cells, { maxLength: 6 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(rows, fc.boolean(), async (table, isNamed) => {
      const bytes = sheetOf(table, isNamed);
      t.deepEqual(await rowsOf(bytes), sheetJsRows(bytes));
    }),
    { numRuns: 100 },
  );
});

test('workbooks that SheetJS writes are read as it reads them', async (t) => {
  for (const bookSST of [true, false]) {
    for (const date1904 of [true, false]) {
      const book = xlsx.utils.book_new();
      book.Workbook = { WBProps: { date1904 } };
      xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([[]]), 'Пусто');
      const rows = [
        [' Номер ', 'Дата'],
        [],
        [1, new Date(Date.UTC(2026, 4, 1, 10, 30)), true, null, 'а\nб\r\nв', 0.1],
        ['_x000D_', new Date(Date.UTC(2026, 4, 1))],
      ];
      const sheet = xlsx.utils.aoa_to_sheet(rows, { cellDates: true, UTC: true });
      sheet['!merges'] = [xlsx.utils.decode_range('A1:A2')];
      xlsx.utils.book_append_sheet(book, sheet, 'Лист');
      const bytes = xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST }) as Buffer;
      t.deepEqual(await rowsOf(bytes), sheetJsRows(bytes));
    }
  }
});

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
