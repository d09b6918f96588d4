import type { Collection, Db, Filter } from 'mongodb';
import type { DayFigures } from '../../ports/questions.ts';
import { questionsOf, questionTombstonesOf, type Shown, shownIn, type StoredQuestion } from './stored-questions.ts';

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

/** What the questions of a user occupy; undefined without any. */
export const bytesOf = async (db: Db, generation: string, userId: string): Promise<number | undefined> => {
  const match = { user_id: userId, ...(await shownIn(db, generation)) };
  const group = { _id: '$collection_id', bytes: { $sum: '$bytes' } };
  const sums = questionsOf(db, generation).aggregate<{ _id: string; bytes: number | bigint }>([
    { $match: match },
    { $group: group },
  ]);
  const found = await sums.toArray();
  if (found.length === 0) return undefined;
  const graves = questionTombstonesOf(db, generation).find({ _id: { $in: found.map(({ _id }) => _id) } });
  const deleted = new Set((await graves.toArray()).map(({ _id }) => _id));
  return found.reduce((sum, { _id, bytes }) => sum + (deleted.has(_id) ? 0 : Number(bytes)), 0);
};
