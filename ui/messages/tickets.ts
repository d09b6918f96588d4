import { commonMessages } from './common.ts';
import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';

const ru = {
  download: (isAll: boolean): string => (isAll ? 'Скачать все' : 'Скачать найденные'),
  downloadHint: 'Файл JSON Lines, который принимает загрузка; скрытые в него не входят',
  downloaded: 'Файл с обращениями готов',
  notDownloaded: 'Обращения не скачались',
  add: 'Добавить обращение',
  find: 'Номер или слова из текста',
  clear: 'Очистить',
  state: 'Состояние',
  states: { all: 'Все', active: 'В поиске', withdrawn: 'Скрытые' },
  order: 'Порядок',
  orders: { stored: 'Сначала новые', changed: 'Сначала изменённые' },
  category: 'Категория',
  allCategories: 'Все категории',
  noCategory: 'без категории',
  suggested: (name: string, count: number | undefined) =>
    `Категория «${name}»${count === undefined ? '' : `: ${figure(count)}`}`,
  more: (count: number) => `Ещё ${figure(count)}`,
  findCategory: 'Найти категорию',
  noneFound: 'Ничего не нашлось',
  moreCategories: 'Здесь не все категории. Название другой введите целиком и нажмите Enter',
  problem: 'Проблема',
  stored: 'Сохранено',
  resolved: 'Решено',
  corrected: (day: string) => `исправлено ${day}`,
  updated: (day: string) => `обновлено ${day}`,
  withdrawn: (day: string) => `скрыто ${day}`,
  draft: 'черновик',
  number: commonMessages.ru.number,
  moreActions: 'Ещё',
  select: (id: string) => `Выбрать №${id}`,
  list: 'Обращения',
  range: (from: number, to: number) => `${figure(from)}–${figure(to)}`,
  of: (range: string, total: number, hidden: number) =>
    `${range} из ${figure(total)}${hidden === 0 ? '' : `, скрытых ${figure(hidden)}`}`,
  found: (count: number) => `Найдено ${figure(count)}`,
  announced: (count: number, isAll: boolean) =>
    `${isAll ? 'Найдено' : 'Показано'}: ${commonMessages.ru.tickets(count)}.`,
  back: 'Назад',
  next: 'Дальше',
  selected: (count: number) => `Выбрано ${figure(count)}`,
  clearSelection: 'Снять выбор',
  tooMany: (max: number) => `Выбрать можно не больше ${figure(max)}`,
  hide: 'Скрыть',
  restore: 'Вернуть в поиск',
  undo: commonMessages.ru.undo,
  hideAgain: 'Скрыть снова',
  hidden: commonMessages.ru.hidden,
  restored: (count: number, id: string) =>
    count === 1 ? `№${id} снова в поиске` : `${commonMessages.ru.tickets(count)} снова в поиске`,
  notChanged: 'Состояние не изменилось',
  empty: 'Обращений пока нет',
  emptyText: 'Загрузите решённые обращения: проблема, решение и, если есть, категория.',
  upload: 'Загрузить обращения',
  nothing: (text: string, categories: string) => {
    if (text === '') return categories === '' ? 'Под эти фильтры ничего не подошло' : `${categories}: ничего нет`;
    return `По словам «${text}»${categories === '' ? '' : ` ${categories}`} ничего нет`;
  },
  inCategories: (names: readonly string[]) =>
    names.length === 0
      ? ''
      : `в ${names.length === 1 ? 'категории' : 'категориях'} ${names.map((name) => `«${name}»`).join(', ')}`,
  nothingText:
    'Ищем номер (целиком, с начала или от трёх последних цифр) и слова проблемы и решения в любой форме. По смыслу ищет «Поиск».',
  reset: 'Сбросить фильтры',
  byMeaning: 'Искать по смыслу',
  failed: 'Обращения не загрузились',
  asOf: (time: string) => `Показаны обращения на ${time}.`,

  toList: 'К списку',
  previous: 'Предыдущее (k)',
  following: 'Следующее (j)',
  close: 'Закрыть (Esc)',
  solution: 'Решение',
  openSource: commonMessages.ru.openSource,
  newTab: 'в новой вкладке',
  correct: 'Исправить',
  withdrawnAt: (moment: string) => `Скрыто из поиска ${moment}`,
  saved: 'Сохранено.',
  masks: (names: number, phones: number, mails: number) =>
    [
      names > 0 && counted(names, { one: 'имя', few: 'имени', many: 'имён', other: 'имени' }),
      phones > 0 && counted(phones, { one: 'телефон', few: 'телефона', many: 'телефонов', other: 'телефона' }),
      mails > 0 &&
        counted(mails, { one: 'адрес почты', few: 'адреса почты', many: 'адресов почты', other: 'адреса почты' }),
    ]
      .filter(Boolean)
      .join(', '),
  masked: (masks: string) => `Скрыли: ${masks}`,
  willMask: (masks: string) => `Скроем: ${masks}`,
  gone: 'Такого обращения нет',
  goneText: 'Его нет в этой коллекции: возможно, номер набран с ошибкой.',
  ticketFailed: 'Обращение не загрузилось',
};

