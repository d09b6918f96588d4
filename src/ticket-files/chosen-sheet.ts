import { headerRows, maxNonSolution } from '../domain/limits.ts';
import { hasWholeHeader, headerRank, lastOfHeader, unknownHeader } from './header-row.ts';
import type { OtherSheet, ReadOptions } from './read-options.ts';
import { isRow, type RowItem, type TableRow } from './table-row.ts';
import { UnfitColumns, UnreadableFile } from './ticket-item.ts';
import type { WorkbookParts } from './workbook-parts.ts';
import { sentence } from '../domain/sentence.ts';

/** The sheet to read; without one the sheet with the best header (header-row.ts). */
export type WantedSheet = { readonly [Name in 'sheet' | 'columns']?: ReadOptions[Name] | undefined };

/** The sheet that is read, the names of the first ones of all, and those that have tickets too or may have some. */
export type FoundSheets = {
  readonly sheet: string;
  readonly sheets: readonly string[];
  readonly otherSheets: readonly OtherSheet[];
};

type Sheet = WorkbookParts['sheets'][number];
type RowsOf = (sheet: Sheet) => AsyncIterable<RowItem>;

/** Sheets with rows that are looked at, and sheets named in what is found: a workbook may have 10 000. */
const maxSheets = 50;
/** Rows that are counted of the other sheets. */
const maxCounted = 20_000;
/** Titles that are told of a header that is not recognised. */
const maxTitles = 8;

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
  const looked = await lookedAt(sheets, columns, rowsOf);
  const ofTickets = looked.filter(({ header }) => header?.titles.length === 0);
  const certain = named ?? (ofTickets.length === 1 ? ofTickets[0]?.sheet : undefined);
  const measured = await counted(looked, { certain, rowsOf });
  const chosen = certain ?? best(measured)?.sheet;
  const others = measured.filter(({ sheet, rows }) => sheet !== chosen && rows > 0);
  const otherSheets = others.map(({ sheet: { name }, rows, header }) => ({
    ...{ sheet: name, rows },
    titles: header?.titles.slice(0, maxTitles) ?? [],
  }));
  return chosen && { part: chosen.part, sheet: chosen.name, sheets: names, otherSheets };
};

/** A sheet and the header among its first rows: `last` is its last row, `titles` are those of one that is not recognised. Without rows below it there is none. */
type LookedAt = {
  readonly sheet: Sheet;
  readonly rank: number;
  readonly isWhole: boolean;
  readonly header: { readonly last: number; readonly titles: readonly string[] } | undefined;
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
    const last = lastOfHeader(head, columns);
    const header = last === undefined ? unknownHeader(head, columns) : { last, titles: [] };
    looked.push({ sheet, rank: headerRank(head, columns), isWhole: hasWholeHeader(head, columns), header });
    if (looked.length === maxSheets) break;
  }
  return looked;
};

type Counted = LookedAt & { readonly rows: number };
type Counting = { readonly certain: Sheet | undefined; readonly rowsOf: RowsOf };

/** With the rows below the headers, first of those of tickets; none are counted of the sheet that is `certain` to be read, nor of an unknown one that has no text as long as a solution. */
const counted = async (looked: readonly LookedAt[], { certain, rowsOf }: Counting): Promise<readonly Counted[]> => {
  const rowsIn = new Map<Sheet, number>();
  let left = maxCounted;
  for (const { sheet, header } of looked.toSorted((one, other) => titlesIn(one) - titlesIn(other))) {
    if (!header || sheet === certain || left === 0) continue;
    const { rows, hasSolution } = await rowsBelow(rowsOf(sheet), header.last, left);
    left -= rows;
    if (header.titles.length === 0 || hasSolution) rowsIn.set(sheet, rows);
  }
  return looked.map((one) => ({ ...one, rows: rowsIn.get(one.sheet) ?? 0 }));
};

const titlesIn = ({ header }: LookedAt): number => header?.titles.length ?? 0;

/** What cannot be read, here and now, is refused where it has to be read: it ends the count. */
const rowsBelow = async (items: AsyncIterable<RowItem>, last: number, most: number) => {
  let [rows, hasSolution] = [0, false];
  try {
    for await (const item of items) {
      if ((item.row ?? 0) <= last) continue;
      hasSolution ||= isRow(item) && item.cells.some((cell) => cell.length > maxNonSolution);
      if ((rows += 1) === most) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return { rows, hasSolution };
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
