import type { ColumnName } from '../domain/ticket-fields.ts';
import type { ColumnMap } from './column-map.ts';
import type { Findings } from './read-options.ts';
import { cellOf } from './row-fields.ts';
import { isRow, type RowItem, type TableRow } from './table-row.ts';
import { isSignature, isTotal } from './total-rows.ts';

/** The columns with what people wrote. */
const texts = ['description', 'messages', 'problem', 'solution', 'text'] as const satisfies readonly ColumnName[];

/** Returns whether a row has no text; of a table that is read without a column of texts nothing is known of its rows. */
const lacksTexts = (map: ColumnMap): ((row: TableRow) => boolean) => {
  const read = texts.filter((name) => map.columns.has(name));
  return (row) => read.length > 0 && read.every((name) => cellOf(map, row, name).trim() === '');
};

/** Rows at the end that a report may close with. */
const maxClosing = 5;

/** Rows that are named. */
const maxNamed = 20;

/** The rows without number and text: all are counted, the first are named. */
const emptyTally = () => {
  const rows: number[] = [];
  let count = 0;
  return {
    add: ({ row }: TableRow): void => {
      count += 1;
      if (rows.length < maxNamed) rows.push(row);
    },
    found: (): Findings['emptyRows'] => ({ count, rows }),
  };
};

/** Checks a row against the header. */
export type CheckRow = (row: TableRow, header: TableRow) => RowItem;

type Options = {
  readonly check?: (row: TableRow) => RowItem;
  readonly found?: ((rows: Partial<Findings>) => void) | undefined;
};

/**
 * Leaves out the rows that are no tickets: those that have neither a number nor a text in the columns that are read, wherever they stand, totals of a group among
 * them, and the totals and signatures at the end, as reports have them. A total with a text in the middle stays. The others are checked. `found` is called with what was left out at the end.
 */
export async function* withoutLeftOut(
  rows: AsyncIterable<RowItem>,
  map: ColumnMap,
  { check = (row) => row, found }: Options = {},
): AsyncGenerator<RowItem, void> {
  const isTextless = lacksTexts(map);
  const isClosing = (row: TableRow): boolean => isTotal(row) || (isTextless(row) && isSignature(row));
  // A text beside the columns may belong into them.
  const isEmpty = (row: TableRow): boolean =>
    isTextless(row) && (cellOf(map, row, 'ticket_id').trim() === '' || isTotal(row)) && isRow(check(row));
  const empty = emptyTally();
  let held: TableRow[] = [];
  for await (const row of rows) {
    if (isRow(row) && held.length < maxClosing && isClosing(row)) {
      held.push(row);
      continue;
    }
    if (isRow(row) && isEmpty(row)) {
      empty.add(row);
      continue;
    }
    for (const one of held) {
      if (isEmpty(one)) empty.add(one);
      else yield check(one);
    }
    held = [];
    yield isRow(row) ? check(row) : row;
  }
  const emptyRows = empty.found();
  if (held.length > 0) found?.({ totalRows: held.map(({ row }) => row) });
  if (emptyRows.count > 0) found?.({ emptyRows });
}
