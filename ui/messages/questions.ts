import type { QuestionOutcome } from '../api/answers.ts';
import { commonMessages } from './common.ts';
import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';
import { searchMessages } from './search.ts';

const ruQuestions = (count: number) =>
  counted(count, { one: 'вопрос', few: 'вопроса', many: 'вопросов', other: 'вопроса' });
const enQuestions = (count: number) => counted(count, { one: 'question', other: 'questions' });

/** 86 % of a share from 0 to 1. */
const wholePercent = (share: number): string => figure(share, { style: 'percent', maximumFractionDigits: 0 });

const daysKept = { one: 'день', few: 'дня', many: 'дней', other: 'дня' };

const ru = {
  privacy: (days: number | undefined) =>
    `Имена, телефоны и почта скрыты${days === undefined ? '' : `, вопросы храним ${counted(days, daysKept)}`}`,
  figures: 'Вопросы за последние дни',
  asked: 'За 7 дней',
  withAnswer: 'С ответом',
  helped: 'Помогло',
  more: (share: number) =>
    share === 0 ? 'столько же' : `на ${wholePercent(Math.abs(share))} ${share > 0 ? 'больше' : 'меньше'}`,
  was: (share: number) => `было ${wholePercent(share)}`,
  ofVerdicts: (count: number) =>
    `из ${counted(count, { one: 'оценки', few: 'оценок', many: 'оценок', other: 'оценки' })}`,
  fewVerdicts: 'мало оценок',
  perDay: (least: number, most: number, yesterday: number) =>
    `Вопросов в день за 28 дней: от ${figure(least)} до ${figure(most)}, вчера ${figure(yesterday)}`,
  answeredShare: (least: number, most: number) =>
    `Доля с ответом за 28 дней: от ${wholePercent(least)} до ${wholePercent(most)}`,
  helpedShare: (least: number, most: number) =>
    `Доля «помогло» за 28 дней: от ${wholePercent(least)} до ${wholePercent(most)}`,
  percent: wholePercent,
  show: 'Что показать',
  choices: { all: 'Все', unanswered: 'Без ответа', 'not-helped': 'Не помогло', helped: 'Помогло' },
  golden: {
    download: 'Скачать проверенные вопросы',
    hint: 'Файл JSON Lines: вопросы, верный ответ на которые известен по оценкам',
    file: 'проверенные вопросы',
    done: 'Файл с проверенными вопросами готов',
    none: 'Проверенных вопросов пока нет: оценку ставят под ответом и на карточке обращения',
    failed: 'Проверенные вопросы не скачались',
  },
  list: 'История вопросов',
  toGaps: 'К пробелам',
  ofGap: 'Все вопросы одного пробела, сначала новые',
  yesterday: 'вчера',
  today: (time: string) => `сегодня, ${time}`,
  outcomes: {
    answered: 'С ответом',
    'too-little': 'Ответа нет',
    'model-failed': 'Модель не ответила',
    'sources-only': 'Только похожие, ответ не просили',
  } satisfies Record<QuestionOutcome, string>,
  basedOn: (id: string) => `${searchMessages.ru.basedOn} ${commonMessages.ru.number(id)}`,
  possiblySolvedBy: (id: string) => `Возможное решение из обращения ${commonMessages.ru.number(id)}`,
  nearest: (id: string) => `Ответа нет, ближайшее ${commonMessages.ru.number(id)}`,
  notJudged: 'Без оценки',
  announced: (count: number) => `Показано: ${ruQuestions(count)}.`,
  empty: 'Вопросов пока нет',
  emptyText:
    'Здесь появится каждый вопрос из поиска и из ваших систем: ответ, источники и оценка. Имена, телефоны и почту скрываем до сохранения.',
  toSearch: 'Перейти к поиску',
  off: 'Журнал вопросов выключен',
  offText:
    'Вопросы не сохраняются, поэтому истории, оценок и пробелов нет. Включает администратор сервиса: KEEP_QUESTIONS_DAYS.',
  overQuota: 'Новые вопросы не записываются: место по тарифу кончилось.',
  none: {
    unanswered: 'Вопросов без ответа нет',
    'not-helped': 'Оценок «не помогло» нет',
    helped: 'Оценок «помогло» нет',
  },
  noneUnanswered: (days: number | undefined) =>
    days === undefined
      ? 'На каждый вопрос нашлось решение.'
      : `За ${counted(days, daysKept)} на каждый вопрос нашлось решение.`,
  noneJudged: 'Оценку ставят под ответом и на карточке обращения.',
  showAll: 'Показать все',
  failed: 'Вопросы не загрузились',
  asOf: (time: string) => `Показаны вопросы на ${time}.`,
  question: 'Вопрос',
  previous: 'Предыдущий (k)',
  next: 'Следующий (j)',
  took: (seconds: string) => `за ${seconds}\u00a0с`,
  noAnswer: 'Ответа не было.',
  answerErased: 'Текст ответа удалён вместе с обращением, слова которого могли в нём быть.',
  found: 'Найденные обращения',
  noSources: `${searchMessages.ru.nothing}.`,
  verdict: 'Оценка',
  surface: { web: 'На странице поиска', api: 'Через API' },
  model: (name: string) => (name === 'extractive' ? 'ответ взят из решения' : `ответ: ${name}`),
  index: (name: string) => `поиск: ${name}`,
  askAgain: 'Спросить ещё раз',
  addSolution: 'Добавить решение',
  answerFailed: 'Ответ не загрузился',
  gone: 'Такого вопроса нет',
  goneText: 'Его срок хранения прошёл, или обращение из его ответа удалено навсегда.',
};

