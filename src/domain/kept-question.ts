import type { AnswerJudged, QuestionAnswered } from './question-events.ts';

type Answered = QuestionAnswered['data'];
type Verdict = Pick<AnswerJudged['data'], 'helped' | 'ticketId' | 'comment'>;

/** What is left of a question when tickets among its sources are erased. */
export type KeptQuestion = Pick<Answered, 'answer' | 'sources' | 'copies' | 'cited'> & {
  readonly verdict: Verdict | undefined;
};

type Erased = {
  readonly recordIds: ReadonlySet<string>;
  /** Whether a text has a passage of theirs. */
  readonly isQuotedBy: (text: string) => boolean;
};

/**
 * Takes erased tickets out of a question; undefined if the question or the comment of its verdict has their text, so that all of it goes. The answer stays only if none
 * of their words can be in it: it is based on others, and no model was given the sources to write it.
 */
export const keptQuestion = (
  data: Answered,
  verdict: Verdict | undefined,
  { recordIds, isQuotedBy }: Erased,
): KeptQuestion | undefined => {
  if (isQuotedBy(data.question) || isQuotedBy(verdict?.comment ?? '')) return undefined;
  const isErased = ({ recordId }: Answered['sources'][number]) => recordIds.has(recordId);
  const gone = new Set(data.sources.filter(isErased).map(({ ticketId }) => ticketId));
  const isBasis = data.cited.some((id) => gone.has(id));
  const isFromPrompt = data.sent.some(({ content }) => content === 'question and sources');
  // That there is too little information is one sentence, whatever the sources.
  const hasWords = data.outcome !== 'too-little' && (isBasis || isFromPrompt || isQuotedBy(data.answer ?? ''));
  return {
    answer: hasWords ? null : data.answer,
    sources: data.sources.filter((source) => !isErased(source)),
    ...(data.copies && { copies: data.copies.filter((recordId) => !recordIds.has(recordId)) }),
    // What is left of them is not what the answer was based on.
    cited: isBasis ? [] : data.cited,
    verdict: verdict && keptVerdict(verdict, gone),
  };
};

/** That an erased ticket helped says nothing of the others; that it fitted where the answer did not help leaves the latter. */
const keptVerdict = (verdict: Verdict, gone: ReadonlySet<string>): Verdict | undefined => {
  if (verdict.ticketId === null || !gone.has(verdict.ticketId)) return verdict;
  return verdict.helped ? undefined : { helped: false, ticketId: null, comment: null };
};
