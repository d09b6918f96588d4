import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { foundRecords } from '../../domain/question.ts';
import { isQuestionStream, streamOf } from '../../domain/streams.ts';
import { listedPart, type QuestionChange, withGap } from '../../ports/questions.ts';
import { withGaps } from './gap-documents.ts';
import { createIndexes } from './indexes.ts';
import { bytesCounts, countBytes, createBytesIndexes, dropBytes, grownBy } from './question-bytes.ts';
import { emptyQuoting, handOver, lateAmong, makeRemovable, quotingFilter, release } from './question-erasures.ts';
import {
  erasedKey,
  erasedOf,
  keptOf,
  keptSince,
  questionIndexes,
  questionsModel,
  questionsOf,
  questionTombstonesOf,
  type Shown,
  shownIn,
  type StoredQuestion,
} from './stored-questions.ts';
import type { Documents, OpenDocuments } from './read-model.ts';
import { deletedAmong, tombstonesIn } from './tombstones.ts';
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
        await createIndexes(questionsOf(db, generation), questionIndexes);
        await createIndexes(erasedOf(db, generation), [{ key: { collection_id: 1, erasure: 1 } }]);
        await createIndexes(questionTombstonesOf(db, generation), [{ key: { purged: 1 } }]);
        await createBytesIndexes(db, generation);
      },
      apply: applying(db, generation),
      ids: questionIds(db, generation),
      counts: bytesCounts(db, generation),
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
    await handOver(questions, puts);
    await addTombstones(db, generation, { erasures, deletions: ofType(changes, 'delete') });
    await keepSince(db, generation, ofType(changes, 'expire'));
    const updates = changes.flatMap(updateOf);
    if (updates.length > 0) await questions.bulkWrite(updates, { ordered: true });
    for (const erasure of erasures) await emptyQuoting(questions, erasure);
    const late = await lateAmong(db, generation, puts);
    for (const erased of late) await emptyQuoting(questions, { ...erased, position: 'of its own event' });
    await countChanged(db, generation, changes);
    await dropBytes(db, generation, {
      before: lastDay(ofType(changes, 'expire')),
      deleted: ofType(changes, 'delete').map(({ collectionId }) => collectionId),
    });
    // After they were counted: what may be removed is counted no more.
    for (const { collectionId, erasureId } of proofs) await release(db, generation, { collectionId, erasureId });
    for (const erased of late) if (erased.isProven) await makeRemovable(questions, erased);
    // After the data: another process may have purged the collection meanwhile.
    await reopen([...new Set(puts.map(({ data }) => data.collectionId))]);
  };
};

const documentOf = ({ data, at, day, bytes, position, order }: Change<'put'>): StoredQuestion => ({
  _id: data.answerId,
  collection_id: data.collectionId,
  user_id: data.userId,
  position: order,
  day,
  at,
  outcome: data.outcome,
  helped: null,
  milliseconds: data.milliseconds.total,
  sends: data.sent.length,
  bytes,
  sizes: [{ position, bytes }],
  changed: position,
  revision: 0,
  state: 'kept',
  records: foundRecords(data),
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

/** The day before which questions have expired, of several expiries. */
const lastDay = (expiries: readonly Change<'expire'>[]): string | undefined =>
  expiries
    .map(({ before }) => before)
    .toSorted()
    .at(-1);

const keepSince = async (db: Db, generation: string, expiries: readonly Change<'expire'>[]): Promise<void> => {
  const since = lastDay(expiries);
  if (since === undefined) return;
  await insertNew(keptOf(db, generation), [{ _id: 'kept', since }]);
  await keptOf(db, generation).updateOne({ _id: 'kept' }, { $max: { since } });
};

/** The answer to the question whose bytes a change may change, those of tombstones apart. */
const grownIn = (change: QuestionChange): readonly string[] => {
  if (change.type === 'put') return [change.data.answerId];
  if (change.type === 'judge' || change.type === 'group') return [change.answerId];
  // A gap has the id of the answer to its first question, with which its events are counted.
  return 'gapId' in change ? [change.gapId] : [];
};

/** What a verdict, its grouping or the events of its gap make of a question that readers may have. */
const updateOf = (change: QuestionChange): readonly AnyBulkWriteOperation<StoredQuestion>[] => {
  if (change.type === 'dismiss' || change.type === 'restore' || change.type === 'close' || change.type === 'reopen') {
    const { gapId: _id, bytes, position } = change;
    const filter = { _id, changed: { $lt: position }, content: { $ne: null } };
    return [{ updateOne: { filter, update: [{ $set: grownBy(bytes, position) }] } }];
  }
  if (change.type !== 'judge' && change.type !== 'group') return [];
  const { answerId: _id, bytes, position } = change;
  const grown = grownBy(bytes, position);
  if (change.type === 'group') {
    const { gapId, wordings } = change;
    const filter = { _id, gap: { $exists: false }, content: { $ne: null } };
    return [{ updateOne: { filter, update: [{ $set: { gap: gapId, wordings, ...grown } }] } }];
  }
  const { verdict, revision } = change;
  const filter = { _id, revision: { $lt: revision }, content: { $ne: null } };
  // A comment may look like the name of a field.
  const judged = { verdict: { $literal: verdict }, helped: verdict?.helped ?? null, revision };
  return [{ updateOne: { filter, update: [{ $set: { ...judged, ...grown } }] } }];
};

/** Counts the bytes of the days of the questions that changes may have changed. */
const countChanged = async (db: Db, generation: string, changes: readonly QuestionChange[]): Promise<void> => {
  const answerIds = changes.flatMap(grownIn);
  const filters = [
    ...(answerIds.length > 0 ? [{ _id: { $in: answerIds } }] : []),
    ...ofType(changes, 'erase').map(quotingFilter),
  ];
  const position = changes.at(-1)?.position;
  if (filters.length === 0 || position === undefined) return;
  const projection = { collection_id: 1, day: 1, user_id: 1 };
  const changed = await questionsOf(db, generation).find({ $or: filters }, { projection }).toArray();
  await countBytes(db, generation, { changed, position });
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
          ...('state' in filter ? { isBare: true } : {}),
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

/** Greater than the id of every answer. */
const afterAll = '~';

/** Pages over the questions that readers get, as `withGap` names them. */
const questionIds = (db: Db, generation: string): OpenDocuments<QuestionChange>['ids'] => {
  const questions = questionsOf(db, generation);
  const pageAfter = (shown: Shown, [collectionId = '', answerId = '']: readonly string[]) => {
    const $or = [{ collection_id: collectionId, _id: { $gt: answerId } }, { collection_id: { $gt: collectionId } }];
    return questions
      .find({ ...shown, $or }, { projection: { collection_id: 1, gap: 1 } })
      .sort({ collection_id: 1, _id: 1 })
      .limit(pageSize)
      .toArray();
  };
  return async (after = '') => {
    const shown = await shownIn(db, generation);
    for (let from = after.split('/'); ;) {
      const page = await pageAfter(shown, from);
      const last = page.at(-1);
      if (!last) return [];
      const collectionIds = page.map(({ collection_id: id }) => id);
      const deleted = await deletedAmong(questionTombstonesOf(db, generation), collectionIds);
      const live = page.filter(({ collection_id: id }) => !deleted.has(id));
      if (live.length > 0) return live.map(({ _id, collection_id: id, gap = null }) => withGap(`${id}/${_id}`, gap));
      from = [last.collection_id, deleted.has(last.collection_id) ? afterAll : last._id];
    }
  };
};
