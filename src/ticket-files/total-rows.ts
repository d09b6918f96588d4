import type { TableRow } from './table-row.ts';

/** «Итого», «Итого по магазину Южный:», «Всего заявок: 512», "Grand total": nothing but the word, what was counted, and a number. */
const total =
  /^(?:общий итог|итого|всего|(?:grand )?total)(?: (?:за \p{L}+|по [^\d:;]{1,40}|обращени[ея]|обращений|заяв(?:ка|ки|ок)|записей|строк|тикетов|tickets|rows|records|requests))?[\s:–—=-]*[\d\s.,]*$/iu;
const number = /^[+-]?\d[\d\s.,:%]*$/u;

/** What a report is signed with: who is responsible and when it was made. A colon or a line to write on tells it from the state of a ticket. */
const signature =
  /^(?:ответственн(?:ый|ая)(?: (?:за отч[её]т|исполнитель|лицо))?|исполнитель|составил[аи]?|подготовил[аи]?|проверил[аи]?|утвердил[аи]?|утверждаю|согласовано|руководитель|подпись|дата (?:печати|формирования|составления)|(?:отч[её]т )?сформирован[оа]?|сформировал[аи]?|(?:report )?(?:generated|created|exported|prepared|printed)(?: (?:on|at|by))?|responsible|signature)\s*(?::|_{2,})/iu;

/** A row with a longer text is neither; in UTF-16 units. */
const maxText = 60;

const shortTexts = ({ cells }: TableRow): readonly string[] | undefined => {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.some(({ length }) => length > maxText) ? undefined : filled;
};

/** A row that only sums up the table: it begins with a label («Итого: 60», «60 мин»), or has one and else numbers. No ticket is lost: a solution is longer. */
export const isTotal = (row: TableRow): boolean => {
  const filled = shortTexts(row);
  const labels = filled?.filter((cell) => total.test(cell)) ?? [];
  if (!filled || labels.length === 0) return false;
  return labels[0] === filled[0] || filled.every((cell) => labels.includes(cell) || number.test(cell));
};

/** A row that begins with a word that reports are signed with: «Ответственный: ____ /Орлов М./». */
export const isSignature = (row: TableRow): boolean => signature.test(shortTexts(row)?.[0] ?? '');
