import { AnswerNotFound } from '../domain/errors.ts';
import type { QuestionRecord, Questions } from '../ports/questions.ts';

type Dependencies = {
  readonly questions: Pick<Questions, 'byId'>;
  /** Waits for a question that is just being recorded. */
  readonly settled: (answerId: string) => Promise<void>;
};

/** A recorded question of a user. Throws AnswerNotFound, also for another's. */
export type FindAnswer = (userId: string, answerId: string) => Promise<QuestionRecord>;

export const findAnswer =
  ({ questions, settled }: Dependencies): FindAnswer =>
  async (userId, answerId) => {
    await settled(answerId);
    const found = await questions.byId(answerId);
    if (found?.userId !== userId) throw new AnswerNotFound();
    return found;
  };
