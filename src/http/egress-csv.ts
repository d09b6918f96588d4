import { byteOrderMark, csvLine, type CsvDelimiter, withoutFormula } from '../platform/csv-line.ts';
import type { Questions, SentQuestion } from '../ports/questions.ts';
import type { CsvForm, Language } from './skipped-csv.ts';

const header = ['answered_at', 'answer_id', 'surface', 'content', 'host', 'model', 'tickets', 'masks', 'sha256'];

const nothing: Readonly<Record<Language, (month: string) => string>> = {
  ru: (month) => `За ${month} нет записанных вопросов, ради которых что-либо ушло из сервиса`,
  en: (month) => `No recorded question of ${month} has made anything leave the service`,
};

type Month = CsvForm & { readonly collectionId: string; readonly month: string };

/** Each is read whole: a page takes a few milliseconds of the thread. */
const rowsPerPage = 25;

/** A line for each text that was sent to a model outside for the questions of a month, oldest first; or one that says that there was none. */
export async function* egressPages(
  { sent }: Pick<Questions, 'sent'>,
  { collectionId, month, language, delimiter }: Month,
): AsyncGenerator<string, void> {
  // The days of a month are all before its 32nd in text order.
  const days = { collectionId, from: `${month}-01`, to: `${month}-32` };
  let isEmpty = true;
  let page: readonly SentQuestion[] = await sent(days, { after: 0n, limit: rowsPerPage });
  yield byteOrderMark + csvLine(header, delimiter);
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield page.flatMap((each) => linesOf(each, delimiter)).join('');
    isEmpty = false;
    if (page.length < rowsPerPage) break;
    page = await sent(days, { after: last.position, limit: rowsPerPage });
  }
  if (isEmpty) yield csvLine([nothing[language](month)], delimiter);
}

/** Tickets with their revisions, such as `4812@2`. */
const linesOf = ({ at, answerId, surface, sources, sent }: SentQuestion, delimiter: CsvDelimiter): readonly string[] =>
  sent.map(({ content, host, model, masks, sha256 }) => {
    const tickets = content === 'question' ? [] : sources.map(({ ticketId, revision }) => `${ticketId}@${revision}`);
    const cells = [at, answerId, surface, content, host, model, tickets.join(' '), String(masks), sha256];
    return csvLine(cells.map(withoutFormula), delimiter);
  });
