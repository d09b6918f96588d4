import type { ColumnName } from '../../src/domain/ticket-fields.ts';
import { columnLabel } from './columns.ts';
import { commonMessages } from './common.ts';
import { counted, figure, pluralOf } from './format.ts';
import type { Language, Messages } from './language.ts';

/** What every ticket of a table needs. */
export type RequiredPart = 'ticket_id' | 'problem' | 'solution';

/** The fields that an update changes, and in how many tickets. */
type ChangedFields = readonly { readonly name: ColumnName; readonly tickets: number }[];

/** In brackets: "решение 3, категория 1"; of the first tickets alone nothing is known. */
const fieldsListed = (language: Language, fields: ChangedFields): string =>
  fields.length === 0
    ? ''
    : ` (${fields.map(({ name, tickets }) => `${columnLabel(name, language)} ${figure(tickets)}`).join(', ')})`;

const listed = (locale: string, parts: readonly RequiredPart[], names: Readonly<Record<RequiredPart, string>>) =>
  new Intl.ListFormat(locale).format(parts.map((part) => names[part]));

/** Rows that are named: where there are many, the first. */
const rowsListed = (language: Language, count: number, rows: readonly number[]): string => {
  const first = rows.slice(0, 5).map((row) => figure(row));
  const more = count - first.length;
  if (more <= 0) return first.join(', ');
  return `${first.join(', ')} ${language === 'ru' ? 'и ещё' : 'and more:'} ${figure(more)}`;
};

