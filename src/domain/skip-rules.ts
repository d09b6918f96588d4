import { characterCount, isLongerThan } from './characters.ts';
import type { DeskSkip } from './desks.ts';
import { maxNonSolution } from './limits.ts';
import type { CleanTicket } from './ticket-record.ts';

type SkipRule = (ticket: Pick<CleanTicket, 'problem' | 'solution'>) => boolean;

/** In code points (docs/contract.md, "Tickets", rule 4). */
const minSolutionWithQuestion = 150;

/** A question mark at the end, possibly followed by blanks, closing quotes and brackets. */
const questionEnd = /[?？][\s\p{Pe}\p{Pf}"'“‘]*$/u;

const lacksSolution: SkipRule = ({ solution }) => !solution.some((message) => isLongerThan(message, maxNonSolution));

const endsWithShortQuestion: SkipRule = ({ solution }) => {
  const last = solution.at(-1) ?? '';
  return !isLongerThan(last, minSolutionWithQuestion - 1) && questionEnd.test(last);
};

const lacksProblem: SkipRule = ({ problem }) => problem.length === 0;

/** The length that a rule compares with its limit, in code points: of the longest support message, or of the last one. Undefined of a rule without a limit. */
export const measuredLength = (rule: SkipRuleName, { solution }: Parameters<SkipRule>[0]): number | undefined => {
  if (rule === 'no-solution') return Math.max(0, ...solution.map(characterCount));
  return rule === 'ends-with-question' ? characterCount(solution.at(-1) ?? '') : undefined;
};

/** Rules 3 to 6 of docs/contract.md, "Tickets", in that order, by the names that users see. */
const names = ['no-solution', 'ends-with-question', 'stock-phrase', 'no-problem'] as const;

/** By the state of a ticket that the collection knows already, why it is not stored again: rule 1, or that a person has withdrawn or erased it. */
export const rulesOfKnown = { active: 'duplicate', withdrawn: 'withdrawn', erased: 'erased' } as const;

/** Why a ticket was skipped: the collection knows it, one of rules 3 to 6, or what the export of a desk says of it. */
export type SkipRuleName = (typeof rulesOfKnown)[keyof typeof rulesOfKnown] | (typeof names)[number] | DeskSkip;

/** Whether a cleaned message consists of stock phrases (rule 5). */
export type IsStockMessage = (message: string) => boolean;

/** Rules 3 to 6 for cleaned tickets: `rules` by name, and `skippedBy`, the first rule that skips a ticket (undefined: it is stored). */
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
