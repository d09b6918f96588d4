import { headerRows } from '../domain/limits.ts';
import { hasWholeHeader, headerRank, lastOfHeader } from './header-row.ts';
import type { OtherSheet, ReadOptions } from './read-options.ts';
import { isRow, type RowItem, type TableRow } from './table-row.ts';
import { UnfitColumns } from './ticket-item.ts';
import type { WorkbookParts } from './workbook-parts.ts';
import { sentence } from '../domain/sentence.ts';

/** The sheet to read; without one the sheet with the best header (header-row.ts). */
export type WantedSheet = { readonly [Name in 'sheet' | 'columns']?: ReadOptions[Name] | undefined };

/** The sheet that is read, the names of the first ones of all, and those that have tickets too. */
export type FoundSheets = {
  readonly sheet: string;
  readonly sheets: readonly string[];
  readonly otherSheets: readonly OtherSheet[];
};

type Sheet = WorkbookParts['sheets'][number];
type RowsOf = (sheet: Sheet) => AsyncIterable<RowItem>;

/** Sheets with rows that are looked at, and sheets named in what is found: a workbook may have 10 000. */
const maxSheets = 50;
/** Rows that are counted where several sheets have tickets. */
const maxCounted = 20_000;

/**
 * The wanted sheet, else of those with a whole header the one with the most rows, or the one with the best header, also if it lacks the number, or with any rows.
 * `rowsOf` reads a sheet from its beginning. Throws UnfitColumns.
 */
export const chosenSheet = async (
  sheets: readonly Sheet[],
  { sheet: wanted, columns }: WantedSheet,
  rowsOf: RowsOf,
): Promise<(FoundSheets & { readonly part: string }) | undefined> => {
  const names = sheets.slice(0, maxSheets).map(({ name }) => name);
  const named = wanted === undefined ? undefined : sheets.find(({ name }) => name === wanted);
  if (wanted !== undefined && !named) throw noSuchSheet(wanted, names);
  const [only] = sheets;
  if (only && sheets.length === 1) return { part: only.part, sheet: only.name, sheets: names, otherSheets: [] };
  const looked = await counted(await lookedAt(sheets, columns, rowsOf), rowsOf);
  const chosen = named ?? best(looked)?.sheet;
  const others = looked.filter(({ sheet, rows }) => sheet !== chosen && rows > 0);
  const otherSheets = others.map(({ sheet: { name }, rows }) => ({ sheet: name, rows }));
  return chosen && { part: chosen.part, sheet: chosen.name, sheets: names, otherSheets };
};

/** A sheet and the header among its first rows; `last`: the last row of it, if it is one of tickets. */
type LookedAt = {
  readonly sheet: Sheet;
  readonly rank: number;
  readonly isWhole: boolean;
  readonly last: number | undefined;
};

const lookedAt = async (
  sheets: readonly Sheet[],
  columns: WantedSheet['columns'],
  rowsOf: RowsOf,
): Promise<readonly LookedAt[]> => {
  const looked: LookedAt[] = [];
  for (const sheet of sheets) {
    const head = await headOf(rowsOf(sheet), columns);
    if (head.length === 0) continue;
    const isWhole = hasWholeHeader(head, columns);
    looked.push({ sheet, rank: headerRank(head, columns), isWhole, last: lastOfHeader(head, columns) });
    if (looked.length === maxSheets) break;
  }
  return looked;
};

type Counted = LookedAt & { readonly rows: number };

/** With the rows below the headers, which are counted only where several sheets have tickets. */
const counted = async (looked: readonly LookedAt[], rowsOf: RowsOf): Promise<readonly Counted[]> => {
  if (looked.filter(({ last }) => last !== undefined).length < 2) return looked.map((one) => ({ ...one, rows: 0 }));
  const all: Counted[] = [];
  let left = maxCounted;
  for (const one of looked) {
    const rows = one.last === undefined ? 0 : await rowsBelow(rowsOf(one.sheet), one.last, left);
    left -= rows;
    all.push({ ...one, rows });
  }
  return all;
};

const rowsBelow = async (rows: AsyncIterable<RowItem>, last: number, most: number): Promise<number> => {
  let count = 0;
  if (most === 0) return count;
  for await (const { row } of rows) if ((row ?? 0) > last && (count += 1) === most) break;
  return count;
};

const best = (looked: readonly Counted[]): Counted | undefined => {
  const whole = looked.filter(({ isWhole }) => isWhole);
  const measure = ({ rank, rows }: Counted): number => (whole.length > 0 ? rows : rank);
  return (whole.length > 0 ? whole : looked).reduce<Counted | undefined>(
    (most, one) => (most && measure(most) >= measure(one) ? most : one),
    undefined,
  );
};

const noSuchSheet = (sheet: string, names: readonly string[]): UnfitColumns => {
  const listed = names.slice(0, 10).map((name) => `"${name}"`);
  return new UnfitColumns(sentence`sheet: the workbook has no sheet "${sheet}"; it has ${listed.join(', ')}`);
};

/** The rows of a sheet in which its header may be. */
const headOf = async (rows: AsyncIterable<RowItem>, columns: WantedSheet['columns']): Promise<readonly TableRow[]> => {
  const head: TableRow[] = [];
  for await (const item of rows) {
    if (isRow(item)) head.push(item);
    if ((item.row ?? 0) >= headerRows || hasWholeHeader(head, columns)) break;
  }
  return head;
};
