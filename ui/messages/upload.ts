import type { FileProblem } from '../pages/upload/flow/flow-state.ts';
import type { UploadRecord } from '../pages/upload/upload-records.ts';
import { commonMessages } from './common.ts';
import { durationText } from './duration.ts';
import { counted, figure } from './format.ts';
import { historyMessages } from './upload-history.ts';
import { outcomeMessages } from './upload-outcome.ts';
import { previewMessages } from './upload-preview.ts';
import { undoMessages } from './upload-undo.ts';

/** 60 % · Загрузка, or … for an unknown share. */
const titled = (percent: number | undefined, name: string): string =>
  percent === undefined ? `… ${name}` : `${figure(percent / 100, { style: 'percent' })} · ${name}`;

const ru = {
  windowTitle: (percent: number | undefined, isTransfer: boolean) =>
    titled(percent, isTransfer ? 'Передача файла' : 'Загрузка'),
  endedAway: ({ outcomes: { stored, updated }, state }: UploadRecord) => {
    const added = stored === 0 ? 'новых обращений нет' : `добавлено ${commonMessages.ru.tickets(stored)}`;
    const what = updated === 0 ? added : `${added}, обновлено ${figure(updated)}`;
    return `Загрузка ${state === 'finished' ? 'закончена' : 'не закончена'}: ${what}`;
  },
  dropAnywhere: 'Отпустите, чтобы прочитать файл',
  oneFile: 'За раз загружается один файл; взяли первый.',
  chooseFile: (name: string | null) => (name === null ? 'Выберите файл той загрузки.' : `Выберите файл «${name}».`),
  columnsAsLast: 'Столбцы возьмём как в прошлый раз.',
  updatesAsLast: 'То, что изменилось, обновим.',
  sendingNow: 'Дождитесь конца отправки, потом загрузите следующий файл.',
  unfit: {
    large:
      'Файл больше 50 МБ. Разделите его или отправьте файл любого размера из командной строки: она сама пошлёт его частями.',
    kind: 'Формат не подходит. Сохраните обращения как JSON, CSV или XLSX; таблицы Google и Numbers это умеют.',
    'old-workbook':
      'Книга защищена паролем или сохранена в старом формате .xls. Сохраните её как XLSX или CSV без пароля.',
    'no-workbook':
      'Файл назван .xlsx, но внутри не книга Excel. Таблицу текстом назовите .csv, другую сохраните как XLSX.',
    empty: 'Файл пустой.',
    'header-only': 'В файле один заголовок, под ним нет ни одной строки.',
    'no-tickets': 'В файле нет обращений: список пустой.',
    'no-desk-tickets': 'В файле нет обращений, какие выгружает эта система.',
    unreadable: 'Файл не читается: его изменили, переместили или это папка. Выберите его ещё раз.',
  } satisfies Record<FileProblem, string>,
  command: 'Команда для больших файлов',
  file: 'Файл',
  reading: 'Читаем файл',
  readingSent: (percent: string) => `Читаем файл, передано ${percent}`,
  readingDone: (percent: string | undefined, tickets: number) =>
    `Читаем файл: ${percent === undefined ? '' : `${percent}, `}${commonMessages.ru.tickets(tickets)}`,
  readFailed: 'Файл не прочитан',
  otherFile: 'Другой файл',
  removeFile: 'Убрать файл',
  transferred: (share: string) => `Передано ${share} файла`,
  checking: (read: number) => (read === 0 ? 'Проверяем файл' : `Проверено ${commonMessages.ru.tickets(read)}`),
  waitingFor: {
    'workbook-reader': 'В очереди: сейчас читаются другие книги',
    log: 'Журнал событий не отвечает; загрузка продолжится, как только он заработает',
  },
  done: (done: number, total: number) => `Обработано ${figure(done)} из ${figure(total)}`,
  left: (seconds: number) => `осталось около ${durationText(seconds, ['ч', 'мин', 'с'])}`,
  rate: (rate: number) =>
    `${counted(rate, { one: 'обращение', few: 'обращения', many: 'обращений', other: 'обращения' })} в секунду`,
  stored: (count: number) => `сохранено ${figure(count)}`,
  skipped: (count: number) => `пропущено ${figure(count)}`,
  keepOpen: 'Не закрывайте вкладку до конца отправки',
  mayClose: 'Вкладку можно закрыть: загрузка продолжится',
  progress: 'Ход загрузки',
  percentSaid: (percent: number) => `Загружено ${figure(percent)} процентов`,
  stop: 'Остановить',
  stopping: 'Останавливаем: дописываем то, что уже в работе',
  follows: 'Загрузка идёт',
  offline: 'Нет связи с сервисом',
  offlineText: 'Продолжим сами с того же места, как только она вернётся.',
  unreachable: 'Нет связи с сервисом. Загрузка идёт на нём дальше; покажем её, как только связь вернётся.',
  paused: 'Загрузка ждёт',
  busy: (seconds: number) => `Слишком много запросов. Продолжим сами через ${commonMessages.ru.seconds(seconds)}.`,
  stillRunning: 'Прошлая попытка ещё идёт, подключаемся к ней.',
  now: 'Повторить сейчас',
  templates: 'Шаблоны',
  templateHints: { CSV: 'для Excel', XLSX: 'с примером', JSON: 'массив' },
  template: (format: string) => `Шаблон ${format}`,
  hidden: 'Что скрываем',
  hiddenText: 'Имена, телефоны и почту заменяем на',
  linksText: 'Ссылки и адреса сайтов убираем без метки. В категории имена остаются.',
  notHidden:
    'Остальное не скрываем: номера паспортов, полисов, СНИЛС, ИНН, карт и договоров, адреса и даты рождения остаются как есть.',
  leftOut: 'Что пропускаем',
  rules: [
    'повторы уже сохранённых',
    'обращения без решения длиннее 100 знаков',
    'решения, которые кончаются вопросом',
    'шаблонные фразы вместо решения',
    'обращения без описания проблемы',
  ],
  row: 'Строка',
  position: '№ в файле',
  number: 'Номер',
  inRow: (row: number) => `Строка ${figure(row)}`,
  ticketAt: (position: number) => `Обращение ${figure(position)}`,
  wholeFile: 'Весь файл',
  unlisted: (count: number) =>
    `Ещё ${figure(count)} сосчитаны без номеров: хранятся номера первых ${figure(10_000)} пропущенных.`,
  moreRows: (count: number, isTable: boolean) =>
    `Ещё ${isTable ? counted(count, { one: 'строка', few: 'строки', many: 'строк', other: 'строки' }) : commonMessages.ru.tickets(count)}`,
  moreRowsOf: (count: number, all: number, isTable: boolean) =>
    `Ещё ${figure(count)} из ${figure(all)} ${isTable ? 'строк' : 'обращений'}`,
  why: 'Причина',
};