const en: typeof ru = {
  download: (isAll) => (isAll ? 'Download all' : 'Download found'),
  downloadHint: 'A JSON Lines file that an upload takes; hidden tickets are not in it',
  downloaded: 'The file of tickets is ready',
  notDownloaded: 'The tickets could not be downloaded',
  add: 'Add a ticket',
  find: 'Number or words of the text',
  clear: 'Clear',
  state: 'State',
  states: { all: 'All', active: 'In search', withdrawn: 'Hidden' },
  order: 'Order',
  orders: { stored: 'Newest first', changed: 'Last changed first' },
  category: 'Category',
  allCategories: 'All categories',
  noCategory: 'no category',
  suggested: (name, count) => `Category “${name}”${count === undefined ? '' : `: ${figure(count)}`}`,
  more: (count) => `${figure(count)} more`,
  findCategory: 'Find a category',
  noneFound: 'Nothing found',
  moreCategories: 'Not all categories are here. Type the whole name of another one and press Enter',
  problem: 'Problem',
  stored: 'Stored',
  resolved: 'Resolved',
  corrected: (day) => `edited ${day}`,
  updated: (day) => `updated ${day}`,
  withdrawn: (day) => `hidden ${day}`,
  draft: 'draft',
  number: commonMessages.en.number,
  moreActions: 'More',
  select: (id) => `Select No. ${id}`,
  list: 'Tickets',
  range: (from, to) => `${figure(from)}–${figure(to)}`,
  of: (range, total, hidden) => `${range} of ${figure(total)}${hidden === 0 ? '' : `, ${figure(hidden)} hidden`}`,
  found: (count) => `${figure(count)} found`,
  announced: (count, isAll) => `${commonMessages.en.tickets(count)} ${isAll ? 'found' : 'shown'}.`,
  back: 'Back',
  next: 'Next',
  selected: (count) => `${figure(count)} selected`,
  clearSelection: 'Clear selection',
  tooMany: (max) => `At most ${figure(max)} can be selected`,
  hide: 'Hide',
  restore: 'Restore to search',
  undo: commonMessages.en.undo,
  hideAgain: 'Hide again',
  hidden: commonMessages.en.hidden,
  restored: (count, id) =>
    count === 1 ? `No.\u00a0${id} is in search again` : `${commonMessages.en.tickets(count)} are in search again`,
  notChanged: 'The state did not change',
  empty: 'No tickets yet',
  emptyText: 'Upload resolved tickets: problem, solution and, if any, category.',
  upload: 'Upload tickets',
  nothing: (text, categories) => {
    if (text === '') return categories === '' ? 'Nothing passes these filters' : `Nothing ${categories}`;
    return `Nothing with “${text}”${categories === '' ? '' : ` ${categories}`}`;
  },
  inCategories: (names) => (names.length === 0 ? '' : `in ${names.map((name) => `“${name}”`).join(', ')}`),
  nothingText:
    'Looked for are numbers (whole, by their beginning or by three and more last digits) and words of problem and solution in any form. Search finds by meaning.',
  reset: 'Reset filters',
  byMeaning: 'Search by meaning',
  failed: 'The tickets did not load',
  asOf: (time) => `Tickets as of ${time}.`,

  toList: 'To the list',
  previous: 'Previous (k)',
  following: 'Next (j)',
  close: 'Close (Esc)',
  solution: 'Solution',
  openSource: commonMessages.en.openSource,
  newTab: 'in a new tab',
  correct: 'Edit',
  withdrawnAt: (moment) => `Hidden from search on ${moment}`,
  saved: 'Saved.',
  masks: (names, phones, mails) =>
    [
      names > 0 && counted(names, { one: 'name', other: 'names' }),
      phones > 0 && counted(phones, { one: 'phone', other: 'phones' }),
      mails > 0 && counted(mails, { one: 'e-mail', other: 'emails' }),
    ]
      .filter(Boolean)
      .join(', '),
  masked: (masks) => `Hidden: ${masks}`,
  willMask: (masks) => `To be hidden: ${masks}`,
  gone: 'There is no such ticket',
  goneText: 'This collection does not have it: the number may be mistyped.',
  ticketFailed: 'The ticket did not load',
};

export const ticketsMessages: Messages<typeof ru> = { ru, en };
