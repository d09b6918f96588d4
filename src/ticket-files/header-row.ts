import { type ColumnName, columnNames } from '../domain/ticket-fields.ts';
import { shownTitle } from './columns.ts';
import { headingReader } from './desk-headings.ts';
import type { ReadOptions } from './read-options.ts';
import type { TableRow } from './table-row.ts';
import { UnfitColumns } from './ticket-item.ts';
import { sentence } from '../domain/sentence.ts';

/** A header; its data begin after the row `last`, which differs from its own where it is merged from two rows. */
export type Header = { readonly row: TableRow; readonly last: number };

type Candidate = Header & { readonly known: ReadonlySet<ColumnName> };

/** The columns that a table with whole conversations has. */
const isWhole = ({ known }: Candidate): boolean =>
  known.has('ticket_id') &&
  (known.has('solution') || known.has('messages') || (known.has('role') && known.has('text')));

/** Fewer may be words of a text. */
const isHeader = ({ known }: Candidate): boolean => known.has('ticket_id') && known.size > 1;

/** The titles of a header over two rows: where the lower cell is blank, the upper one is merged with it. */
const merged = (upper: TableRow, lower: TableRow): TableRow => ({
  row: lower.row,
  cells: Array.from({ length: Math.max(upper.cells.length, lower.cells.length) }, (_, index) => {
    const below = lower.cells[index] ?? '';
    return below.trim() === '' ? (upper.cells[index] ?? '') : below;
  }),
});

const knownIn = ({ cells }: TableRow, columns: ReadOptions['columns']): ReadonlySet<ColumnName> => {
  const read = headingReader(cells);
  const known = new Set<ColumnName>();
  for (const cell of cells) {
    const assigned = columns?.get(cell.trim());
    const column = assigned === undefined ? read(cell)?.column : columnNames.find((name) => name === assigned);
    if (column) known.add(column);
  }
  return known;
};

const candidatesIn = (rows: readonly TableRow[], columns: ReadOptions['columns']): readonly Candidate[] =>
  rows.flatMap((row, index) => {
    const next = rows[index + 1];
    const headers = next?.row === row.row + 1 ? [row, merged(row, next)] : [row];
    return headers.map((header) => ({ row: header, last: header.row, known: knownIn(header, columns) }));
  });

/** Without a number more columns have to be known than a text has such words by chance. */
const isNumberless = ({ known }: Candidate): boolean => known.size > 2;

/** The one that names the most columns, the first of equal ones: one without a number only if none has one; undefined if none is a header. */
const bestOf = (candidates: readonly Candidate[]): Candidate | undefined => {
  const headers = candidates.filter(isHeader);
  return (headers.length > 0 ? headers : candidates.filter(isNumberless)).reduce<Candidate | undefined>(
    (best, one) => (best && rankOf(best) >= rankOf(one) ? best : one),
    undefined,
  );
};

const rankOf = (candidate: Candidate): number => candidate.known.size + (isWhole(candidate) ? columnNames.length : 0);

/** Whether a table has a whole header whose data have begun, so that no row further down and no other sheet need be looked at. Of its rows the last but one is read. */
export const hasWholeHeader = (rows: readonly TableRow[], columns?: ReadOptions['columns']): boolean => {
  const row = rows.at(-2);
  return row !== undefined && isWhole({ row, last: row.row, known: knownIn(row, columns) });
};

/** How much the header of a table tells, to choose among sheets; without a header how many columns a row names. */
export const headerRank = (rows: readonly TableRow[], columns: ReadOptions['columns']): number => {
  const candidates = candidatesIn(rows, columns);
  const best = bestOf(candidates);
  if (!best) return Math.max(0, ...candidates.map(({ known }) => known.size));
  return rankOf(best) + (rows.some(({ row }) => row > best.last) ? 2 * columnNames.length : 0);
};

/** The last row of the header of tickets among the first rows of a table; undefined if none is one, or nothing is below it. */
export const lastOfHeader = (rows: readonly TableRow[], columns: ReadOptions['columns']): number | undefined => {
  const last = bestOf(candidatesIn(rows, columns))?.last;
  return last !== undefined && rows.some(({ row }) => row > last) ? last : undefined;
};

/** The titles of a table that may be one of tickets although no header of tickets is in it: a ticket has a number, a problem and a solution. */
export const unknownHeader = (
  rows: readonly TableRow[],
  columns: ReadOptions['columns'],
): { readonly titles: readonly string[]; readonly last: number } | undefined => {
  const found = findHeader(rows, columns ? { columns } : {});
  if (!found || found.isKnown || !rows.some(({ row }) => row > found.header.last)) return undefined;
  const titles = found.header.row.cells.filter((cell) => cell.trim() !== '').map(shownTitle);
  return titles.length < 3 ? undefined : { titles, last: found.header.last };
};

/**
 * The header among the first rows of a table: the row `headerRow` if it is given, else the one that names the most columns, also one that is merged from two
 * rows. If no row is one, the first that is about as wide as the table: titles and parameters are narrower. Throws UnfitColumns for a blank `headerRow`.
 */
export const findHeader = (
  rows: readonly TableRow[],
  { columns, headerRow }: Pick<ReadOptions, 'columns' | 'headerRow'>,
): { readonly header: Header; readonly isKnown: boolean } | undefined => {
  if (headerRow !== undefined) {
    const row = rows.find((one) => one.row === headerRow);
    if (!row) throw new UnfitColumns(sentence`header_row: row ${headerRow} is blank`);
    return { header: { row, last: row.row }, isKnown: true };
  }
  const best = bestOf(candidatesIn(rows, columns));
  if (best) return { header: best, isKnown: true };
  const widest = Math.max(0, ...rows.map(widthOf));
  const row = rows.find((one) => widthOf(one) >= widest * 0.75);
  return row && { header: { row, last: row.row }, isKnown: false };
};

const widthOf = ({ cells }: TableRow): number => cells.filter((cell) => cell.trim() !== '').length;
