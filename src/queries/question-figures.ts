import { dayOf } from '../domain/question.ts';
import { dayMs } from '../platform/days.ts';
import type { DayFigures, Questions } from '../ports/questions.ts';

/** The figures of the last days (UTC), today included, oldest first; those of a few days are read in a turn. */
export type QuestionFigures = (
  collectionId: string,
  days: number,
  turn: <Result>(work: () => Promise<Result>) => Promise<Result>,
) => Promise<readonly DayFigures[]>;

/** Of a day with very many questions a thousand are sorted. */
const daysOfTurn = 8;

export const questionFigures =
  ({ questions, now }: { readonly questions: Pick<Questions, 'figures'>; readonly now: () => Date }): QuestionFigures =>
  async (collectionId, days, turn) => {
    const today = now().getTime();
    const wanted = Array.from({ length: days }, (_, index) =>
      dayOf(new Date(today - (days - 1 - index) * dayMs).toISOString()),
    );
    const figures: DayFigures[] = [];
    for (let first = 0; first < days; first += daysOfTurn) {
      const some = wanted.slice(first, first + daysOfTurn);
      figures.push(...(await turn(() => questions.figures(collectionId, some))));
    }
    return figures;
  };
