import { type Caller, mayUseCollection } from '../domain/access-key.ts';
import { AnswerNotFound } from '../domain/errors.ts';
import type { QuestionRecord, Questions } from '../ports/questions.ts';

type Dependencies = {
  readonly questions: Pick<Questions, 'byId'>;
  /** Waits for a question that is just being recorded. */
  readonly settled: (answerId: string) => Promise<void>;
};

/** A recorded question of the caller. Throws AnswerNotFound, also for another's and for those of a collection that its key does not name. */
export type FindAnswer = (caller: Caller, answerId: string) => Promise<QuestionRecord>;

export const findAnswer =
  ({ questions, settled }: Dependencies): FindAnswer =>
  async (caller, answerId) => {
    await settled(answerId);
    const found = await questions.byId(answerId);
    if (found?.userId !== caller.userId || !mayUseCollection(caller, found.collectionId)) throw new AnswerNotFound();
    return found;
  };
