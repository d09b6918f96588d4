import { type ZipPart, workbookOf, zipFile } from './zip-file.ts';

export const tooLarge = 'Spreadsheet is too large; save it as CSV';
export const tooManyMerges = 'Spreadsheet has more than 100 000 cells that are merged over several rows; unmerge them';
export const damaged = 'The workbook is damaged or not XLSX; save it again as XLSX or CSV';

const header = '<row r="1"><c t="inlineStr"><is><t>id</t></is></c></row>';
const strings = (content: ZipPart['content']): ZipPart => ({ name: 'xl/sharedStrings.xml', content });
const sharedStrings = (xml: string) => workbookOf(header, [strings(`<sst>${xml}</sst>`)]);
const rows = (xml: string) => workbookOf(header + xml);

const merged = (rowsXml: string, merges: string) =>
  workbookOf('', [], {
    sheet: `<worksheet><sheetData>${rowsXml}</sheetData><mergeCells>${merges}</mergeCells></worksheet>`,
  });

const mergesOfRows = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<mergeCell ref="A${2 * index + 1}:A${2 * index + 2}"/>`).join('');

/** The letters of a column (from 0). */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const relation = (id: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${target}"/>`;

/** A workbook whose sheets have these relations; it has no other parts but `more`. */
const related = (relations: readonly string[], more: readonly ZipPart[] = []): Buffer => {
  const sheets = relations.map((_, index) => `<sheet name="${index}" r:id="r${index}"/>`).join('');
  return zipFile([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relations.map((target, index) => relation(`r${index}`, target)).join('')}</Relationships>`,
    },
    ...more,
  ]);
};

const entities = ['<!ENTITY a0 "ha">'].concat(
  Array.from({ length: 30 }, (_, index) => `<!ENTITY a${index + 1} "&a${index};&a${index};">`),
);
const mebibyte = Buffer.alloc(1024 * 1024, ' ');
const emptySheet = `<worksheet>${' '.repeat(1024 * 1024)}<sheetData/></worksheet>`;
const sheet = 'xl/worksheets/sheet1.xml';

/** Workbooks of at most a megabyte that need as much memory or time as possible, each with its refusal. */
export const hostileWorkbooks: Readonly<Record<string, readonly [() => Buffer, string]>> = {
  'three million empty shared strings': [() => sharedStrings('<si/>'.repeat(3_000_000)), tooLarge],
  'three million empty cells': [() => rows(`<row>${'<c/>'.repeat(3_000_001)}</row>`), tooLarge],
  'a text in the last column of every row': [
    () => rows(Array.from({ length: 3_100 }, (_, row) => `<row><c r="ALL${row + 2}"><v>1</v></c></row>`).join('')),
    tooLarge,
  ],
  'a shared string of 120 KB in many cells': [
    () =>
      workbookOf('<row><c t="s"><v>0</v></c></row>'.repeat(2_300), [
        strings(`<sst><si><t>${'a'.repeat(120_000)}</t></si></sst>`),
      ]),
    tooLarge,
  ],
  'a million merged cells': [() => merged(header, '<mergeCell ref="A1:A2"/>'.repeat(1_000_000)), tooManyMerges],
  'more merged cells than are read': [() => merged(header, mergesOfRows(100_001)), tooManyMerges],
  'cells of all columns that are merged over all rows': [
    () =>
      merged(
        `<row r="1">${'<c><v>1</v></c>'.repeat(1_000)}</row>${'<row><c><v>1</v></c></row>'.repeat(10_000)}`,
        Array.from(
          { length: 1_000 },
          (_, index) => `<mergeCell ref="${lettersOf(index)}1:${lettersOf(index)}1048576"/>`,
        ).join(''),
      ),
    tooLarge,
  ],
  'a long text that is merged over all rows': [
    () =>
      merged(
        `<row><c t="inlineStr"><is><t>${'a'.repeat(1_000_000)}</t></is></c></row>${'<row><c/><c><v>1</v></c></row>'.repeat(20_000)}`,
        '<mergeCell ref="A1:A1048576"/>',
      ),
    tooLarge,
  ],
  'deep nesting': [() => rows('<a>'.repeat(1_000_000)), tooLarge],
  'a text of 5 MB': [() => sharedStrings(`<si><t>${'a'.repeat(5_000_000)}</t></si>`), tooLarge],
  'an attribute of 5 MB': [() => rows(`<row r="${'1'.repeat(5_000_000)}"/>`), tooLarge],
  'a million attributes': [
    () => rows(`<row ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
    tooLarge,
  ],
  'a comment of 5 MB': [() => rows(`<!--${' '.repeat(5_000_000)}-->`), tooLarge],
  'a million cell styles': [
    () =>
      workbookOf(header, [
        { name: 'xl/styles.xml', content: `<styleSheet><cellXfs>${'<xf/>'.repeat(1_000_000)}</cellXfs></styleSheet>` },
      ]),
    tooLarge,
  ],
  'a billion laughs': [
    () => workbookOf(header, [strings(`<!DOCTYPE sst [${entities.join('')}]><sst><si><t>&a30;</t></si></sst>`)]),
    damaged,
  ],
  'an entity of its own': [() => sharedStrings('<si><t>&lol;</t></si>'), damaged],
  'a size that is smaller than its header says': [
    () => workbookOf(header, [{ ...strings(mebibyte), claimedSize: 2_000_000 }]),
    damaged,
  ],
  'a size that is larger than its header says': [
    () => workbookOf(header, [{ ...strings(mebibyte), claimedSize: 10 }]),
    damaged,
  ],
  'a zip bomb': [() => workbookOf(header, [strings(Buffer.alloc(65 * 1024 * 1024))]), tooLarge],
  'overlapping entries': [
    () =>
      workbookOf(
        header,
        Array.from({ length: 65 }, (_, index) => ({ name: `xl/${index}.xml`, content: mebibyte, overlaps: index > 0 })),
      ),
    tooLarge,
  ],
  'two entries of one name': [
    () => workbookOf(header, [{ name: sheet.toUpperCase(), content: '<worksheet/>' }]),
    damaged,
  ],
  'one sheet many times': [
    () =>
      related(
        Array.from({ length: 100 }, () => 'sheet.xml'),
        [{ name: 'xl/sheet.xml', content: emptySheet }],
      ),
    tooLarge,
  ],
  'relations in a circle': [() => related(['workbook.xml']), damaged],
  'a relation out of the archive': [() => related(['../../../../etc/passwd']), damaged],
  'a sheet that is missing': [() => related(['sheet.xml']), damaged],
  'no sheets': [() => related([]), damaged],
  'a shared string that is missing': [() => rows('<row r="2"><c t="s"><v>7</v></c></row>'), damaged],
  'rows that are not in order': [() => rows('<row r="3"/><row r="2"/>'), damaged],
  'a row beyond the last': [() => rows('<row r="1048577"/>'), damaged],
  'a cell of another row': [() => rows('<row r="2"><c r="A3"/></row>'), damaged],
  'a number that is none': [() => rows('<row r="2"><c><v>NaN</v></c></row>'), damaged],
  'a cell of an unknown type': [() => rows('<row r="2"><c t="x"><v>1</v></c></row>'), damaged],
  'an element that does not end': [() => rows('<row>'), damaged],
  'bytes that are no UTF-8': [() => workbookOf(header, [strings(Buffer.from([0x3c, 0xff]))]), damaged],
};
