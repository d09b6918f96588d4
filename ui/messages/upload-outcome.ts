import type { CsvDelimiter } from '../../src/platform/csv-line.ts';
import type { Outcome, SkipRule } from '../pages/upload/upload-records.ts';
import { commonMessages } from './common.ts';
import { durationText } from './duration.ts';
import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';
import { deskMessages } from './upload-desk.ts';

const characters = (count: number): string =>
  counted(count, { one: 'знак', few: 'знака', many: 'знаков', other: 'знака' });

type Delimiter = { readonly sign: CsvDelimiter; readonly name: 'comma' | 'semicolon' };

const ru = {
  added: (count: number) => `Добавлено ${commonMessages.ru.tickets(count)}`,
  updated: (count: number) => `Обновлено ${commonMessages.ru.tickets(count)}`,
  andUpdated: (count: number) => `, обновлено ${figure(count)}`,
  addedNothing: 'Новых обращений нет',
  andStopped: (added: string) => `${added}, загрузка остановлена`,
  undoneHeading: 'Загрузка отменена',
  returnedHeading: (hasTexts: boolean): string =>
    `Загрузку отменили, потом ${hasTexts ? 'скрытые обращения' : 'обращения'} вернули`,
  wasAdded: (added: string) => `до отмены: ${added.charAt(0).toLowerCase()}${added.slice(1)}`,
  unprocessed: ['Не обработано', 'до них загрузка не дошла'],
  fromFile: (name: string, total: number | null) =>
    total === null ? `файл «${name}»` : `из ${figure(total)} в файле «${name}»`,
  fromApi: (total: number | null) => (total === null ? 'через API' : `из ${figure(total)}, через API`),
  byApi: 'через API',
  took: (seconds: number) => `за ${durationText(seconds, ['ч', 'мин', 'с'])}`,
  outcomes: {
    stored: ['Сохранено', 'теперь участвуют в поиске'],
    updated: ['Обновлено', 'в файле было иначе, прежнее осталось в истории обращения'],
    duplicate: ['Повторы', 'такие номера уже есть в коллекции или в файле'],
    withdrawn: ['Скрытые', 'их убрали из поиска, загрузка не возвращает'],
    erased: ['Удалённые навсегда', 'больше не загружаются'],
    'no-solution': ['Нет полного решения', 'нет ответа поддержки длиннее 100 знаков'],
    'ends-with-question': ['Кончается вопросом', 'последний ответ поддержки — короткий вопрос'],
    'stock-phrase': ['Шаблонная фраза', 'последний ответ поддержки — дежурная фраза'],
    'no-problem': ['Не описана проблема', 'нет ни описания, ни сообщения клиента'],
    ...deskMessages.ru.outcomes,
  } as Readonly<Record<Outcome, readonly [string, string]>>,
  unchanged: ['Без изменений', 'в файле то же, что уже хранится'],
  ofThemUnchanged: (count: number) => `; без изменений: ${figure(count)}`,
  removedLinks: (count: number) => `Убрано ссылок: ${figure(count)}.`,
  copiesStored: (count: number) => `С тем же текстом, что у другого номера: ${figure(count)}.`,
  repeated: (isSame: boolean, place: number, isRow: boolean) =>
    isSame
      ? `Точная копия ${isRow ? 'строки' : 'обращения'} ${figure(place)}, пропустим.`
      : `Этот номер уже есть ${isRow ? 'в строке' : 'у обращения'} ${figure(place)}, берём первое. Если это другое обращение, дайте ему другой номер.`,
  repair: {
    duplicate:
      'Если исправлен текст того, что уже хранится, отметьте «Обновить то, что изменилось». Если это другое обращение, дайте ему другой номер.',
    withdrawn: 'Верните обращение на вкладке «Обращения», если оно нужно.',
    erased: 'Если это другое обращение, дайте ему другой номер.',
    'no-solution': 'Нужен ответ поддержки длиннее 100 знаков: допишите решение.',
    'ends-with-question': 'Добавьте ответ, который решил проблему.',
    'stock-phrase': 'Уберите её или допишите решение.',
    'no-problem': 'Впишите, с чем обратился клиент.',
    ...deskMessages.ru.repair,
  } satisfies Record<SkipRule, string>,
  repairByLength: {
    'no-solution': (length: number) =>
      length === 0
        ? 'Ответа поддержки нет: впишите его, нужно больше 100 знаков.'
        : `Самый длинный ответ поддержки: ${characters(length)}, нужно больше 100. Допишите решение.`,
    'ends-with-question': (length: number) =>
      `Последний ответ: ${characters(length)} и вопрос в конце, такому нужно не меньше 150. Добавьте ответ, который решил проблему.`,
  } satisfies Partial<Record<SkipRule, (length: number) => string>>,
  rows: 'Строки',
  tickets: 'Номера',
  rowsOf: (name: string) => ` «${name}»`,
  closeRows: 'Закрыть список',
  share: 'Доля',
  count: 'Количество',
  reason: 'Итог',
  toSearch: 'Перейти к поиску',
  another: 'Загрузить ещё файл',
  download: 'Скачать пропущенные, CSV',
  csvHeadings: ['Номер', 'Строка', 'Код причины', 'Что сделать'],
  /** What parts the cells for spreadsheets in this language: the sign, and its name for the service. */
  csvDelimiter: { sign: ';', name: 'semicolon' } as Delimiter,
  csvName: (name: string) => `пропущенные-${name}.csv`,
  downloadFailed: 'Список пропущенных не скачался',
  interrupted: 'Загрузка прервана',
  stopped: 'Загрузка остановлена',
  interruptedText: (stored: number) =>
    stored === 0
      ? 'Ничего не сохранили. Отправьте тот же файл ещё раз, чтобы загрузить его.'
      : `Сохранили ${commonMessages.ru.tickets(stored)}, ${stored === 1 ? 'оно останется' : 'они останутся'}. Отправьте тот же файл ещё раз: сохраним остальное, повторов не будет.`,
  failed: 'Загрузка не закончена',
  refusedUpload: 'Файл не приняли',
  again: 'Продолжить загрузку',
  chooseAgain: 'Выбрать тот же файл',
};

