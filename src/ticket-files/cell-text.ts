import * as xlsx from 'xlsx';
import type { CellObject } from 'xlsx';

/** Number formats as the library has them; its types leave them out. */
const { SSF } = xlsx as unknown as {
  readonly SSF: {
    readonly is_date: (format: string) => boolean;
    readonly format: (format: string, value: unknown, options: object) => string;
  };
};

/**
 * A cell of a workbook as its reader sees it, but a whole number always with all its digits: the display of a long one is rounded. `from1904`: the
 * workbook counts its days from 1904.
 */
export const cellText = (cell: CellObject | undefined, from1904: boolean): string => {
  if (cell?.v === undefined) return '';
  if (typeof cell.v === 'string') return cell.v;
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE';
  // The value of an error is its number; a reader sees `#N/A` and the like, which is no text of a ticket.
  if (cell.t === 'e') return '';
  const format = typeof cell.z === 'string' ? cell.z : 'General';
  const isDate = SSF.is_date(format);
  if (typeof cell.v === 'number' && !isDate && (Number.isSafeInteger(cell.v) || format === 'General')) {
    return String(cell.v);
  }
  return formatted(cell.v, format, from1904);
};

const formatted = (value: number | Date, format: string, date1904: boolean): string => {
  try {
    // The library takes a bare dot of `dd.mm.yyyy` for the start of fractions of a second.
    const escaped = format.replace(/(?<=[dmy])\.(?=[dmyh])/gi, '\\.');
    return SSF.format(escaped, value, { dateNF: 'dd\\.mm\\.yyyy', date1904 });
  } catch {
    return String(value);
  }
};
