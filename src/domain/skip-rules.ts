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

const lacksProblem: SkipRule = ({ problem }) => problem.length === 0;

/** Rules 3 to 6 of the contract, in its order, under the names that users see. */
const names = ['no-solution', 'ends-with-question', 'stock-phrase', 'no-problem'] as const;

/** Why a ticket is not stored: rule 1, or one of rules 3 to 6. */
export type SkipRuleName = 'duplicate' | (typeof names)[number];

/** Rule 5: whether a cleaned message consists of stock phrases. */
export type IsStockMessage = (message: string) => boolean;

/** Rules 3 to 6 of the contract: `rules` say whether a cleaned ticket is skipped, `skippedBy` names the first that skips it (undefined: it is stored). */
export const skipRulesWith = (isStockMessage: IsStockMessage) => {
  const rules: Readonly<Record<(typeof names)[number], SkipRule>> = {
    'no-solution': lacksSolution,
    'ends-with-question': endsWithShortQuestion,
    'stock-phrase': ({ solution }) => isStockMessage(solution.at(-1) ?? ''),
    'no-problem': lacksProblem,
  };
  return {
    rules,
    skippedBy: (ticket: Parameters<SkipRule>[0]): (typeof names)[number] | undefined =>
      names.find((name) => rules[name](ticket)),
  };
};
