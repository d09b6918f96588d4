import { rowLimits } from '../domain/limits.ts';
import type { RowItem, TableRow } from './table-row.ts';
import { damaged, rowTooLarge, tooManyMerges } from './xlsx-refusals.ts';
import { xmlDecoder } from './xml-parser.ts';
import type { ZipEntries } from './zip-entries.ts';

/** The cells of a sheet that are merged over several rows: by their first row, the last row of each column, which counts from 0. */
export type RowMerges = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** Of those over several rows, as `tooManyMerges` says; reports merge two cells of each row, which are not counted. */
const maxMerges = 100_000;

/** A tag with its range. It is bounded, so that tags without an end cost nothing; what looks like one in a comment or CDATA merges cells of this file alone. */
const mergeTag =
  /<(?:[\w.-]{1,50}:)?mergeCell\s[^<>]{0,200}?\bref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/g;
/** No tag of a merge is longer. */
const maxTag = 500;

/**
 * The cells of a sheet that are merged over several rows. They stand behind its rows, so that these cannot be read with them in one pass: the part is inflated once
 * more before, and searched but not parsed. Throws UnreadableFile if there are too many.
 */
export const rowMerges = async (zip: ZipEntries, name: string): Promise<RowMerges> => {
  const merges = new Map<number, Map<number, number>>();
  const decode = xmlDecoder();
  let count = 0;
  let rest = '';
  for await (const chunk of zip.scan(name)) {
    const text = rest + decoded(decode, chunk);
    // The last tag may go on in the next chunk.
    const end = Math.max(text.lastIndexOf('<'), text.length - maxTag);
    for (const [, letters = '', first, last] of text.slice(0, end).matchAll(mergeTag)) {
      if (Number(last) <= Number(first)) continue;
      if ((count += 1) > maxMerges) throw tooManyMerges();
      const ofRow = merges.get(Number(first)) ?? new Map<number, number>();
      // No two ranges of a sheet have a cell in common: one that is named again costs its row nothing.
      merges.set(Number(first), ofRow.set(columnOf(letters), Number(last)));
    }
    rest = text.slice(end);
  }
  return merges;
};

const decoded = (decode: ReturnType<typeof xmlDecoder>, chunk: Buffer): string => {
  try {
    return decode(chunk);
  } catch {
    throw damaged();
  }
};

/** The column (from 0) of letters such as `AB`. */
export const columnOf = (letters: string): number =>
  Buffer.from(letters).reduce((column, letter) => column * 26 + letter - 64, 0) - 1;

type Count = { readonly cells: (amount: number) => void; readonly characters: (amount: number) => void };

/**
 * Returns what gives the rows of a sheet, in their order, the texts of cells that are merged over them. A row without a text of its own is none of the table and
 * is not asked for. `count`: what is filled counts as what the sheet has itself.
 */
export const mergeFiller = (merges: RowMerges, count: Count): ((row: RowItem) => RowItem) => {
  const open = new Map<number, { readonly last: number; readonly text: string }>();
  const filled = (row: TableRow): TableRow => {
    const cells = [...row.cells];
    for (const [column, { last, text }] of open) {
      if (last < row.row) open.delete(column);
      else if ((cells[column] ?? '').trim() === '') {
        count.cells(Math.max(1, column + 1 - cells.length));
        count.characters(text.length);
        while (cells.length < column) cells.push('');
        cells[column] = text;
      }
    }
    return { ...row, cells };
  };
  return (item) => {
    if (!('cells' in item)) return item;
    const row = open.size === 0 ? item : filled(item);
    for (const [column, last] of merges.get(row.row) ?? []) {
      const text = row.cells[column] ?? '';
      if (text.trim() !== '') open.set(column, { last, text });
    }
    const bytes = row === item ? 0 : row.cells.reduce((sum, cell) => sum + Buffer.byteLength(cell), 0);
    return bytes > rowLimits.bytes ? rowTooLarge(row.row) : row;
  };
};