const ru = {
  read: (stored: number, remarks: number) =>
    `Файл прочитан: можно отправить ${commonMessages.ru.tickets(stored)}, с замечаниями ${figure(remarks)}`,
  delimiter: (sign: string) => (sign === '\t' ? 'разделитель — табуляция' : `разделитель «${sign}»`),
  sheet: (name: string) => `лист «${name}»`,
  statTickets: 'Обращений',
  statColumns: 'Столбцов узнали',
  statFormat: 'Формат',
  statReady: 'Можно отправить',
  statRemarks: 'С замечаниями',
  statUnchanged: 'Без изменений',
  of: (count: number) => `из ${figure(count)}`,
  columnsAndTickets: 'Столбцы и первые обращения',
  firstTickets: 'Первые обращения',
  asStored: 'так они будут храниться: имена, телефоны и почта скрыты',
  columnHolds: (title: string) => `Что в столбце «${title}»`,
  missing: (parts: readonly RequiredPart[]) => {
    const names = listed('ru', parts, { ticket_id: 'номер обращения', problem: 'проблема', solution: 'решение' });
    return parts.length === 1
      ? `Не узнали, в каком столбце ${names}: выберите его в списке выше.`
      : `Не узнали, в каких столбцах ${names}: выберите их в списке выше.`;
  },
  tooFewColumns: (count: number, parts: readonly RequiredPart[]) => {
    const names = listed('ru', parts, { ticket_id: 'номер обращения', problem: 'проблема', solution: 'решение' });
    return `Столбцов в таблице: ${figure(count)}, и в них не поместятся ${names}. Возможно, заголовки в другой строке или на другом листе; если нет, добавьте столбцы в файл.`;
  },
  totalRows: (rows: readonly number[]) =>
    rows.length === 1
      ? `Строка ${figure(rows[0] ?? 0)} — итог или подпись под таблицей: её пропустили.`
      : `Строки ${rows.map((row) => figure(row)).join(', ')} — итоги или подписи под таблицей: их пропустили.`,
  emptyRows: (count: number, rows: readonly number[]) =>
    `Пропустили ${counted(count, { one: 'строку', few: 'строки', many: 'строк', other: 'строк' })} без номера и текста: ${rowsListed('ru', count, rows)}.`,
  htmlTickets: (count: number) =>
    `HTML превратили в текст: ${counted(count, { one: 'обращение', few: 'обращения', many: 'обращений', other: 'обращений' })}.`,
  sheetIs: 'Лист',
  headerRowIs: 'Заголовки в строке',
  chooseColumns: 'Отправить можно будет, когда столбцы выбраны.',
  taken: (title: string, by: string) => `Столбец «${title}» больше не читается: его место занял «${by}».`,
  displaced: (what: string, by: string) => `Не читается: ${what} уже в столбце «${by}».`,
  notTogether: (by: string) => `Не читается вместе со столбцом «${by}».`,
  varied: (values: number, tickets: number) =>
    `Не взяли как категорию: на ${commonMessages.ru.tickets(tickets)} ${counted(values, { one: 'разное значение', few: 'разных значения', many: 'разных значений', other: 'разных значений' })}. Это похоже на заголовок; его можно выбрать частью проблемы.`,
  notNeeded: 'не нужен',
  asLast: 'Столбцы выбраны как в прошлый раз.',
  chooseAnew: 'Выбрать заново',
  notAsLast: 'В прошлый раз такой файл читали иначе.',
  takeLast: 'Как в прошлый раз',
  otherUpdates: (updated: number, stored: number) =>
    `Столбцы выбраны не так, как в прошлый раз, поэтому обновится почти всё, что уже есть: ${figure(updated)} из ${figure(stored)}.`,
  rereading: 'Читаем с новыми столбцами',
  noneToStore: 'Ни одно обращение этого файла не будет сохранено.',
  what: 'Что сделать',
  moreTickets: (count: number) => `Ещё ${commonMessages.ru.tickets(count)}`,
  remarks: (isTable: boolean): string => (isTable ? 'Замечания по строкам' : 'Замечания по обращениям'),
  onlyFirst: (count: number) => `Показаны первые ${figure(count)}.`,
  allRemarks: 'Скачать все замечания, CSV',
  remarksFailed: 'Замечания не скачались',
  remarksName: (name: string) => `${name} замечания.csv`,
  cannotRead: 'Не читается',
  willGo: (count: number) => commonMessages.ru.tickets(count),
  goes: (name: string) => ` отправим в коллекцию «${name}»`,
  stay: (count: number) =>
    `, ${counted(count, { one: 'обращение', few: 'обращения', many: 'обращений', other: 'обращения' })} с замечаниями не сохраним`,
  cannotGo: (count: number, isTable: boolean, optional?: readonly string[]) =>
    `${pluralOf(count, { one: 'Не читается', other: 'Не читаются' })} ${isTable ? counted(count, { one: 'строка', few: 'строки', many: 'строк', other: 'строки' }) : commonMessages.ru.tickets(count)}. Исправьте файл и выберите его ещё раз: его принимают целиком.${optional ? ` Или выберите для ${optional.length === 1 ? 'столбца' : 'столбцов'} ${optional.map((title) => `«${title}»`).join(', ')} «не нужен»: обращения сохранятся без ${optional.length === 1 ? 'него' : 'них'}.` : ''}`,
  nothingToGo: 'Отправлять нечего: все обращения файла с замечаниями.',
  nothingNew: 'Отправлять нечего: в файле то же, что уже хранится.',
  updates: 'Обновить то, что изменилось',
  updatesHint:
    'Обращения, которые уже есть, пропустим. Отметьте, чтобы исправить те, что в файле другие. Чего в файле нет, останется как было.',
  updatesFound: (changed: number, same: number, fields: ChangedFields) =>
    `Изменятся обращения: ${figure(changed)}${fieldsListed('ru', fields)}, без изменений: ${figure(same)}. Прежнее останется в истории обращения.`,
  keptByHand: (count: number) =>
    count === 0 ? '' : ` Исправленное вручную не тронем, если в файле оно прежнее: ${figure(count)}.`,
  replaced: (corrected: number, flagged: number) =>
    `Заменим сделанное вручную: ${[
      ...(corrected > 0 ? [`исправленных обращений ${figure(corrected)}`] : []),
      ...(flagged > 0 ? [`отметок «устарело» ${figure(flagged)}`] : []),
    ].join(', ')}. Прежний текст останется в истории обращения.`,
  changes: 'Что изменится',
  kindNew: 'Новые',
  kindChanged: 'Изменятся',
  kindSame: 'Без изменений',
  numbered: (id: string) => `№${id}`,
  willChange: (names: string) => `изменится: ${names}`,
  copies: 'Одинаковые тексты',
  copiesKept: 'Сохраним все: номера разные. Если это повторы, уберите лишние из файла.',
  storedCopies: 'Повторяют сохранённые обращения',
  storedCopiesKept:
    'Такие тексты в коллекции уже есть под другими номерами. Сохраним и эти; если это повторы, уберите их из файла.',
  copyOf: (id: string) => `№${id}: текст тот же, что у`,
  ofThemUpdates: (count: number) => `, из них обновим ${figure(count)}`,
  send: (count: number) => `Отправить ${figure(count)}`,
  sending: 'Отправка',
  skipToSending: 'К отправке',
  cancel: 'Отмена',
};

