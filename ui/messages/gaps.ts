import type { GapKind, GapState } from '../api/gaps.ts';
import { commonMessages } from './common.ts';
import { counted, figure, pluralOf } from './format.ts';
import type { Messages } from './language.ts';

const questionForms = {
  ru: { one: 'вопрос', few: 'вопроса', many: 'вопросов', other: 'вопроса' },
  en: { one: 'question', other: 'questions' },
};
const gapForms = {
  ru: { one: 'пробел', few: 'пробела', many: 'пробелов', other: 'пробела' },
  en: { one: 'gap', other: 'gaps' },
};

const ru = {
  history: 'История',
  gaps: 'Пробелы',
  parts: 'Вопросы: история и пробелы',
  start: 'Что написать на этой неделе',
  startText: 'Об этом спрашивают чаще всего, а обращения нет.',
  kinds: {
    open: { 'nothing-there': 'На эти вопросы нет решения', 'there-but-wrong': 'Ответ не помог' },
    dismissed: { 'nothing-there': 'Скрыты: решения нет', 'there-but-wrong': 'Скрыты: ответ не помог' },
    closed: { 'nothing-there': 'Закрыты: решения не было', 'there-but-wrong': 'Закрыты: ответ не помогал' },
  } satisfies Record<GapState, Record<GapKind, string>>,
  questions: (count: number) => pluralOf(count, questionForms.ru),
  countOf: (count: number) => counted(count, questionForms.ru),
  growth: (growth: number) =>
    growth === 0 ? 'столько же' : `на ${figure(Math.abs(growth))} ${growth > 0 ? 'больше' : 'меньше'}`,
  growthIs: 'За четыре недели, в сравнении с четырьмя до них:',
  perWeek: (weeks: number, now: number) => `Вопросов в неделю за ${figure(weeks)} недель, сейчас ${figure(now)}`,
  alsoAsked: 'Так тоже спрашивали',
  nearest: 'Ближайшее',
  all: (count: number) => `Все ${figure(count)}`,
  allOf: (count: number, question: string) => `Все ${counted(count, questionForms.ru)} пробела «${question}»`,
  write: 'Написать обращение',
  basedOn: 'Ответы писали по разным обращениям:',
  sourceOf: (count: number, answers: number) =>
    `источник ${figure(count)} из ${counted(answers, { one: 'ответа', few: 'ответов', many: 'ответов', other: 'ответа' })}`,
  correct: (id: string) => `Исправить ${commonMessages.ru.number(id)}`,
  addSolution: 'Добавить решение',
  hide: 'Скрыть',
  hideOf: (question: string) => `Скрыть пробел «${question}»`,
  restore: 'Вернуть',
  restoreOf: (question: string) => `Вернуть пробел «${question}»`,
  restored: 'Пробел снова среди открытых',
  notRestored: 'Пробел не вернулся',
  hidden: 'Пробел скрыт, пока не придёт пять новых вопросов',
  notHidden: 'Пробел не скрыт',
  closed: (day: string) => `Закрыт ${day}, отвечает`,
  states: { open: 'Открытые', dismissed: 'Скрытые', closed: 'Закрытые' } satisfies Record<GapState, string>,
  more: 'Ещё пробелы',
  foot: {
    open: 'Пробел закроется сам, когда обращения ответят на его вопросы.',
    dismissed: 'Скрытый пробел вернётся, когда придёт пять новых вопросов.',
    closed: 'Закрытый пробел откроется снова, если такой вопрос опять останется без ответа.',
  } satisfies Record<GapState, string>,
  announced: (count: number) => `Показано: ${counted(count, gapForms.ru)}.`,
  none: { open: 'Пробелов нет', dismissed: 'Скрытых пробелов нет', closed: 'Закрытых пробелов нет' } satisfies Record<
    GapState,
    string
  >,
  noneText: {
    open: 'Трёх похожих вопросов без ответа пока не набралось. Пробел появится сам, когда их станет три.',
    dismissed: 'Здесь видны пробелы, которые скрыли. Каждый вернётся, когда придёт пять новых вопросов.',
    closed: 'Пробел закрывается сам, когда появились обращения, которые отвечают на его вопросы.',
  } satisfies Record<GapState, string>,
  ungrouped: (count: number) =>
    `Ещё не ${count % 10 === 1 && count % 100 !== 11 ? 'сгруппирован' : 'сгруппированы'} ${counted(count, questionForms.ru)}.`,
  again: 'Посмотреть снова',
  failed: 'Пробелы не загрузились',
  answers: (answered: number, tried: number) =>
    `Ответит на ${counted(answered, questionForms.ru)} из ${figure(tried)}, которые остались без ответа.`,
  number: commonMessages.ru.number,
};

