import type { Collection, Filter } from 'mongodb';
import type { DayFigures } from '../../ports/questions.ts';
import type { Shown, StoredQuestion } from './stored-questions.ts';

export const noFigures = { questions: 0, answered: 0, helped: 0, notHelped: 0, medianMilliseconds: null } as const;

type OfDay = { readonly collectionId: string; readonly day: string; readonly shown: Shown };

/** The figures of a day. */
export const dayFigures = async (
  questions: Collection<StoredQuestion>,
  { collectionId, day, shown: { state, day: kept } }: OfDay,
): Promise<DayFigures> => {
  if (day < kept.$gte) return { day, ...noFigures };
  const filter = { collection_id: collectionId, day, state };
  const count = (more: Filter<StoredQuestion>) => questions.countDocuments({ ...filter, ...more });
  const all = await count({});
  if (all === 0) return { day, ...noFigures };
  const [answered, helped, notHelped, middle] = await Promise.all([
    count({ outcome: 'answered' }),
    count({ helped: true }),
    count({ helped: false }),
    questions
      .find(filter, { projection: { milliseconds: 1 } })
      .sort({ milliseconds: 1 })
      .skip(Math.floor((all - 1) / 2))
      .limit(1)
      .toArray(),
  ]);
  return { day, questions: all, answered, helped, notHelped, medianMilliseconds: middle[0]?.milliseconds ?? null };
};
