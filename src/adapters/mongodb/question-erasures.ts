import type { Collection, Db } from 'mongodb';
import type { QuestionAnswered } from '../../domain/question-events.ts';
import { foundRecords } from '../../domain/question.ts';
import { emptiedAt } from './question-bytes.ts';
import { erasedKey, erasedOf, questionsOf, recordOfKey, type StoredQuestion } from './stored-questions.ts';

/** What erasures of tickets make of the questions that quote them. */

const emptied = { listed: null, content: null, verdict: null, helped: null } as const;

type Quoting = { readonly collectionId: string; readonly recordIds: readonly string[] };

/** The questions that have found tickets, as sources or as what these stand for. */
export const quotingFilter = ({ collectionId, recordIds }: Quoting) => ({
  collection_id: collectionId,
  records: { $in: [...recordIds] },
});

/** Empties the questions that quote tickets; `position` is that of the erasure, if that came first the one of each question's own event. */
export const emptyQuoting = async (
  questions: Collection<StoredQuestion>,
  { position, ...quoting }: Quoting & { readonly position: bigint | 'of its own event' },
): Promise<void> => {
  const update = { ...emptied, state: 'erased', ...emptiedAt(position) };
  await questions.updateMany({ ...quotingFilter(quoting), state: 'kept' }, [{ $set: update }]);
};

/** Leaves what was emptied to the purge. */
export const makeRemovable = async (questions: Collection<StoredQuestion>, quoting: Quoting): Promise<void> => {
  await questions.updateMany({ ...quotingFilter(quoting), state: 'erased' }, { $set: { state: 'removable' } });
};

/** The streams of what an erasure has taken are erased: its questions may be removed. */
export const release = async (
  db: Db,
  generation: string,
  { collectionId, erasureId }: { readonly collectionId: string; readonly erasureId: string },
): Promise<void> => {
  const erased = erasedOf(db, generation);
  const ofErasure = { collection_id: collectionId, erasure: erasureId };
  await erased.updateMany(ofErasure, { $set: { proven: true } });
  const records = await erased.find(ofErasure, { projection: { _id: 1 } }).toArray();
  const recordIds = records.map(({ _id }) => recordOfKey(_id));
  if (recordIds.length > 0) await makeRemovable(questionsOf(db, generation), { collectionId, recordIds });
};

/** The erased tickets that questions quote which come after the erasure. */
export const lateAmong = async (
  db: Db,
  generation: string,
  puts: readonly { readonly data: Pick<QuestionAnswered['data'], 'collectionId' | 'sources' | 'copies'> }[],
): Promise<readonly (Quoting & { readonly isProven: boolean })[]> => {
  const keys = puts.flatMap(({ data }) => foundRecords(data).map((record) => erasedKey(data.collectionId, record)));
  if (keys.length === 0) return [];
  const found = erasedOf(db, generation).find({ _id: { $in: [...new Set(keys)] } });
  return (await found.toArray()).map(({ _id, collection_id: collectionId, proven: isProven }) => ({
    ...{ collectionId, recordIds: [recordOfKey(_id)], isProven },
  }));
};

/** Erasures of the tickets that are left find the record that has taken the place of another one, not the one that waits for its own. */
export const handOver = async (
  questions: Collection<StoredQuestion>,
  puts: readonly { readonly data: Pick<QuestionAnswered['data'], 'replaces' | 'sources' | 'copies'> }[],
): Promise<void> => {
  const updates = puts.flatMap(({ data }) => {
    const update = { $pull: { records: { $in: foundRecords(data) } } };
    return data.replaces ? [{ updateOne: { filter: { _id: data.replaces.answerId }, update } }] : [];
  });
  if (updates.length > 0) await questions.bulkWrite(updates);
};
