import { commonMessages } from './common.ts';
import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';

const seconds = (value: number): string => figure(value, { maximumFractionDigits: 1 });

const ru = {
  query: 'Запрос',
  placeholder: 'Опишите проблему своими словами или вставьте текст обращения',
  withAnswer: 'Ответ модели',
  find: 'Найти',
  tooLong: (max: number) => `Запрос длиннее ${figure(max)}\u00a0знаков: оставьте самое важное`,
  keyFind: 'найти',
  keyLine: 'новая строка',
  keyQuery: 'к запросу',
  uploadRuns: (stored: number, total: number | null) =>
    total === null
      ? 'Загрузка идёт: обращения находятся по мере сохранения'
      : `Загрузка идёт: уже находятся ${figure(stored)} из ${figure(total)}`,
  requestsLeft: (count: number) =>
    `В эту минуту можно ещё ${counted(count, { one: 'запрос', few: 'запроса', many: 'запросов', other: 'запроса' })}`,
  noRequestsLeft: 'Запросы этой минуты кончились, новые через',
  recent: 'Недавние запросы',
  clear: 'Очистить',
  forget: (query: string) => `Убрать из недавних: ${query}`,

  intro: 'Опишите проблему так, как её назвал клиент',
  introText: 'Найдём пять самых похожих обращений и составим ответ по их решениям. Точные слова не нужны, важен смысл.',
  examples: [
    ['Что случилось', 'не печатает принтер, задание висит в очереди'],
    ['После чего началось', 'после обновления Windows'],
    ['Текст ошибки', '«Объект не найден» при печати счёта'],
  ] as readonly (readonly [string, string])[],

  similar: 'Похожие обращения',
  unanswered: 'Ответа нет, ближайшие обращения',
  weak: 'Ближайшее похоже лишь отдалённо',
  weakText:
    'Скорее всего, такого ещё не решали. Добавьте подробности: название программы, текст ошибки, что уже пробовали.',
  weakAnswered: 'Если оно о другом, добавьте подробности: название программы, текст ошибки.',
  copyLink: 'Скопировать ссылку на поиск',
  number: commonMessages.ru.number,
  menu: {
    actions: (id: string) => `Действия с №${id}`,
    openInTickets: 'Открыть в «Обращениях»',
    hide: 'Скрыть из поиска',
  },
  basis: 'Основа ответа',
  unfold: 'Показать целиком',
  fold: 'Свернуть',
  copySolution: (id: string) => `Скопировать решение из №${id}`,
  copiedSolution: (solution: string, id: string) => `${solution}\n\nТикет №${id}`,
  copied: 'Скопировано',
  notCopied: 'Браузер не дал скопировать: выделите текст и скопируйте его сами',
  searching: 'Ищем похожие обращения',

  answer: 'Ответ',
  possibleAnswer: 'Возможный ответ',
  doubt: 'Написан по обращению, похожему лишь отдалённо: проверьте, о том ли оно.',
  took: (value: number) => `за ${seconds(value)}\u00a0с`,
  writing: (value: number | undefined) => `составляется${value === undefined ? '' : `, ${value}\u00a0с`}`,
  stop: 'Остановить',
  stopped: 'остановлено',
  copyAnswer: 'Скопировать ответ',
  copyWithSource: 'Скопировать с источником',
  basedOn: 'Основано на тикете',
  noAnswer: 'Модель не стала отвечать: среди похожих нет подходящего решения.',
  addDetail: 'Добавьте подробности: название программы, текст ошибки, что уже пробовали.',
  lookNearby: 'Посмотрите найденное рядом.',
  lookNearbyAt: {
    verySimilar: 'Посмотрите найденное рядом: ближайшее обращение очень похоже.',
    similar: 'Посмотрите найденное рядом: ближайшее обращение похоже.',
    remote: 'Посмотрите найденное рядом: ближайшее обращение похоже лишь отдалённо.',
  },
  ifSolved: 'Если проблему уже решали, ',
  uploadThose: 'загрузите обращения по этой теме',
  orElse: ' или ',
  addOne: 'добавьте его сами',
  addTicket: 'Добавить обращение',

  modelFailed: 'Модель сейчас не отвечает',
  answerCut: 'Ответ оборвался',
  useSolutions: 'Похожие обращения найдены, решение можно взять из них.',
  askAgain: 'Запросить ответ ещё раз',
  searchFailed: 'Поиск не удался, запрос сохранён',
  answerFailed: 'Ответ не пришёл, обращения найдены',
  tooMany: 'Слишком много запросов подряд',
  autoRetry: 'Продолжим сами через',
  autoRetryIn: (value: number) => `Продолжим сами через ${commonMessages.ru.seconds(value)}.`,

  nothing: 'Ничего похожего не нашлось',
  noTickets: (name: string) => `В коллекции «${name}» пока нет обращений`,
  uploadSome: 'Загрузите решённые обращения.',
  uploadOrElsewhere: 'Загрузите решённые обращения или ищите в другой коллекции.',
  noWords: 'В запросе нет слов',
  noWordsText: 'Опишите проблему словами: ссылки, цитаты и личные данные в поиске не участвуют.',
  searchAll: 'Искать во всех',
  upload: 'Загрузить обращения',
  searchIn: (name: string) => `Искать в коллекции «${name}»`,

  found: (count: number) => `Найдено: ${commonMessages.ru.tickets(count)}.`,
  answerComes: 'Ответ составляется.',
};

