import type { Collection } from 'mongodb';
import { mapConcurrently } from '../../concurrency/map-concurrently.ts';
import { type DayFigures, maxTimed, middleOf, noFigures } from '../../ports/questions.ts';
import type { Shown, StoredQuestion } from './stored-questions.ts';

type OfDays = { readonly collectionId: string; readonly days: readonly string[]; readonly shown: Shown };

/** Days whose median is looked for at a time. */
const daysAtOnce = 8;

const countIf = (field: string, value: unknown) => ({ $sum: { $cond: [{ $eq: [field, value] }, 1, 0] } });

/** The figures of some days. The index by day has all that they are made of. */
export const figuresOfDays = async (
  questions: Collection<StoredQuestion>,
  { collectionId, days, shown: { state, day: kept } }: OfDays,
): Promise<readonly DayFigures[]> => {
  const ofCollection = { collection_id: collectionId, state };
  const counted = await questions
    .aggregate<Omit<DayFigures, 'day' | 'medianMilliseconds'> & { readonly _id: string }>([
      { $match: { ...ofCollection, day: { $in: days.filter((day) => day >= kept.$gte) } } },
      {
        $group: {
          _id: '$day',
          questions: { $sum: 1 },
          answered: countIf('$outcome', 'answered'),
          helped: countIf('$helped', true),
          notHelped: countIf('$helped', false),
        },
      },
    ])
    .toArray();
  const medianOf = async (day: string, count: number): Promise<number | null> => {
    const newest = await questions
      .find({ ...ofCollection, day }, { projection: { _id: 0, milliseconds: 1 } })
      .sort({ position: -1 })
      .limit(maxTimed)
      .toArray();
    const times = newest.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
    return times[middleOf(count)] ?? null;
  };
  const figures = new Map(counted.map(({ _id: day, ...counts }) => [day, counts]));
  const ofDay = async (day: string): Promise<DayFigures> => {
    const counts = figures.get(day);
    return counts
      ? { day, ...counts, medianMilliseconds: await medianOf(day, counts.questions) }
      : { day, ...noFigures };
  };
  return Array.fromAsync(mapConcurrently(days, daysAtOnce, ofDay));
};