const en: typeof ru = {
  windowTitle: (percent, isTransfer) => titled(percent, isTransfer ? 'Sending the file' : 'Upload'),
  endedAway: ({ outcomes: { stored, updated }, state }) => {
    const added = stored === 0 ? 'no new tickets' : `${commonMessages.en.tickets(stored)} added`;
    const what = updated === 0 ? added : `${added}, ${figure(updated)} updated`;
    return `Upload ${state === 'finished' ? 'finished' : 'not finished'}: ${what}`;
  },
  dropAnywhere: 'Release to read the file',
  oneFile: 'One file is uploaded at a time; the first was taken.',
  chooseFile: (name) => (name === null ? 'Choose the file of that upload.' : `Choose the file “${name}”.`),
  columnsAsLast: 'Its columns are read as last time.',
  updatesAsLast: 'What has changed is updated.',
  sendingNow: 'Wait until this file is sent, then upload the next.',
  unfit: {
    large:
      'It is over 50 MB. Split it, or send a file of any size from the command line, which sends it in parts by itself.',
    kind: 'Unsupported format. Save the tickets as JSON, CSV or XLSX; Google Sheets and Numbers can do that.',
    'old-workbook': 'The workbook has a password or is in the old .xls format. Save it as XLSX or CSV without one.',
    'no-workbook':
      'The file is named .xlsx, but is no Excel workbook. Name a table of text .csv, or save another one as XLSX.',
    empty: 'The file is empty.',
    'header-only': 'The file is a header alone, without a row below it.',
    'no-tickets': 'The file has no tickets: its list is empty.',
    'no-desk-tickets': 'The file has no tickets as this system exports them.',
    unreadable: 'The file cannot be read: it was changed or moved, or is a folder. Choose it again.',
  },
  command: 'Command for large files',
  file: 'File',
  reading: 'Reading the file',
  readingSent: (percent) => `Reading the file, ${percent} sent`,
  readingDone: (percent, tickets) =>
    `Reading the file: ${percent === undefined ? '' : `${percent}, `}${commonMessages.en.tickets(tickets)}`,
  readFailed: 'The file was not read',
  otherFile: 'Another file',
  removeFile: 'Remove the file',
  transferred: (share) => `${share} of the file sent`,
  checking: (read) => (read === 0 ? 'Checking the file' : `${commonMessages.en.tickets(read)} checked`),
  waitingFor: {
    'workbook-reader': 'In the queue: other workbooks are being read',
    log: 'The event log does not answer; the upload goes on as soon as it works',
  },
  done: (done, total) => `${figure(done)} of ${figure(total)} done`,
  left: (seconds) => `about ${durationText(seconds, ['h', 'min', 's'])} left`,
  rate: (rate) => `${counted(rate, { one: 'ticket', other: 'tickets' })} a second`,
  stored: (count) => `${figure(count)} stored`,
  skipped: (count) => `${figure(count)} skipped`,
  keepOpen: 'Keep this tab open until it is sent',
  mayClose: 'You may close this tab: the upload goes on',
  progress: 'Upload progress',
  percentSaid: (percent) => `${figure(percent)} percent uploaded`,
  stop: 'Stop',
  stopping: 'Stopping: finishing the current batch',
  follows: 'Upload is running',
  offline: 'The service cannot be reached',
  offlineText: 'The upload goes on by itself from the same place as soon as it can.',
  unreachable: 'The service cannot be reached. The upload goes on there and is shown again as soon as it can be.',
  paused: 'Upload is waiting',
  busy: (seconds) => `Too many requests. It goes on by itself in ${commonMessages.en.seconds(seconds)}.`,
  stillRunning: 'The attempt before is still running; following it.',
  now: 'Retry now',
  templates: 'Templates',
  templateHints: { CSV: 'for Excel', XLSX: 'with an example', JSON: 'array' },
  template: (format) => `${format} template`,
  hidden: 'What is hidden',
  hiddenText: 'Names, phones and emails become',
  linksText: 'Links and host names are removed without a mark. Names stay in the category.',
  notHidden:
    'Nothing else is hidden: numbers of passports, insurance, tax, cards and contracts, addresses and dates of birth stay as they are.',
  leftOut: 'What is left out',
  rules: [
    'repeats of stored tickets',
    'tickets without a solution over 100 characters',
    'solutions that end with a question',
    'stock phrases instead of a solution',
    'tickets without a problem',
  ],
  row: 'Row',
  position: 'Position',
  number: 'Number',
  inRow: (row) => `Row ${figure(row)}`,
  ticketAt: (position) => `Ticket ${figure(position)}`,
  wholeFile: 'Whole file',
  unlisted: (count) =>
    `${figure(count)} more are counted without their numbers: those of the first ${figure(10_000)} skipped tickets are kept.`,
  moreRows: (count, isTable) =>
    counted(count, isTable ? { one: 'more row', other: 'more rows' } : { one: 'more ticket', other: 'more tickets' }),
  moreRowsOf: (count, all, isTable) => `${figure(count)} of ${figure(all)} more ${isTable ? 'rows' : 'tickets'}`,
  why: 'Reason',
};

/** All messages of the upload page. */
export const uploadMessages = {
  ru: { ...ru, ...previewMessages.ru, ...outcomeMessages.ru, ...historyMessages.ru, ...undoMessages.ru },
  en: { ...en, ...previewMessages.en, ...outcomeMessages.en, ...historyMessages.en, ...undoMessages.en },
};
