import type { Db } from 'mongodb';
import { isQuestionStream, streamOf } from '../../domain/streams.ts';
import { listedPart, type QuestionChange, withGap } from '../../ports/questions.ts';
import { withGaps } from './gap-documents.ts';
import { createIndexes } from './indexes.ts';
import {
  erasedKey,
  erasedOf,
  keptOf,
  keptSince,
  questionsModel,
  questionsOf,
  questionTombstonesOf,
  recordOfKey,
  shownIn,
  type StoredQuestion,
} from './stored-questions.ts';
import type { Documents, OpenDocuments } from './read-model.ts';
import { tombstonesIn } from './tombstones.ts';
import { insertNew } from './writes.ts';

/**
 * Questions with their verdicts, and tombstones of erased tickets and deleted collections, kept for ever: an answer that was given before may come later. Every
 * write may be repeated, also after a later one: what a repeat puts back is emptied by the tombstones.
 */
export const questionDocuments: Documents<QuestionChange> = {
  ...questionsModel,
  open: (db, generation) =>
    withGaps(db, generation, {
      prepare: async () => {
        await createIndexes(questionsOf(db, generation), [
          { key: { collection_id: 1, position: -1 } },
          { key: { collection_id: 1, outcome: 1, position: -1 } },
          { key: { collection_id: 1, helped: 1, position: -1 } },
          { key: { collection_id: 1, records: 1, position: 1 } },
          { key: { collection_id: 1, day: 1, milliseconds: 1 } },
          { key: { collection_id: 1, _id: 1 } },
          { key: { user_id: 1, day: 1 } },
          { key: { day: 1 } },
          { key: { state: 1 }, partialFilterExpression: { state: 'removable' } },
        ]);
        await createIndexes(erasedOf(db, generation), [{ key: { collection_id: 1, erasure: 1 } }]);
        await createIndexes(questionTombstonesOf(db, generation), [{ key: { purged: 1 } }]);
      },
      apply: applying(db, generation),
      ids: questionIds(db, generation),
      ...purging(db, generation),
    }),
};

type Change<Type extends QuestionChange['type']> = Extract<QuestionChange, { readonly type: Type }>;

const ofType = <Type extends QuestionChange['type']>(changes: readonly QuestionChange[], type: Type) =>
  changes.filter((change): change is Change<Type> => change.type === type);

/** Questions, then tombstones, then verdicts in their order, then what the tombstones empty: the result does not depend on the order of these kinds in the batch. */
const applying = (db: Db, generation: string): OpenDocuments<QuestionChange>['apply'] => {
  const questions = questionsOf(db, generation);
  const { reopen } = questionGraves(db, generation);
  return async (changes) => {
    const puts = ofType(changes, 'put');
    const [erasures, proofs] = [ofType(changes, 'erase'), ofType(changes, 'prove')];
    await insertNew(questions, puts.map(documentOf));
    await addTombstones(db, generation, { erasures, deletions: ofType(changes, 'delete') });
    await keepSince(db, generation, ofType(changes, 'expire'));
    const verdicts = ofType(changes, 'judge').map(verdictOf);
    if (verdicts.length > 0) await questions.bulkWrite(verdicts, { ordered: true });
    for (const { collectionId, recordIds } of erasures)
      await emptyQuoting(db, generation, { collectionId, recordIds, state: 'erased' });
    for (const { collectionId, erasureId } of proofs) await release(db, generation, { collectionId, erasureId });
    await emptyLate(db, generation, puts);
    // After the data: another process may have purged the collection meanwhile.
    await reopen([...new Set(puts.map(({ data }) => data.collectionId))]);
  };
};

const documentOf = ({ data, at, day, bytes, position }: Change<'put'>): StoredQuestion => ({
  _id: data.answerId,
  collection_id: data.collectionId,
  user_id: data.userId,
  position,
  day,
  at,
  outcome: data.outcome,
  helped: null,
  milliseconds: data.milliseconds.total,
  sends: data.sent.length,
  bytes,
  revision: 0,
  state: 'kept',
  records: data.sources.map(({ recordId }) => recordId),
  quoted: data.sources.map(({ recordId, revision }) => `${recordId}@${revision}`),
  verdict: null,
  listed: listedPart(data),
  content: data,
});

type Tombstones = {
  readonly erasures: readonly Change<'erase'>[];
  readonly deletions: readonly Change<'delete'>[];
};

const addTombstones = async (db: Db, generation: string, { erasures, deletions }: Tombstones): Promise<void> => {
  const records = erasures.flatMap(({ collectionId, erasureId, recordIds }) =>
    recordIds.map((record) => ({
      _id: erasedKey(collectionId, record),
      ...{ collection_id: collectionId, erasure: erasureId, proven: false },
    })),
  );
  await insertNew(erasedOf(db, generation), records);
  const graves = deletions.map(({ collectionId, position }) => ({ _id: collectionId, position, purged: false }));
  await insertNew(questionTombstonesOf(db, generation), graves);
};

