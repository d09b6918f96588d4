import { counted, figure } from './format.ts';
import type { QuotingAnswers } from '../api/answers.ts';
import type { Messages } from './language.ts';

const inAnswers = (count: number): string =>
  counted(count, { one: 'ответ', few: 'ответа', many: 'ответов', other: 'ответа' });
const answersOf = (count: number): string => counted(count, { one: 'ответа', other: 'ответов' });
const inQuestions = (count: number): string => counted(count, { one: 'вопросе', other: 'вопросах' });
const questionsOf = (count: number): string => counted(count, { one: 'вопроса', other: 'вопросов' });
const enAnswers = (count: number): string => counted(count, { one: 'answer', other: 'answers' });
const enQuestions = (count: number): string => counted(count, { one: 'question', other: 'questions' });

/** How many answers are based on a ticket, and in how many other questions it was only among the similar ones. */
export type TicketUses = { readonly cited: number; readonly similar: number };

/** The same from a page of its answers. */
export const usesOf = ({ count, cited }: Pick<QuotingAnswers, 'count' | 'cited'>): TicketUses => ({
  cited,
  similar: count - cited,
});

/** The phrases of those of the two that are not 0. */
const phrases = ({ cited, similar }: TicketUses, ofCited: string, ofSimilar: string): readonly string[] => [
  ...(cited > 0 ? [ofCited] : []),
  ...(similar > 0 ? [ofSimilar] : []),
];

/** In which answers a ticket was used, in which questions it was only found, and what becomes of those. */
const ru = {
  heading: 'В каких ответах использовано',
  none: 'Ни в один сохранённый ответ оно не вошло.',
  earlierText: 'по прежнему тексту',
  notJudged: 'без оценки',
  all: (count: number) => `Все ${figure(count)}`,
  more: 'Показать ещё',
  failed: 'Ответы не загрузились',
  usedBefore: (count: number) => `Прежний текст вошёл в ${inAnswers(count)}.`,
  similar: ({ cited, similar }: TicketUses) => `${cited > 0 ? 'Ещё в' : 'В'} ${inQuestions(similar)} среди похожих`,
  usedNow: (uses: TicketUses) =>
    phrases(
      uses,
      `Обращение вошло в ${inAnswers(uses.cited)}: их текст останется прежним.`,
      `${ru.similar(uses)}: там оно ничего не меняет.`,
    ).join(' '),
  stayInAnswers: (uses: TicketUses) =>
    phrases(uses, `Ответы, в которые оно вошло (${figure(uses.cited)}), остаются.`, `${ru.similar(uses)}.`).join(' '),
  erased: (tickets: number, uses: TicketUses | undefined) => {
    const found = uses && phrases(uses, answersOf(uses.cited), `${questionsOf(uses.similar)}, где оно среди похожих`);
    if (found?.length === 0) return 'Ни в один сохранённый ответ оно не вошло';
    const where = found ? `Из ${found.join(' и ')}` : 'Из ответов';
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
  similar: ({ cited, similar }) =>
    `${cited > 0 ? 'Also among the similar of' : 'Among the similar of'} ${enQuestions(similar)}`,
  usedNow: (uses) =>
    phrases(
      uses,
      `The ticket is in ${enAnswers(uses.cited)}: their text stays as it was.`,
      `${en.similar(uses)}: nothing changes there.`,
    ).join(' '),
  stayInAnswers: (uses) =>
    phrases(uses, `The answers that it is in (${figure(uses.cited)}) stay.`, `${en.similar(uses)}.`).join(' '),
  erased: (tickets, uses) => {
    const found =
      uses && phrases(uses, enAnswers(uses.cited), `${enQuestions(uses.similar)} that only had it among the similar`);
    if (found?.length === 0) return 'No recorded answer has used it';
    const where = found ? `From ${found.join(' and ')}` : 'From answers';
    return `${where}: ${tickets === 1 ? 'the ticket and texts with its words' : 'the tickets and texts with their words'}; questions and verdicts stay`;
  },
};

export const ticketAnswersMessages: Messages<typeof ru> = { ru, en };