const en: typeof ru = {
  history: 'History',
  gaps: 'Gaps',
  parts: 'Questions: history and gaps',
  start: 'What to write this week',
  startText: 'This is asked most, and there is no ticket about it.',
  kinds: {
    open: { 'nothing-there': 'No solution for these questions', 'there-but-wrong': 'The answer did not help' },
    dismissed: { 'nothing-there': 'Hidden: no solution', 'there-but-wrong': 'Hidden: the answer did not help' },
    closed: {
      'nothing-there': 'Closed: there was no solution',
      'there-but-wrong': 'Closed: the answer did not help then',
    },
  },
  questions: (count) => pluralOf(count, questionForms.en),
  countOf: (count) => counted(count, questionForms.en),
  growth: (growth) => (growth === 0 ? 'as many' : `${figure(Math.abs(growth))} ${growth > 0 ? 'more' : 'fewer'}`),
  growthIs: 'In four weeks, compared with the four before:',
  perWeek: (weeks, now) => `Questions a week over ${figure(weeks)} weeks, now ${figure(now)}`,
  alsoAsked: 'Also asked as',
  nearest: 'Closest',
  all: (count) => `All ${figure(count)}`,
  allOf: (count, question) => `All ${counted(count, questionForms.en)} of the gap “${question}”`,
  write: 'Write a ticket',
  basedOn: 'Answers were written from several tickets:',
  sourceOf: (count, answers) =>
    `source of ${figure(count)} of ${counted(answers, { one: 'answer', other: 'answers' })}`,
  correct: (id) => `Edit ${commonMessages.en.number(id)}`,
  addSolution: 'Add a solution',
  hide: 'Hide',
  hideOf: (question) => `Hide the gap “${question}”`,
  restore: 'Restore',
  restoreOf: (question) => `Restore the gap “${question}”`,
  restored: 'The gap is open again',
  notRestored: 'The gap was not restored',
  hidden: 'Gap hidden until five new questions come',
  notHidden: 'The gap was not hidden',
  closed: (day) => `Closed on ${day}, answered by`,
  states: { open: 'Open', dismissed: 'Hidden', closed: 'Closed' },
  more: 'More gaps',
  foot: {
    open: 'A gap closes by itself when the tickets answer its questions.',
    dismissed: 'A hidden gap comes back when five new questions come.',
    closed: 'A closed gap opens again if such a question is left without an answer.',
  },
  announced: (count) => `${counted(count, gapForms.en)} shown.`,
  none: { open: 'No gaps', dismissed: 'No hidden gaps', closed: 'No closed gaps' },
  noneText: {
    open: 'No three similar questions have stayed unanswered. A gap appears by itself once there are three.',
    dismissed: 'Gaps that were hidden are here. Each comes back when five new questions come.',
    closed: 'A gap closes by itself when there are tickets that answer its questions.',
  },
  ungrouped: (count) => `${counted(count, questionForms.en)} ${count === 1 ? 'is' : 'are'} not grouped yet.`,
  again: 'Look again',
  failed: 'The gaps did not load',
  answers: (answered, tried) =>
    `Answers ${figure(answered)} of ${counted(tried, questionForms.en)} that had no answer.`,
  number: commonMessages.en.number,
};

export const gapsMessages: Messages<typeof ru> = { ru, en };
