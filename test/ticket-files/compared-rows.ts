import * as xlsx from 'xlsx';
import type { CellObject } from 'xlsx';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { workbookRows } from '../../src/ticket-files/workbook-rows.ts';
import { collected } from './spooled.ts';

/** Texts by row (from 1), without blank cells at the end. */
type Rows = readonly (readonly [number, readonly string[]])[];

/** What the service reads from a workbook. Throws UnreadableFile. */
export const streamRows = async (path: string): Promise<Rows> =>
  (await collected(workbookRows(path))).map((item) => {
    if (item instanceof UnreadableFile) throw item;
    return [item.row, trimmed(item.cells)];
  });

/** What SheetJS reads from the first sheet of a workbook with rows: another implementation to compare with. */
export const sheetJsRows = (bytes: Buffer): Rows => {
  const book = xlsx.read(bytes, { dense: true, cellNF: true, cellText: false, cellFormula: false, cellHTML: false });
  const from1904 = book.Workbook?.WBProps?.date1904 ?? false;
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name] as unknown as { readonly '!data'?: readonly (readonly CellObject[] | undefined)[] };
    const rows = (sheet['!data'] ?? []).flatMap((cells, index): [number, readonly string[]][] => {
      const texts = trimmed(Array.from(cells ?? [], (cell: CellObject | undefined) => textOf(cell, from1904)));
      return texts.every((text) => text.trim() === '') ? [] : [[index + 1, texts]];
    });
    if (rows.length > 0) return rows;
  }
  return [];
};

const trimmed = (texts: readonly string[]): readonly string[] =>
  texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);

type DateParts = Readonly<Record<'y' | 'm' | 'd' | 'H' | 'M' | 'S', number>>;
const { SSF: formats } = xlsx as unknown as {
  readonly SSF: {
    readonly is_date: (format: string) => boolean;
    readonly parse_date_code: (value: number, options: object) => DateParts;
    readonly format: (format: string, value: number) => string;
  };
};

const textOf = (cell: CellObject | undefined, date1904: boolean): string => {
  if (cell?.v === undefined || cell.t === 'e') return '';
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE';
  if (typeof cell.v !== 'number') return String(cell.v);
  const format = typeof cell.z === 'string' ? cell.z : 'General';
  // It cuts fractions of a second, and so a second off some numbers that are not exact.
  if (formats.is_date(format)) return isoOf(formats.parse_date_code(cell.v + 0.3 / 86_400, { date1904 }));
  return Number.isSafeInteger(cell.v) || format === 'General' ? String(cell.v) : formats.format(format, cell.v);
};

const isoOf = ({ y, m, d, H, M, S }: DateParts): string => {
  const padded = (value: number, length = 2) => String(value).padStart(length, '0');
  const date = `${padded(y, 4)}-${padded(m)}-${padded(d)}`;
  return H + M + S === 0 ? date : `${date}T${padded(H)}:${padded(M)}:${padded(S)}`;
};
