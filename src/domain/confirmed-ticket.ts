import type { AnswerJudged, QuestionAnswered } from './question-events.ts';

type Judged = Pick<QuestionAnswered['data'], 'outcome' | 'cited' | 'isFiltered'> & {
  readonly verdict: Pick<AnswerJudged['data'], 'helped' | 'ticketId'> | null;
};

/** The ticket that the verdict on a question says is right, null if it says that none is; undefined if it does not say, as of tickets that were not searched. */
export const confirmedTicket = ({ verdict, outcome, cited, isFiltered }: Judged): string | null | undefined => {
  if (!verdict) return undefined;
  if (verdict.ticketId !== null) return verdict.ticketId;
  if (!verdict.helped) return undefined;
  if (outcome !== 'too-little') return cited[0];
  return isFiltered ? undefined : null;
};