const en: typeof ru = {
  query: 'Query',
  placeholder: 'Describe the problem or paste the ticket',
  withAnswer: 'Model answer',
  find: 'Search',
  tooLong: (max) => `The query is longer than ${figure(max)} characters: keep what matters`,
  keyFind: 'search',
  keyLine: 'new line',
  keyQuery: 'to the query',
  uploadRuns: (stored, total) =>
    total === null
      ? 'Upload running: tickets are found as they are stored'
      : `Upload running: ${figure(stored)} of ${figure(total)} can be found`,
  requestsLeft: (count) => `${counted(count, { one: 'request', other: 'requests' })} left this minute`,
  noRequestsLeft: 'The requests of this minute are used up, more in',
  recent: 'Recent',
  clear: 'Clear',
  forget: (query) => `Remove from recent: ${query}`,

  intro: 'Put it the way the customer did',
  introText:
    'We find the five most similar tickets and write an answer from their solutions. Meaning matters, not exact words.',
  examples: [
    ['What happened', 'the printer does not print, the job hangs in the queue'],
    ['What came before', 'after a Windows update'],
    ['Error text', '“Object not found” when printing an invoice'],
  ],

  similar: 'Similar tickets',
  unanswered: 'No answer, the closest tickets',
  weak: 'The closest is only distantly similar',
  weakText: 'Most likely this was not solved before. Add detail: program, error text, what was tried.',
  weakAnswered: 'If it is about something else, add detail: program, error text.',
  copyLink: 'Copy the link to this search',
  number: commonMessages.en.number,
  menu: {
    actions: (id) => `Actions for No. ${id}`,
    openInTickets: 'Open in Tickets',
    hide: 'Hide from search',
  },
  basis: 'Basis of the answer',
  unfold: 'Show all',
  fold: 'Show less',
  copySolution: (id) => `Copy the solution of No. ${id}`,
  copiedSolution: (solution, id) => `${solution}\n\nTicket No. ${id}`,
  copied: 'Copied',
  notCopied: 'The browser did not allow copying: select the text and copy it yourself',
  searching: 'Looking for similar tickets',

  answer: 'Answer',
  possibleAnswer: 'Possible answer',
  doubt: 'Written from a ticket that is only distantly similar: check that it is about the same.',
  took: (value) => `in ${seconds(value)} s`,
  writing: (value) => `writing${value === undefined ? '' : `, ${value}\u00a0s`}`,
  stop: 'Stop',
  stopped: 'stopped',
  copyAnswer: 'Copy answer',
  copyWithSource: 'Copy with source',
  basedOn: 'Based on ticket',
  noAnswer: 'The model gave no answer: no ticket here solves this.',
  addDetail: 'Add detail: program, error text, what was tried.',
  lookNearby: 'See what was found.',
  lookNearbyAt: {
    verySimilar: 'See what was found: the closest ticket is very similar.',
    similar: 'See what was found: the closest ticket is similar.',
    remote: 'See what was found: the closest ticket is only distantly similar.',
  },
  ifSolved: 'If it was solved before, ',
  uploadThose: 'upload those tickets',
  orElse: ' or ',
  addOne: 'add one by hand',
  addTicket: 'Add a ticket',

  modelFailed: 'The model is not responding',
  answerCut: 'The answer broke off',
  useSolutions: 'Similar tickets were found; use their solutions.',
  askAgain: 'Ask again',
  searchFailed: 'The search failed, your query is kept',
  answerFailed: 'No answer; tickets found',
  tooMany: 'Too many requests in a row',
  autoRetry: 'Resuming in',
  autoRetryIn: (value) => `Resuming in ${commonMessages.en.seconds(value)}.`,

  nothing: 'Nothing similar found',
  noTickets: (name) => `The collection “${name}” has no tickets yet`,
  uploadSome: 'Upload resolved tickets.',
  uploadOrElsewhere: 'Upload resolved tickets or search another collection.',
  noWords: 'The query has no words',
  noWordsText: 'Describe the problem in words: links, quotes and personal data are not searched for.',
  searchAll: 'Search in all',
  upload: 'Upload tickets',
  searchIn: (name) => `Search in “${name}”`,

  found: (count) => `${commonMessages.en.tickets(count)} found.`,
  answerComes: 'The answer is being written.',
};

export const searchMessages: Messages<typeof ru> = { ru, en };
