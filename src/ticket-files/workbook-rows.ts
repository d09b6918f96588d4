import * as xlsx from 'xlsx';
import type { CellObject, ParsingOptions, WorkBook } from 'xlsx';
import { isBlankRow, type RowItem, rowLimits } from './table-row.ts';
import { UnreadableFile } from './ticket-item.ts';
import { damagedWorkbook, inflateZip, type ZipEntry } from './zip-entries.ts';

/** Parts of the library that its types leave out: its file container and the reader of it, so that it never inflates anything itself, and number formats. */
const library = xlsx as unknown as Library;
type Library = {
  readonly SSF: {
    readonly is_date: (format: string) => boolean;
    readonly format: (format: string, value: unknown, options: object) => string;
  };
  readonly CFB: { readonly utils: { readonly cfb_new: () => Container } };
  readonly parse_zip: (container: Container, options: ParsingOptions) => WorkBook;
};
type Container = { readonly FileIndex: unknown[]; readonly FullPaths: string[] };
type Sheet = { readonly '!data'?: readonly (readonly (CellObject | undefined)[] | undefined)[] };

/** The rows, without blank ones, of the first sheet that has any; cells as text. A row that exceeds a limit yields an UnreadableFile instead. Throws UnreadableFile. The whole sheet is in memory: run it in a process with limits. */
export async function* workbookRows(path: string): AsyncGenerator<RowItem, void> {
  const entries = await inflateZip(path, isPart);
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw new UnreadableFile(damagedWorkbook);
  const container = containerOf(entries);
  const { SheetNames: names } = parsed(container, { bookSheets: true });
  for (const [index, name] of names.entries()) {
    const { Sheets: sheets, Workbook: settings } = parsed(container, { sheets: index });
    const sheet: Sheet | undefined = sheets[name];
    // The library silently omits a sheet that it fails to read.
    if (!sheet) throw new UnreadableFile(damagedWorkbook);
    let isEmpty = true;
    for (const row of rowsOf(sheet, settings?.WBProps?.date1904 ?? false)) {
      isEmpty = false;
      yield row;
    }
    if (!isEmpty) return;
  }
}

/** Pictures, macros and print settings are not read; other kinds of documents have none of these entries. */
const isPart = (name: string): boolean => name === '[Content_Types].xml' || /^(xl|_rels)\/.*\.(xml|rels)$/.test(name);

const containerOf = (entries: readonly ZipEntry[]): Container => {
  const container = library.CFB.utils.cfb_new();
  const root = container.FullPaths[0] ?? '';
  for (const { name, content } of entries) {
    container.FileIndex.push({ name: name.slice(name.lastIndexOf('/') + 1), type: 2, content, size: content.length });
    container.FullPaths.push(root + name);
  }
  return container;
};

const parsed = (container: Container, wanted: ParsingOptions): WorkBook => {
  try {
    return library.parse_zip(container, {
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      cellText: false,
      ...wanted,
    });
  } catch {
    throw new UnreadableFile(damagedWorkbook);
  }
};

function* rowsOf(sheet: Sheet, from1904: boolean): Generator<RowItem, void> {
  const data = sheet['!data'] ?? [];
  // A damaged file may place a cell in any row; iterating up to it could take minutes.
  if (data.length > maxSheetRows) throw new UnreadableFile(damagedWorkbook);
  for (const [index, cells] of data.entries()) {
    const item = cells && rowOf(index + 1, cells, from1904);
    if (item instanceof UnreadableFile || (item && !isBlankRow(item))) yield item;
  }
}

const maxSheetRows = 1_048_576;

const rowOf = (row: number, cells: readonly (CellObject | undefined)[], from1904: boolean): RowItem => {
  if (cells.length > rowLimits.columns) {
    return new UnreadableFile(`row ${row} has more than ${rowLimits.columns} columns`, { row });
  }
  const texts = Array.from(cells, (cell) => cellText(cell, from1904));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes > rowLimits.bytes
    ? new UnreadableFile(`row ${row} has more than 1 MiB`, { row })
    : { row, cells: texts };
};

/** A cell as displayed, except that integers keep all their digits, which the display of long ones rounds. `from1904`: dates count from 1904. */
const cellText = (cell: CellObject | undefined, from1904: boolean): string => {
  if (cell?.v === undefined) return '';
  if (typeof cell.v === 'string') return cell.v;
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE';
  // An error cell, displayed as `#N/A` and the like, has no text.
  if (cell.t === 'e') return '';
  const format = typeof cell.z === 'string' ? cell.z : 'General';
  const isDate = library.SSF.is_date(format);
  if (typeof cell.v === 'number' && !isDate && (Number.isSafeInteger(cell.v) || format === 'General')) {
    return String(cell.v);
  }
  return formatted(cell.v, format, from1904);
};

const formatted = (value: number | Date, format: string, date1904: boolean): string => {
  try {
    // The library reads an unescaped dot in `dd.mm.yyyy` as the start of a fraction of a second.
    const escaped = format.replace(/(?<=[dmy])\.(?=[dmyh])/gi, '\\.');
    return library.SSF.format(escaped, value, { dateNF: 'dd\\.mm\\.yyyy', date1904 });
  } catch {
    return String(value);
  }
};
