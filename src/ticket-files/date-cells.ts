import { sentence } from '../domain/sentence.ts';
import { serialDate } from './cell-numbers.ts';
import type { ColumnMap } from './column-map.ts';
import { cellLocation } from './row-fields.ts';
import type { RowItem, TableRow } from './table-row.ts';
import { UnreadableFile } from './ticket-item.ts';

/** Two numbers before the year, of which one is the day: `27/6/26`, `05/06/2026 12:30`, `5.6.26`. */
const numeric =
  /^(?<one>\d{1,2})(?<separator>[./-])(?<other>\d{1,2})\k<separator>(?<year>\d{4}|\d\d)(?<rest>(?:,?\s+|T)\d{1,2}:[^]{1,40})?$/;
/** Words in the place of a date, such as «не закрыто», «нет» or a dash, say that there is none. */
const isNoDate = (text: string): boolean => text !== '' && !/\d/.test(text);

type Order = 'day' | 'month';
type Written = {
  readonly one: string;
  readonly other: string;
  readonly year: string;
  readonly rest: string;
  /** What comes first, as far as the date tells it. */
  readonly first: Order | 'either' | 'unknown';
  readonly isDotted: boolean;
};

const writtenIn = (text: string): Written | undefined => {
  const { one = '', separator = '', other = '', year = '', rest = '' } = numeric.exec(text)?.groups ?? {};
  // With dashes the year may come first.
  if (one === '' || (separator === '-' && year.length === 2)) return undefined;
  const known = { one, other, year: year.length === 2 ? `20${year}` : year, rest, isDotted: separator === '.' };
  if (known.isDotted) return { ...known, first: 'day' };
  if (Number(one) === Number(other)) return { ...known, first: 'either' };
  return { ...known, first: Number(one) > 12 ? 'day' : Number(other) > 12 ? 'month' : 'unknown' };
};

const dated = ({ one, other, year, rest }: Written, first: Order): string => {
  const [day, month] = first === 'day' ? [one, other] : [other, one];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`;
};

/** The order that dates of a column tell: undefined if none of them tells one, or they differ. Dots always have the day first, and tell nothing of the others. */
const orderOf = (texts: readonly string[]): Order | undefined => {
  const dates = texts.map((text) => writtenIn(text.trim()));
  const tells = (order: Order) => dates.some((date) => date?.first === order && !date.isDotted);
  const orders = (['day', 'month'] as const).filter(tells);
  return orders.length === 1 ? orders[0] : undefined;
};

/**
 * Writes the dates of resolution in the way that can be read as one day only, and none for a cell without a digit. A number is the day of a spreadsheet. Whether `05/06/2026` is a day of May or June
 * is told by the other dates in the column among the first rows: nothing is guessed where they do not tell, and a later one of the other order cannot be read.
 */
export async function* withPlainDates(
  rows: AsyncIterable<RowItem>,
  map: ColumnMap,
  firstRows: readonly TableRow[],
): AsyncGenerator<RowItem, void> {
  const column = map.columns.get('resolved_at')?.indices[0];
  if (column === undefined) {
    yield* rows;
    return;
  }
  let order = orderOf(firstRows.map(({ cells }) => cells[column] ?? ''));
  let isTold = false;
  for await (const row of rows) {
    const cell = row instanceof UnreadableFile ? '' : (row.cells[column] ?? '').trim();
    const written = writtenIn(cell);
    const plain = written ? plainDate(written, order) : (serialDate(cell) ?? (isNoDate(cell) ? '' : undefined));
    if (plain === undefined || row instanceof UnreadableFile) yield row;
    else if (isTold && isContrary(written, order)) yield otherOrder(map, row, cell);
    else {
      isTold ||= order !== undefined && written?.first === 'unknown';
      if (isContrary(written, order)) order = undefined;
      yield { ...row, cells: row.cells.with(column, plain) };
    }
  }
}

/** With an order that is not known as it was, but for the year. */
const plainDate = (written: Written, order: Order | undefined): string => {
  const { one, other, year, rest, first } = written;
  if (first === 'unknown') return order ? dated(written, order) : `${one}/${other}/${year}${rest}`;
  return dated(written, first === 'either' ? 'day' : first);
};

const isContrary = (written: Written | undefined, order: Order | undefined): boolean =>
  (written?.first === 'day' || written?.first === 'month') && !written.isDotted && written.first !== order;

const otherOrder = (map: ColumnMap, { row }: TableRow, refused: string): UnreadableFile =>
  new UnreadableFile(
    sentence`${cellLocation(map, row, 'resolved_at')} has day and month in another order than dates above it; write it as 2023-05-24`,
    { row, refused },
  );