const en: typeof ru = {
  privacy: (days) =>
    `Names, phones and emails hidden${days === undefined ? '' : `, questions are kept for ${counted(days, { one: 'day', other: 'days' })}`}`,
  figures: 'Questions of the last days',
  asked: 'Last 7 days',
  withAnswer: 'Answered',
  helped: 'Helped',
  more: (share) => (share === 0 ? 'as many' : `${wholePercent(Math.abs(share))} ${share > 0 ? 'more' : 'fewer'}`),
  was: (share) => `was ${wholePercent(share)}`,
  ofVerdicts: (count) => `of ${counted(count, { one: 'verdict', other: 'verdicts' })}`,
  fewVerdicts: 'few verdicts',
  perDay: (least, most, yesterday) =>
    `Questions a day over 28 days: ${figure(least)} to ${figure(most)}, ${figure(yesterday)} yesterday`,
  answeredShare: (least, most) => `Share answered over 28 days: ${wholePercent(least)} to ${wholePercent(most)}`,
  helpedShare: (least, most) => `Share that helped over 28 days: ${wholePercent(least)} to ${wholePercent(most)}`,
  percent: wholePercent,
  show: 'What to show',
  choices: { all: 'All', unanswered: 'Unanswered', 'not-helped': 'Did not help', helped: 'Helped' },
  golden: {
    download: 'Download confirmed questions',
    hint: 'A JSON Lines file: questions whose right answer is known from verdicts',
    file: 'confirmed questions',
    done: 'The file of confirmed questions is ready',
    none: 'No question is confirmed yet: verdicts are given below an answer and on a ticket’s card',
    failed: 'The confirmed questions could not be downloaded',
  },
  list: 'History of questions',
  toGaps: 'To the gaps',
  ofGap: 'All questions of one gap, newest first',
  yesterday: 'yesterday',
  today: (time) => `today, ${time}`,
  outcomes: {
    answered: 'Answered',
    'too-little': 'No answer',
    'model-failed': 'The model did not reply',
    'sources-only': 'Similar tickets only, no answer wanted',
  },
  basedOn: (id) => `${searchMessages.en.basedOn} ${commonMessages.en.number(id)}`,
  possiblySolvedBy: (id) => `Possible solution of ticket ${commonMessages.en.number(id)}`,
  nearest: (id) => `No answer, the closest ${commonMessages.en.number(id)}`,
  notJudged: 'No verdict',
  announced: (count) => `${enQuestions(count)} shown.`,
  empty: 'No questions yet',
  emptyText:
    'Every question from search and from your systems appears here: answer, sources, verdict. Names, phones and emails are hidden before storing.',
  toSearch: 'Go to search',
  off: 'Questions are not kept',
  offText:
    'Nothing is stored, so there is no history, verdict or gap. The service’s administrator turns it on: KEEP_QUESTIONS_DAYS.',
  overQuota: 'New questions are not recorded: the space of the plan is used up.',
  none: {
    unanswered: 'No unanswered questions',
    'not-helped': 'No verdicts “did not help”',
    helped: 'No verdicts “helped”',
  },
  noneUnanswered: (days) =>
    days === undefined
      ? 'Every question found a solution.'
      : `Every question of ${counted(days, { one: 'day', other: 'days' })} found a solution.`,
  noneJudged: 'A verdict is given below an answer and on the card of a ticket.',
  showAll: 'Show all',
  failed: 'The questions did not load',
  asOf: (time) => `Questions as of ${time}.`,
  question: 'Question',
  previous: 'Previous (k)',
  next: 'Next (j)',
  took: (seconds) => `in ${seconds} s`,
  noAnswer: 'There was no answer.',
  answerErased: 'The text of the answer was deleted with a ticket whose words it may have had.',
  found: 'Found tickets',
  noSources: `${searchMessages.en.nothing}.`,
  verdict: 'Verdict',
  surface: { web: 'On the search page', api: 'Over the API' },
  model: (name) => (name === 'extractive' ? 'answer taken from a solution' : `answer: ${name}`),
  index: (name) => `search: ${name}`,
  askAgain: 'Ask again',
  addSolution: 'Add a solution',
  answerFailed: 'The answer did not load',
  gone: 'There is no such question',
  goneText: 'It is not kept any more, or a ticket of its answer was deleted for good.',
};

export const questionsMessages: Messages<typeof ru> = { ru, en };
