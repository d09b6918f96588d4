import type { AnswerJudged, QuestionAnswered } from './question-events.ts';

type Judged = Pick<QuestionAnswered['data'], 'outcome' | 'cited'> & {
  readonly verdict: Pick<AnswerJudged['data'], 'helped' | 'ticketId'> | null;
};

/** The ticket that the verdict on a question says is right, null if it says that none is; undefined if it does not say. */
export const confirmedTicket = ({ verdict, outcome, cited }: Judged): string | null | undefined => {
  if (!verdict) return undefined;
  if (verdict.ticketId !== null) return verdict.ticketId;
  if (!verdict.helped) return undefined;
  return outcome === 'too-little' ? null : cited[0];
};
