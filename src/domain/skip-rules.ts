import { consistsOfStockPhrases } from './stock-message.ts';
import type { CleanTicket } from './ticket-record.ts';

type SkipRule = (ticket: Pick<CleanTicket, 'problem' | 'solution'>) => boolean;

/** Limits of rules 3 and 4 in code points. */
const longestNonSolution = 100;
const shortestSolutionQuestion = 150;

/** Whether a text has more code points than the limit, without counting a long text to its end. */
const isLongerThan = (text: string, limit: number): boolean => {
  if (text.length <= limit) return false;
  return text.length > 2 * limit || Array.from(text).length > limit;
};

/** A question mark that nothing but blanks, closing quotes and brackets follows. */
const questionEnd = /[?？][\s\p{Pe}\p{Pf}"'“‘]*$/u;

const lacksSolution: SkipRule = ({ solution }) =>
  !solution.some((message) => isLongerThan(message, longestNonSolution));

const endsWithShortQuestion: SkipRule = ({ solution }) => {
  const last = solution.at(-1) ?? '';
  return !isLongerThan(last, shortestSolutionQuestion - 1) && questionEnd.test(last);
};

const endsWithStockPhrase: SkipRule = ({ solution }) => consistsOfStockPhrases(solution.at(-1) ?? '');

const lacksProblem: SkipRule = ({ problem }) => problem.length === 0;

/** Rules 3 to 6 of the contract, in its order, under the names that users see: each tells whether a cleaned ticket is to be skipped. */
export const skipRules = {
  'no-solution': lacksSolution,
  'ends-with-question': endsWithShortQuestion,
  'stock-phrase': endsWithStockPhrase,
  'no-problem': lacksProblem,
} as const satisfies Readonly<Record<string, SkipRule>>;

/** Why a ticket is not stored: rule 1, or one of rules 3 to 6. */
export type SkipRuleName = 'duplicate' | keyof typeof skipRules;

const names = ['no-solution', 'ends-with-question', 'stock-phrase', 'no-problem'] as const;

/** Returns the name of the first rule that skips a cleaned ticket, or undefined for a ticket that is to be stored. */
export const skippedBy = (ticket: Pick<CleanTicket, 'problem' | 'solution'>): keyof typeof skipRules | undefined =>
  names.find((name) => skipRules[name](ticket));
