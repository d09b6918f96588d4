import type { ScoredExample } from './decision.ts';

/** So many of so many. */
export type Part = { readonly count: number; readonly of: number };

/** What a decision makes of questions. */
export type AnswerFigures = {
  /** Of the questions that no ticket answers, those that are answered. */
  readonly unanswerable: Part;
  /** Of the others, those that are answered. */
  readonly answerable: Part;
  /** Of these, those that are answered by a right ticket. */
  readonly right: Part;
};

/** Returns the figures of a decision that answers from these odds on. */
export const answerFigures = (scored: readonly ScoredExample[], threshold: number): AnswerFigures => {
  const partOf = (all: readonly ScoredExample[], belongs: (one: ScoredExample) => boolean): Part => ({
    count: all.filter(belongs).length,
    of: all.length,
  });
  const isAnswered = ({ odds }: ScoredExample): boolean => odds >= threshold;
  const answerable = scored.filter(({ example }) => example.hasTicket);
  return {
    unanswerable: partOf(
      scored.filter(({ example }) => !example.hasTicket),
      isAnswered,
    ),
    answerable: partOf(answerable, isAnswered),
    right: partOf(answerable.filter(isAnswered), ({ example }) => example.found[0]?.isRight === true),
  };
};

/** At most so many of the questions without a ticket are to be answered, at least so many of the others, and so many of those rightly. */
const goals = { unanswerable: 0.15, answerable: 0.45, right: 0.93 };

/** How far a share is above a goal, in standard errors of as many questions. */
const roomAbove = ({ count, of }: Part, goal: number): number =>
  of === 0 ? -Infinity : (count / of - goal) / Math.sqrt((goal * (1 - goal)) / of);

/** Returns by how many standard errors the goals are kept, by the one that is kept least. */
export const minMargin = ({ unanswerable, answerable, right }: AnswerFigures): number =>
  Math.min(
    -roomAbove(unanswerable, goals.unanswerable),
    roomAbove(answerable, goals.answerable),
    roomAbove(right, goals.right),
  );

/** Returns a part in per cent, as a column of nine characters. */
export const percent = ({ count, of }: Part): string => (of === 0 ? '–' : ((100 * count) / of).toFixed(1)).padStart(9);

export const headingOfFigures = `${''.padEnd(30)}   without   with an   of these\n${''.padEnd(30)}  a ticket    answer    rightly`;

/** Returns the figures as a line of a table, in per cent. */
export const lineOfFigures = (name: string, { unanswerable, answerable, right }: AnswerFigures): string =>
  `  ${name.padEnd(28)} ${[unanswerable, answerable, right].map(percent).join(' ')}`;
