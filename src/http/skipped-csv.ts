import { byteOrderMark, csvLine, type CsvDelimiter, withoutFormula } from '../platform/csv-line.ts';
import type { SkipRuleName } from '../domain/skip-rules.ts';
import { isProcessed, type TicketOfUpload } from '../ports/uploads.ts';

export type Language = 'ru' | 'en';

export type CsvForm = { readonly language: Language; readonly delimiter: CsvDelimiter };

const sentences: Readonly<Record<Language, Readonly<Record<SkipRuleName, string>>>> = {
  ru: {
    duplicate:
      'Обращение с таким номером в коллекции уже есть или стоит в файле выше; если это другое обращение, дайте ему другой номер.',
    withdrawn: 'Обращение скрыли из поиска; загрузка его не возвращает.',
    erased: 'Обращение удалили навсегда; оно больше не загрузится.',
    'no-solution': 'Нет ответа поддержки длиннее 100 знаков; впишите решение полностью.',
    'ends-with-question': 'Последний ответ поддержки — короткий вопрос; добавьте ответ, который решил проблему.',
    'stock-phrase': 'Последний ответ поддержки — дежурная фраза; уберите её или допишите решение.',
    'no-problem': 'Нет ни описания, ни сообщения клиента; впишите, с чем он обратился.',
    unresolved: 'Обращение в выгрузке ещё открыто; выгрузите его снова, когда оно будет решено.',
    merged: 'Обращение объединили с другим; решение в том.',
    spam: 'Обращение отмечено в выгрузке как спам.',
    deleted: 'Обращение отмечено в выгрузке как удалённое.',
    'no-request': 'Это внутреннее обращение или рассылка, а не запрос клиента.',
    'no-conversation': 'В выгрузке нет сообщений этого обращения; выгрузите обращения вместе с ними.',
    'screenshot-only': 'Поддержка ответила снимком экрана; опишите решение словами.',
    'too-large': 'Переписка больше 256 КиБ; добавьте обращение вручную: проблему и решение.',
  },
  en: {
    duplicate:
      'The collection already has a ticket with this number, or it stands earlier in the file; give it another number if it is another ticket.',
    withdrawn: 'The ticket was hidden from search; an upload does not bring it back.',
    erased: 'The ticket was deleted for good; it is not stored again.',
    'no-solution': 'No support message is longer than 100 characters; write the solution out in full.',
    'ends-with-question': 'The last support message is a short question; add the reply that solved the problem.',
    'stock-phrase': 'The last support message is a stock phrase; remove it or add the solution to it.',
    'no-problem': 'There is neither a description nor a client message; add what the client asked for.',
    unresolved: 'The ticket is still open in the export; export it again once it is resolved.',
    merged: 'The ticket was merged into another one, which has the solution.',
    spam: 'The export marks the ticket as spam.',
    deleted: 'The export marks the ticket as deleted.',
    'no-request': 'This is an internal ticket or a mailing, no request of a client.',
    'no-conversation': 'The export has none of its messages; export the tickets with them.',
    'screenshot-only': 'Support answered with a screenshot; describe the solution in words.',
    'too-large': 'The conversation has more than 256 KiB; add the ticket by hand: problem and solution.',
  },
};

/** How to repair a ticket that a rule has skipped. */
export const repairSentence = (rule: SkipRuleName, language: Language): string => sentences[language][rule];

/** The columns of a list of skipped tickets. */
export const skippedHeader = ['ticket_id', 'row', 'rule', 'sentence'] as const;

/** A page of lines for each page of tickets: the skipped ones as CSV. `row` is the row of the file, or for JSON the position in the body, from 1. */
export async function* skippedPages(
  pages: AsyncIterable<readonly TicketOfUpload[]>,
  form: CsvForm,
): AsyncGenerator<string, void> {
  yield byteOrderMark + csvLine(skippedHeader, form.delimiter);
  for await (const page of pages) yield page.flatMap((one) => lineOf(one, form)).join('');
}

const lineOf = (
  { ticketId, index, row, outcome }: TicketOfUpload,
  { language, delimiter }: CsvForm,
): readonly string[] => {
  if (isProcessed(outcome)) return [];
  const cells = [withoutFormula(ticketId), String(row ?? index + 1), outcome, repairSentence(outcome, language)];
  return [csvLine(cells, delimiter)];
};