const keepSince = async (db: Db, generation: string, expiries: readonly Change<'expire'>[]): Promise<void> => {
  const since = expiries
    .map(({ before }) => before)
    .toSorted()
    .at(-1);
  if (since === undefined) return;
  await insertNew(keptOf(db, generation), [{ _id: 'kept', since }]);
  await keptOf(db, generation).updateOne({ _id: 'kept' }, { $max: { since } });
};

const verdictOf = ({ answerId, verdict, bytes, revision }: Change<'judge'>) => ({
  updateOne: {
    filter: { _id: answerId, revision: { $lt: revision }, content: { $ne: null } },
    update: { $set: { verdict, helped: verdict?.helped ?? null, revision }, $inc: { bytes } },
  },
});

const emptied = { listed: null, content: null, verdict: null, helped: null } as const;

type Quoting = {
  readonly collectionId: string;
  readonly recordIds: readonly string[];
  readonly state: 'erased' | 'removable';
};

const emptyQuoting = async (db: Db, generation: string, { collectionId, recordIds, state }: Quoting): Promise<void> => {
  const filter = {
    collection_id: collectionId,
    records: { $in: [...recordIds] },
    state: { $ne: 'removable' as const },
  };
  await questionsOf(db, generation).updateMany(filter, { $set: { ...emptied, state } });
};

const release = async (
  db: Db,
  generation: string,
  { collectionId, erasureId }: { readonly collectionId: string; readonly erasureId: string },
): Promise<void> => {
  const erased = erasedOf(db, generation);
  const ofErasure = { collection_id: collectionId, erasure: erasureId };
  await erased.updateMany(ofErasure, { $set: { proven: true } });
  const records = await erased.find(ofErasure, { projection: { _id: 1 } }).toArray();
  const recordIds = records.map(({ _id }) => recordOfKey(_id));
  if (recordIds.length > 0) await emptyQuoting(db, generation, { collectionId, recordIds, state: 'removable' });
};

/** Those that come after the erasure of a ticket that they quote. */
const emptyLate = async (db: Db, generation: string, puts: readonly Change<'put'>[]): Promise<void> => {
  const keys = puts.flatMap(({ data }) => data.sources.map((source) => erasedKey(data.collectionId, source.recordId)));
  if (keys.length === 0) return;
  const found = erasedOf(db, generation).find({ _id: { $in: [...new Set(keys)] } });
  for (const { _id, collection_id: collectionId, proven } of await found.toArray()) {
    const state = proven ? 'removable' : 'erased';
    await emptyQuoting(db, generation, { collectionId, recordIds: [recordOfKey(_id)], state });
  }
};

const questionGraves = (db: Db, generation: string) =>
  tombstonesIn(db, {
    tombstones: questionTombstonesOf(db, generation).collectionName,
    content: questionsOf(db, generation).collectionName,
  });

/** Of deleted collections, of expired days, and those whose erasure is proven; by the names of their streams. */
const purging = (
  db: Db,
  generation: string,
): Pick<OpenDocuments<QuestionChange>, 'orphans' | 'remove' | 'markPurged'> => {
  const questions = questionsOf(db, generation);
  const { unpurged, markPurged } = questionGraves(db, generation);
  return {
    orphans: async (limit) => {
      const deleted = await unpurged();
      const since = await keptSince(db, generation);
      const filters = [
        ...(deleted.length > 0 ? [{ collection_id: { $in: [...deleted] } }] : []),
        { state: 'removable' as const },
        { day: { $lt: since } },
      ];
      for (const filter of filters) {
        const found = await questions
          .find(filter, { projection: { collection_id: 1 } })
          .limit(limit)
          .toArray();
        if (found.length === 0) continue;
        return found.map(({ _id, collection_id: collectionId }) => ({
          collectionId,
          recordId: streamOf.question(_id),
        }));
      }
      return [];
    },
    remove: async (orphans) => {
      const names = orphans.map(({ recordId }) => recordId).filter(isQuestionStream);
      await questions.deleteMany({ _id: { $in: names.map((name) => name.slice(streamOf.question('').length)) } });
    },
    markPurged,
  };
};

const pageSize = 1000;

/** Pages over the questions that readers get, as `withGap` names them. */
const questionIds = (db: Db, generation: string): OpenDocuments<QuestionChange>['ids'] => {
  const questions = questionsOf(db, generation);
  return async (after = '') => {
    const [collectionId = '', answerId = ''] = after.split('/');
    const shown = await shownIn(db, generation);
    const graves = await questionTombstonesOf(db, generation)
      .find({}, { projection: { _id: 1 } })
      .toArray();
    const filter = {
      ...shown,
      $or: [{ collection_id: collectionId, _id: { $gt: answerId } }, { collection_id: { $gt: collectionId } }],
      $nor: [{ collection_id: { $in: graves.map(({ _id }) => _id) } }],
    };
    const found = questions
      .find(filter, { projection: { collection_id: 1, gap: 1 } })
      .sort({ collection_id: 1, _id: 1 });
    const rows = await found.limit(pageSize).toArray();
    return rows.map(({ _id, collection_id: collection, gap = null }) => withGap(`${collection}/${_id}`, gap));
  };
};
