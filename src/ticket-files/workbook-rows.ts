import * as xlsx from 'xlsx';
import type { CellObject, ParsingOptions, WorkBook } from 'xlsx';
import { cellText } from './cell-text.ts';
import { UnreadableFile } from './raw-ticket.ts';
import { isBlankRow, type RowItem, rowLimits } from './table-row.ts';
import { damagedWorkbook, inflateZip, type ZipEntry } from './zip-entries.ts';

/** The library's own container of files and its reader for it, which its types leave out: given both, it never inflates anything itself. */
const library = xlsx as unknown as Library;
type Library = {
  readonly CFB: { readonly utils: { readonly cfb_new: () => Container } };
  readonly parse_zip: (container: Container, options: ParsingOptions) => WorkBook;
};
type Container = { readonly FileIndex: unknown[]; readonly FullPaths: string[] };
type Sheet = { readonly '!data'?: readonly (readonly (CellObject | undefined)[] | undefined)[] };

/** The rows of a workbook's first sheet that has any, blank ones left out, cells as text; in the place of one beyond the limits stands the reason. Throws UnreadableFile. Holds the whole sheet in memory: for a process with limits. */
export async function* workbookRows(path: string): AsyncGenerator<RowItem, void> {
  const entries = await inflateZip(path, isPart);
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw new UnreadableFile(damagedWorkbook);
  const container = containerOf(entries);
  const { SheetNames: names } = parsed(container, { bookSheets: true });
  for (const [index, name] of names.entries()) {
    const { Sheets: sheets, Workbook: settings } = parsed(container, { sheets: index });
    const sheet: Sheet | undefined = sheets[name];
    // The library leaves out a sheet that it fails to read and says nothing.
    if (!sheet) throw new UnreadableFile(damagedWorkbook);
    let isEmpty = true;
    for (const row of rowsOf(sheet, settings?.WBProps?.date1904 ?? false)) {
      isEmpty = false;
      yield row;
    }
    if (!isEmpty) return;
  }
}

/** Pictures, macros and print settings are not read; other kinds of documents have none of these names. */
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
  // A cell may claim to stand anywhere; beyond what a spreadsheet can have, walking there would take minutes.
  if (data.length > mostRows) throw new UnreadableFile(damagedWorkbook);
  for (const [index, cells] of data.entries()) {
    const item = cells && rowOf(index + 1, cells, from1904);
    if (item instanceof UnreadableFile || (item && !isBlankRow(item))) yield item;
  }
}

const mostRows = 1_048_576;

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
