import { tooLittleInformation, reference } from '../../domain/answer-rules.ts';
import { partsOf } from '../../domain/ticket-record.ts';
import type { AnswerRequest, AnswerWriter, WrittenAnswer } from '../../ports/answer-writer.ts';

type Written = Extract<WrittenAnswer, { readonly kind: 'written' }>;

const answerFrom = ({ sources: [best], answerOdds = 0 }: AnswerRequest): Written => {
  const solution = best && answerOdds >= 1 ? partsOf(best.fullText).solution : '';
  if (best === undefined || solution === '') return { kind: 'written', text: tooLittleInformation };
  return { kind: 'written', text: `${solution}\n${reference(best.ticketId)}`, from: best.ticketId };
};

/**
 * Returns the answer writer without a model: the verbatim solution of the best source and, on the last line, its reference (docs/contract.md,
 * "Answers"), or the sentence for insufficient history if the odds that it answers are too small or not known. Never fails.
 */
export const extractiveAnswers = (): AnswerWriter => ({
  model: 'extractive',
  promptVersion: null,
  write: (request, follower) => {
    const written = answerFrom(request);
    follower?.onText(written.text);
    return Promise.resolve(written);
  },
});