const en: typeof ru = {
  added: (count) => `${commonMessages.en.tickets(count)} added`,
  updated: (count) => `${commonMessages.en.tickets(count)} updated`,
  andUpdated: (count) => `, ${figure(count)} updated`,
  addedNothing: 'No new tickets',
  andStopped: (added) => `${added}, the upload was stopped`,
  undoneHeading: 'The upload was undone',
  returnedHeading: (hasTexts) =>
    `The upload was undone, then its ${hasTexts ? 'hidden tickets' : 'tickets'} were restored`,
  wasAdded: (added) => `before the undo: ${added.charAt(0).toLowerCase()}${added.slice(1)}`,
  unprocessed: ['Not processed', 'the upload did not get to them'],
  fromFile: (name, total) => (total === null ? `file “${name}”` : `of ${figure(total)} in “${name}”`),
  fromApi: (total) => (total === null ? 'through the API' : `of ${figure(total)}, through the API`),
  byApi: 'through the API',
  took: (seconds) => `in ${durationText(seconds, ['h', 'min', 's'])}`,
  outcomes: {
    stored: ['Stored', 'found by searches from now on'],
    updated: ['Updated', 'the file differed; what was stored stays in the ticket’s history'],
    duplicate: ['Duplicates', 'the collection or the file has these numbers already'],
    withdrawn: ['Hidden', 'taken out of search; an upload does not bring them back'],
    erased: ['Deleted for good', 'not stored again'],
    'no-solution': ['No full solution', 'no support message is longer than 100 characters'],
    'ends-with-question': ['Ends with a question', 'the last support message is a short question'],
    'stock-phrase': ['Stock phrase', 'the last support message is a stock phrase'],
    'no-problem': ['No problem text', 'neither a description nor a client message'],
    ...deskMessages.en.outcomes,
  },
  unchanged: ['Unchanged', 'the same is stored already'],
  ofThemUnchanged: (count) => `; unchanged: ${figure(count)}`,
  removedLinks: (count) => `Links removed: ${figure(count)}.`,
  copiesStored: (count) => `With the text of another number: ${figure(count)}.`,
  repeated: (isSame, place, isRow) =>
    isSame
      ? `An exact copy of ${isRow ? 'row' : 'ticket'} ${figure(place)}: it is skipped.`
      : `${isRow ? 'Row' : 'Ticket'} ${figure(place)} has this number, the first is taken. If it is another ticket, give it another number.`,
  repair: {
    duplicate:
      'If the text of what is stored was corrected, tick “Update what has changed”. If it is another ticket, give it another number.',
    withdrawn: 'Restore the ticket on the Tickets tab if it is needed.',
    erased: 'If it is another ticket, give it another number.',
    'no-solution': 'A support message of more than 100 characters is needed: add to the solution.',
    'ends-with-question': 'Add the reply that solved the problem.',
    'stock-phrase': 'Remove it or add the solution.',
    'no-problem': 'Add what the client asked for.',
    ...deskMessages.en.repair,
  },
  repairByLength: {
    'no-solution': (length) =>
      length === 0
        ? 'There is no support message: add one of more than 100 characters.'
        : `The longest support message has ${counted(length, { one: 'character', other: 'characters' })}, more than 100 are needed: add to the solution.`,
    'ends-with-question': (length) =>
      `The last support message has ${counted(length, { one: 'character', other: 'characters' })} and ends with a question, which takes 150: add the reply that solved the problem.`,
  },
  rows: 'Rows',
  tickets: 'Numbers',
  rowsOf: (name) => ` “${name}”`,
  closeRows: 'Close the list',
  share: 'Share',
  count: 'Count',
  reason: 'Outcome',
  toSearch: 'Go to search',
  another: 'Upload another',
  download: 'Download skipped, CSV',
  csvHeadings: ['Number', 'Row', 'Reason code', 'What to do'],
  csvDelimiter: { sign: ',', name: 'comma' },
  csvName: (name) => `skipped-${name}.csv`,
  downloadFailed: 'The list of skipped tickets could not be loaded',
  interrupted: 'Upload interrupted',
  stopped: 'Upload stopped',
  interruptedText: (stored) =>
    stored === 0
      ? 'Nothing was stored. Send the same file again to upload it.'
      : `${commonMessages.en.tickets(stored)} ${stored === 1 ? 'was stored and stays' : 'were stored and stay'}. Send the same file again: the rest is stored, nothing twice.`,
  failed: 'Upload not finished',
  refusedUpload: 'The file was refused',
  again: 'Continue the upload',
  chooseAgain: 'Choose the same file',
};

export const outcomeMessages: Messages<typeof ru> = { ru, en };
