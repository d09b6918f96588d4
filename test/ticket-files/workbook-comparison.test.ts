import test from 'ava';
import fc from 'fast-check';
import * as xlsx from 'xlsx';
import { sheetJsRows, streamRows } from './compared-rows.ts';
import { spoolFolder } from './spooled.ts';
import { workbookOf, type ZipPart } from './zip-file.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

const rowsOf = async (bytes: Buffer) => streamRows(await spool(bytes));

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
