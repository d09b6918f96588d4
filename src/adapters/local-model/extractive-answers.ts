import { tooLittleInformation, reference } from '../../domain/answer-rules.ts';
import { partsOf } from '../../domain/ticket-record.ts';
import type { AnswerRequest, AnswerWriter } from '../../ports/answer-writer.ts';

const answerFrom = ({ sources: [best], answerOdds = 0 }: AnswerRequest): string => {
  const solution = best && answerOdds >= 1 ? partsOf(best.fullText).solution : '';
  return best === undefined || solution === '' ? tooLittleInformation : `${solution}\n${reference(best.ticketId)}`;
};

/**
 * Returns the answer writer without a model: the verbatim solution of the best source and, on the last line, its reference (docs/contract.md,
 * "Answers"), or the sentence for insufficient history if the odds that it answers are too small or not known. Never fails.
 */
export const extractiveAnswers = (): AnswerWriter => ({
  model: 'extractive',
  promptVersion: null,
  write: (request, follower) => {
    const text = answerFrom(request);
    follower?.onText(text);
    return Promise.resolve({ kind: 'written', text });
  },
});
