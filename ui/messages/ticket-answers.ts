import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';

const inAnswers = (count: number): string =>
  counted(count, { one: 'ответ', few: 'ответа', many: 'ответов', other: 'ответа' });
const enAnswers = (count: number): string => counted(count, { one: 'answer', other: 'answers' });

/** In which answers a ticket was used, and what becomes of those. */
const ru = {
  heading: 'В каких ответах использовано',
  none: 'Ни в один сохранённый ответ оно не вошло.',
  earlierText: 'по прежнему тексту',
  notJudged: 'без оценки',
  all: (count: number) => `Все ${figure(count)}`,
  more: 'Показать ещё',
  failed: 'Ответы не загрузились',
  usedBefore: (count: number) => `Прежний текст вошёл в ${inAnswers(count)}.`,
  usedNow: (count: number) => `Обращение вошло в ${inAnswers(count)}: их текст останется прежним.`,
  stayInAnswers: (count: number) => `Ответы, в которые оно вошло (${figure(count)}), остаются.`,
  erased: (tickets: number, count: number | undefined) => {
    if (count === 0) return 'Ни в один сохранённый ответ оно не вошло';
    if (count !== undefined) return `${inAnswers(count)}, где оно основа или среди похожих: с вопросами и оценками`;
    return `Ответы, где ${tickets === 1 ? 'оно' : 'они'} основа или среди похожих: с вопросами и оценками`;
  },
};

const en: typeof ru = {
  heading: 'Used in answers',
  none: 'No recorded answer has used it.',
  earlierText: 'with an earlier text',
  notJudged: 'not judged',
  all: (count) => `All ${figure(count)}`,
  more: 'Show more',
  failed: 'The answers did not load',
  usedBefore: (count) => `The earlier text is in ${enAnswers(count)}.`,
  usedNow: (count) => `The ticket is in ${enAnswers(count)}: their text stays as it was.`,
  stayInAnswers: (count) => `The answers that it is in (${figure(count)}) stay.`,
  erased: (tickets, count) => {
    if (count === 0) return 'No recorded answer has used it';
    if (count !== undefined)
      return `${enAnswers(count)} that were based on it or found it: with questions and verdicts`;
    return `Answers that were based on ${tickets === 1 ? 'it or found it' : 'them or found them'}: with questions and verdicts`;
  },
};

export const ticketAnswersMessages: Messages<typeof ru> = { ru, en };
