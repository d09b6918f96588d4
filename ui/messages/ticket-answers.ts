import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';

const inAnswers = (count: number): string =>
  counted(count, { one: 'ответ', few: 'ответа', many: 'ответов', other: 'ответа' });
const answersOf = (count: number): string => counted(count, { one: 'ответа', other: 'ответов' });
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
    const where = count === undefined ? 'Из ответов' : `Из ${answersOf(count)}`;
    return `${where}: ${tickets === 1 ? 'обращение и тексты с его словами' : 'обращения и тексты с их словами'}; вопросы и оценки останутся`;
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
    const where = count === undefined ? 'From answers' : `From ${enAnswers(count)}`;
    return `${where}: ${tickets === 1 ? 'the ticket and texts with its words' : 'the tickets and texts with their words'}; questions and verdicts stay`;
  },
};

export const ticketAnswersMessages: Messages<typeof ru> = { ru, en };
