import { dayOf } from '../domain/question.ts';
import { dayMs } from '../platform/days.ts';
import type { DayFigures, Questions } from '../ports/questions.ts';

/** The figures of the last days (UTC), today included, oldest first. */
export type QuestionFigures = (collectionId: string, days: number) => Promise<readonly DayFigures[]>;

export const questionFigures =
  ({ questions, now }: { readonly questions: Pick<Questions, 'figures'>; readonly now: () => Date }): QuestionFigures =>
  (collectionId, days) => {
    const today = now().getTime();
    const wanted = Array.from({ length: days }, (_, index) =>
      dayOf(new Date(today - (days - 1 - index) * dayMs).toISOString()),
    );
    return questions.figures(collectionId, wanted);
  };
