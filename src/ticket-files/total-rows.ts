import type { RowItem, TableRow } from './table-row.ts';
import { UnreadableFile } from './ticket-item.ts';

/** «Итого», «Всего заявок: 512», "Grand total": nothing but the word, what was counted, and a number. */
const label =
  /^(?:общий итог|итого|всего|(?:grand )?total)(?: (?:за \p{L}+|обращени[ея]|обращений|заяв(?:ка|ки|ок)|записей|строк|тикетов|tickets|rows|records|requests))?[\s:–—=-]*[\d\s.,]*$/iu;
const number = /^[+-]?\d[\d\s.,:%]*$/u;

/** Longer texts are neither; in UTF-16 units. */
const maxLabel = 60;

/** A row that only sums up the table: a label, and else numbers. */
const isTotal = ({ cells }: TableRow): boolean => {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.some(({ length }) => length > maxLabel)) return false;
  const labels = filled.filter((cell) => label.test(cell));
  return labels.length > 0 && filled.every((cell) => labels.includes(cell) || number.test(cell));
};

/** Totals that a report may end with. */
const maxTotals = 5;

/** Leaves out the rows at the end that are totals of the table, as reports have them; `found` is called with their numbers. One in the middle stays. */
export async function* withoutTotals(
  rows: AsyncIterable<RowItem>,
  found: (rows: readonly number[]) => void,
): AsyncGenerator<RowItem, void> {
  let held: TableRow[] = [];
  for await (const row of rows) {
    if (!(row instanceof UnreadableFile) && held.length < maxTotals && isTotal(row)) {
      held.push(row);
      continue;
    }
    yield* held;
    held = [];
    yield row;
  }
  if (held.length > 0) found(held.map(({ row }) => row));
}
