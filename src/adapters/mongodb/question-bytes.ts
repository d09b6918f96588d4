import type { Collection, Db } from 'mongodb';
import type { Counts, Generation } from '../../ports/read-model.ts';
import { createIndexes } from './indexes.ts';
import { advanceCounts, type CountPositions, distinctById } from './counts.ts';
import {
  keptSince,
  questionsOf,
  questionTombstonesOf,
  type QuestionSize,
  shownIn,
  type StoredQuestion,
} from './stored-questions.ts';
import { deletedAmong } from './tombstones.ts';
import { insertNew } from './writes.ts';

/** What the questions of a collection and day occupy, up to the event at `counted`; its id is `<collection id>/<day>`. */
type StoredBytes = {
  readonly _id: string;
  readonly user_id: string;
  readonly collection_id: string;
  readonly day: string;
  readonly bytes: number;
  readonly counted: bigint;
};

const bytesOf = (db: Db, generation: string): Collection<StoredBytes> =>
  db.collection<StoredBytes>(`${generation}_bytes`);

export const createBytesIndexes = async (db: Db, generation: string): Promise<void> => {
  await createIndexes(questionsOf(db, generation), [{ key: { collection_id: 1, day: 1, changed: 1 } }]);
  await createIndexes(bytesOf(db, generation), [
    { key: { user_id: 1, day: 1 } },
    { key: { collection_id: 1 } },
    { key: { day: 1 } },
  ]);
};

/** Removes the sums that nobody reads any more: those of days before one, and of deleted collections. */
export const dropBytes = async (
  db: Db,
  generation: string,
  { before, deleted }: { readonly before: string | undefined; readonly deleted: readonly string[] },
): Promise<void> => {
  const rows = bytesOf(db, generation);
  if (before !== undefined) await rows.deleteMany({ day: { $lt: before } });
  if (deleted.length > 0) await rows.deleteMany({ collection_id: { $in: [...deleted] } });
};

/** The fields of a question after an event that grows it by some bytes; its sizes tell what each position has made of it. */
export const grownBy = (bytes: number, position: bigint) => {
  const size = { $add: ['$bytes', bytes] };
  return { bytes: size, changed: position, sizes: { $concatArrays: ['$sizes', [{ position, bytes: size }]] } };
};

/** The fields of a question that is emptied, as the last event up to a position has made it. */
export const emptiedAt = (at: bigint | 'of its own event') => {
  const position = typeof at === 'bigint' ? at : { $first: '$sizes.position' };
  return { changed: position, sizes: { $concatArrays: ['$sizes', [{ position, bytes: 0 }]] } };
};

type Placed = Pick<StoredQuestion, 'collection_id' | 'day' | 'user_id'>;

const keyOf = ({ collection_id: id, day }: Pick<Placed, 'collection_id' | 'day'>): string => `${id}/${day}`;

const sizeAt = (sizes: readonly QuestionSize[], position: bigint): number =>
  sizes.findLast((size) => size.position <= position)?.bytes ?? 0;

/** Counts what the events up to `position` have made of the days of these questions. */
export const countBytes = async (
  db: Db,
  generation: string,
  { changed, position }: { readonly changed: readonly Placed[]; readonly position: bigint },
): Promise<void> => {
  const days = new Map(changed.map((question) => [keyOf(question), question]));
  if (days.size === 0) return;
  const rows = bytesOf(db, generation);
  const blank = [...days].map(([_id, { user_id, collection_id, day }]) => ({ _id, user_id, collection_id, day }));
  await insertNew(
    rows,
    blank.map((day) => ({ ...day, bytes: 0, counted: -1n })),
  );
  const deltasSince = async (counted: CountPositions) => {
    const since = [...counted].map(([id, after]) => {
      const { collection_id, day } = days.get(id) ?? { collection_id: '', day: '' };
      return { collection_id, day, changed: { $gt: after } };
    });
    const found = questionsOf(db, generation).find(
      { $or: since },
      { projection: { collection_id: 1, day: 1, sizes: 1 } },
    );
    const deltas = new Map<string, { readonly bytes: number }>();
    for await (const question of distinctById(found)) {
      const { sizes } = question;
      const id = keyOf(question);
      const change = sizeAt(sizes, position) - sizeAt(sizes, counted.get(id) ?? position);
      deltas.set(id, { bytes: (deltas.get(id)?.bytes ?? 0) + change });
    }
    return deltas;
  };
  await advanceCounts({ rows, ids: [...days.keys()], position, deltasSince });
};

type Sum = { readonly _id: string; readonly bytes: number | bigint };

const sumByCollection = { $group: { _id: '$collection_id', bytes: { $sum: '$bytes' } } };

/** What the questions of a user occupy; undefined without any. */
export const bytesOfUser = async (db: Db, generation: string, userId: string): Promise<number | undefined> => {
  const match = { user_id: userId, day: { $gte: await keptSince(db, generation) } };
  const found = await bytesOf(db, generation)
    .aggregate<Sum>([{ $match: match }, sumByCollection])
    .toArray();
  if (found.length === 0) return undefined;
  const collectionIds = found.map(({ _id }) => _id);
  const deleted = await deletedAmong(questionTombstonesOf(db, generation), collectionIds);
  return found.reduce((sum, { _id, bytes }) => sum + (deleted.has(_id) ? 0 : Number(bytes)), 0);
};

/** The stored sums of live collections, with those of their questions, all in one page. */
export const bytesCounts =
  (db: Db, generation: string): Generation<never>['counts'] =>
  async (after) => {
    if (after !== undefined) return [];
    const shown = await shownIn(db, generation);
    const [stored, ofRows] = await Promise.all([
      bytesOf(db, generation)
        .aggregate<Sum>([{ $match: { day: shown.day } }, sumByCollection])
        .toArray(),
      questionsOf(db, generation)
        .aggregate<Sum>([{ $match: shown }, sumByCollection])
        .toArray(),
    ]);
    const [sums, right] = [stored, ofRows].map((all) => new Map(all.map(({ _id, bytes }) => [_id, Number(bytes)])));
    const ids = new Set([...(sums?.keys() ?? []), ...(right?.keys() ?? [])]);
    const deleted = await deletedAmong(questionTombstonesOf(db, generation), ids);
    const live = [...ids].filter((id) => !deleted.has(id));
    return live.map((id): Counts => ({
      id,
      stored: { bytes: sums?.get(id) ?? 0 },
      ofRows: { bytes: right?.get(id) ?? 0 },
    }));
  };