const en: typeof ru = {
  read: (stored, remarks) =>
    `File read: ${commonMessages.en.tickets(stored)} ready to send, ${figure(remarks)} with remarks`,
  delimiter: (sign) => (sign === '\t' ? 'delimited by tabs' : `delimiter “${sign}”`),
  sheet: (name) => `sheet “${name}”`,
  statTickets: 'Tickets',
  statColumns: 'Columns recognised',
  statFormat: 'Format',
  statReady: 'Ready to send',
  statRemarks: 'With remarks',
  statUnchanged: 'Unchanged',
  of: (count) => `of ${figure(count)}`,
  columnsAndTickets: 'Columns and first tickets',
  firstTickets: 'First tickets',
  asStored: 'as they will be stored: names, phones and emails hidden',
  columnHolds: (title) => `What column “${title}” holds`,
  missing: (parts) =>
    `No column was recognised for ${listed('en', parts, { ticket_id: 'the ticket number', problem: 'the problem', solution: 'the solution' })}: choose in the list above.`,
  tooFewColumns: (count, parts) =>
    `The table has ${counted(count, { one: 'column', other: 'columns' })}, too few for ${listed('en', parts, { ticket_id: 'the ticket number', problem: 'the problem', solution: 'the solution' })}. The header may be in another row or on another sheet; if not, add columns to the file.`,
  totalRows: (rows) =>
    rows.length === 1
      ? `Row ${figure(rows[0] ?? 0)} sums up or signs the table: it is left out.`
      : `Rows ${rows.map((row) => figure(row)).join(', ')} sum up or sign the table: they are left out.`,
  emptyRows: (count, rows) =>
    `Left out ${counted(count, { one: 'row', other: 'rows' })} without a number and a text: ${rowsListed('en', count, rows)}.`,
  htmlTickets: (count) => `HTML was turned into text in ${commonMessages.en.tickets(count)}.`,
  sheetIs: 'Sheet',
  headerRowIs: 'Header in row',
  chooseColumns: 'It can be sent once the columns are chosen.',
  taken: (title, by) => `Column “${title}” is no longer read: “${by}” has taken its place.`,
  displaced: (what, by) => `Not read: the ${what} is in column “${by}”.`,
  notTogether: (by) => `Not read together with column “${by}”.`,
  varied: (values, tickets) =>
    `Not taken as the category: ${counted(values, { one: 'value', other: 'different values' })} in ${commonMessages.en.tickets(tickets)}. It looks like a subject, which can be chosen as a part of the problem.`,
  notNeeded: 'not needed',
  asLast: 'The columns are chosen as last time.',
  chooseAnew: 'Choose anew',
  notAsLast: 'Such a file was read in another way last time.',
  takeLast: 'As last time',
  otherUpdates: (updated, stored) =>
    `The columns are not chosen as last time, so that most of what is stored would be updated: ${figure(updated)} of ${figure(stored)}.`,
  rereading: 'Reading with the new columns',
  noneToStore: 'No ticket of this file will be stored.',
  what: 'What to do',
  moreTickets: (count) => `${figure(count)} more`,
  remarks: (isTable) => (isTable ? 'Remarks by row' : 'Remarks by ticket'),
  onlyFirst: (count) => `The first ${figure(count)} are shown.`,
  allRemarks: 'Download all remarks, CSV',
  remarksFailed: 'The remarks could not be loaded',
  remarksName: (name) => `${name} remarks.csv`,
  cannotRead: 'Cannot be read',
  willGo: (count) => commonMessages.en.tickets(count),
  goes: (name) => ` will go to “${name}”`,
  stay: (count) => `, ${figure(count)} with remarks will not be stored`,
  cannotGo: (count, isTable, optional) =>
    `${isTable ? counted(count, { one: 'row', other: 'rows' }) : commonMessages.en.tickets(count)} cannot be read. Repair the file and choose it again: it is taken as a whole.${optional ? ` Or choose “not needed” for ${optional.length === 1 ? 'column' : 'columns'} ${optional.map((title) => `“${title}”`).join(', ')}: the tickets are stored without.` : ''}`,
  nothingToGo: 'There is nothing to send: every ticket of the file has a remark.',
  nothingNew: 'There is nothing to send: the file has what is stored already.',
  updates: 'Update what has changed',
  updatesHint:
    'Tickets that are stored already are skipped. Tick to update those that differ in the file. What the file does not have stays as it is.',
  updatesFound: (changed, same, fields) =>
    `Tickets that change: ${figure(changed)}${fieldsListed('en', fields)}, unchanged: ${figure(same)}. What they have now stays in the ticket’s history.`,
  keptByHand: (count) =>
    count === 0 ? '' : ` What was edited by hand and is as before in the file stays: ${figure(count)}.`,
  replaced: (corrected, flagged) =>
    `This replaces work by hand: ${[
      ...(corrected > 0 ? [counted(corrected, { one: 'edited ticket', other: 'edited tickets' })] : []),
      ...(flagged > 0 ? [counted(flagged, { one: 'flag', other: 'flags' })] : []),
    ].join(', ')}. The earlier text stays in the ticket’s history.`,
  changes: 'What changes',
  kindNew: 'New',
  kindChanged: 'Changed',
  kindSame: 'Unchanged',
  numbered: (id) => `No.\u00a0${id}`,
  willChange: (names) => `changes: ${names}`,
  copies: 'The same text twice',
  copiesKept: 'All of them are stored, since their numbers differ. If they are repeats, take them out of the file.',
  storedCopies: 'Repeats of stored tickets',
  storedCopiesKept:
    'The collection has these texts under other numbers. These are stored too: if they are repeats, take them out of the file.',
  copyOf: (id) => `No.\u00a0${id}: the same text as`,
  ofThemUpdates: (count) => `, ${figure(count)} of them as updates`,
  send: (count) => `Send ${figure(count)}`,
  sending: 'Sending',
  skipToSending: 'Skip to sending',
  cancel: 'Cancel',
};

export const previewMessages: Messages<typeof ru> = { ru, en };
