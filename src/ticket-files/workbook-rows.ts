import * as xlsx from 'xlsx';
import type { CellObject, ParsingOptions, WorkBook } from 'xlsx';
import { UnreadableFile } from './raw-ticket.ts';
import { isBlankRow, rowLimits, type TableRow } from './table-row.ts';
import { damagedWorkbook, inflateZip, type ZipEntry } from './zip-entries.ts';

/** The library's own container of files and its reader for it, which its types leave out: given both, it never inflates anything itself. */
const library = xlsx as unknown as Library;
type Library = {
  readonly CFB: { readonly utils: { readonly cfb_new: () => Container } };
  readonly parse_zip: (container: Container, options: ParsingOptions) => WorkBook;
  readonly SSF: { readonly is_date: (format: string) => boolean };
};
type Container = { readonly FileIndex: unknown[]; readonly FullPaths: string[] };
type Sheet = { readonly '!data'?: readonly (readonly (CellObject | undefined)[] | undefined)[] };

/** The rows of a workbook's first sheet that has any, blank ones left out, cells as text. Throws UnreadableFile. Holds the whole sheet in memory: for a process with limits. */
export async function* workbookRows(path: string): AsyncGenerator<TableRow, void> {
  const entries = await inflateZip(path, isPart);
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw new UnreadableFile(damagedWorkbook);
  const container = containerOf(entries);
  const { SheetNames: names } = parsed(container, { bookSheets: true });
  for (const [index, name] of names.entries()) {
    const sheet: Sheet | undefined = parsed(container, { sheets: index }).Sheets[name];
    // The library leaves out a sheet that it fails to read and says nothing.
    if (!sheet) throw new UnreadableFile(damagedWorkbook);
    let isEmpty = true;
    for (const row of rowsOf(sheet)) {
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
      dateNF: 'dd.mm.yyyy',
      ...wanted,
    });
  } catch {
    throw new UnreadableFile(damagedWorkbook);
  }
};

function* rowsOf(sheet: Sheet): Generator<TableRow, void> {
  const data = sheet['!data'] ?? [];
  // A cell may claim to stand anywhere; beyond what a spreadsheet can have, walking there would take minutes.
  if (data.length > mostRows) throw new UnreadableFile(damagedWorkbook);
  for (const [index, cells] of data.entries()) {
    if (!cells) continue;
    const row = { row: index + 1, cells: textsOf(cells, index + 1) };
    if (!isBlankRow(row)) yield row;
  }
}

const mostRows = 1_048_576;

const textsOf = (cells: readonly (CellObject | undefined)[], row: number): readonly string[] => {
  if (cells.length > rowLimits.columns) {
    throw new UnreadableFile(`row ${row} has more than ${rowLimits.columns} columns`);
  }
  const texts = Array.from(cells, textOf);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > rowLimits.bytes) throw new UnreadableFile(`row ${row} has more than 1 MiB`);
  return texts;
};

/** A cell as its reader sees it, but a whole number always with all its digits: the display of a long one is rounded. */
const textOf = (cell: CellObject | undefined): string => {
  if (cell?.v === undefined) return '';
  if (typeof cell.v === 'string') return cell.v;
  const isDate = typeof cell.z === 'string' && library.SSF.is_date(cell.z);
  if (typeof cell.v === 'number' && !isDate && (Number.isSafeInteger(cell.v) || isGeneral(cell))) return String(cell.v);
  return cell.w ?? String(cell.v);
};

const isGeneral = ({ z }: CellObject): boolean => z === undefined || z === 'General';
