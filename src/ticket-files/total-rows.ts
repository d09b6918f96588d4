import type { RowItem, TableRow } from './table-row.ts';
import { UnreadableFile } from './ticket-item.ts';

/** «Итого», «Всего заявок: 512», "Grand total": nothing but the word, what was counted, and a number. */
const label =
  /^(?:общий итог|итого|всего|(?:grand )?total)(?: (?:за \p{L}+|обращени[ея]|обращений|заяв(?:ка|ки|ок)|записей|строк|тикетов|tickets|rows|records|requests))?[\s:–—=-]*[\d\s.,]*$/iu;
const number = /^[+-]?\d[\d\s.,:%]*$/u;

/** A row with a longer text is no total; in UTF-16 units. */
const maxText = 60;

/** A row that only sums up the table: it begins with a label («Итого: 60», «60 мин»), or has one and else numbers. No ticket is lost: a solution is longer. */
const isTotal = ({ cells }: TableRow): boolean => {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.some(({ length }) => length > maxText)) return false;
  const labels = filled.filter((cell) => label.test(cell));
  if (labels.length === 0) return false;
  return labels[0] === filled[0] || filled.every((cell) => labels.includes(cell) || number.test(cell));
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
