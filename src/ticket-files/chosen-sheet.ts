import { headerRows } from '../domain/limits.ts';
import { hasWholeHeader, headerRank } from './header-row.ts';
import type { ReadOptions } from './read-options.ts';
import { isRow, type RowItem, type TableRow } from './table-row.ts';
import { UnfitColumns } from './ticket-item.ts';
import type { WorkbookParts } from './workbook-parts.ts';
import { sentence } from '../domain/sentence.ts';

/** The sheet to read; without one the sheet with the best header (header-row.ts). */
export type WantedSheet = { readonly [Name in 'sheet' | 'columns']?: ReadOptions[Name] | undefined };

/** The sheet that is read, and the names of the first ones of all. */
export type FoundSheets = { readonly sheet: string; readonly sheets: readonly string[] };

type Sheet = WorkbookParts['sheets'][number];

/** Sheets with rows that are looked at, and sheets named in what is found: a workbook may have 10 000. */
const maxSheets = 50;

/** The wanted sheet, else the first with a whole header, or with the best one, also if it lacks the number, or with any rows. `rowsOf` reads a sheet from its beginning. Throws UnfitColumns. */
export const chosenSheet = async (
  sheets: readonly Sheet[],
  wanted: WantedSheet,
  rowsOf: (sheet: Sheet) => AsyncIterable<RowItem>,
): Promise<(FoundSheets & { readonly part: string }) | undefined> => {
  const names = sheets.slice(0, maxSheets).map(({ name }) => name);
  const named = wanted.sheet === undefined ? sheets : sheets.filter(({ name }) => name === wanted.sheet);
  if (named.length === 0 && wanted.sheet !== undefined) throw noSuchSheet(wanted.sheet, names);
  const chosen = named.length > 1 ? await bestOf(named, wanted, rowsOf) : named[0];
  return chosen && { part: chosen.part, sheet: chosen.name, sheets: names };
};

const bestOf = async (
  sheets: readonly Sheet[],
  { columns }: WantedSheet,
  rowsOf: (sheet: Sheet) => AsyncIterable<RowItem>,
): Promise<Sheet | undefined> => {
  let best: { readonly rank: number; readonly sheet: Sheet } | undefined;
  let filled = 0;
  for (const sheet of sheets) {
    const head = await headOf(rowsOf(sheet), columns);
    if (head.length === 0) continue;
    const rank = headerRank(head, columns);
    if (rank > (best?.rank ?? -1)) best = { rank, sheet };
    if (hasWholeHeader(head, columns) || (filled += 1) === maxSheets) break;
  }
  return best?.sheet;
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
