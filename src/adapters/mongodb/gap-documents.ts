import type { Collection, Db, Filter } from 'mongodb';
import { gapKinds } from '../../domain/gap-events.ts';
import { gapKindOf } from '../../domain/gap.ts';
import { isGapStream, streamOf } from '../../domain/streams.ts';
import { type BasedOn, basedOnIn, type Closing, type GapOf, maxAnswersOfGap } from '../../ports/gaps.ts';
import type { QuestionChange } from '../../ports/questions.ts';
import type { Orphan } from '../../ports/read-model.ts';
import { createIndexes } from './indexes.ts';
import { questionsOf, type Shown, type StoredQuestion } from './stored-questions.ts';
import type { OpenDocuments } from './read-model.ts';

/** Positions of when a gap was dismissed, restored and closed last (without `closing`: reopened); its id is that of the gap. What gaps count is counted from their questions. */
export type StoredGap = {
  readonly _id: string;
  readonly collection_id: string;
  readonly dismissed?: bigint;
  readonly restored?: bigint;
  readonly closed?: bigint;
  readonly closing?: Closing;
};

/** The position of the last change of the tickets of a collection, which is the id. */
type StoredTicketChange = { readonly _id: string; readonly position: bigint };

export const gapsOf = (db: Db, generation: string): Collection<StoredGap> =>
  db.collection<StoredGap>(`${generation}_gaps`);
export const ticketChangesOf = (db: Db, generation: string): Collection<StoredTicketChange> =>
  db.collection<StoredTicketChange>(`${generation}_changes`);

/** The questions of a gap that readers get. */
export const membersOf = ({ collectionId, gapId: gap }: GapOf, shown: Shown) =>
  ({ gap, collection_id: collectionId, kind: { $in: [...gapKinds] }, ...shown }) satisfies Filter<StoredQuestion>;

/** What the newest answers of a gap were based on that have not helped. */
export const basedOnOf = async (
  questions: Collection<StoredQuestion>,
  members: Filter<StoredQuestion>,
): Promise<BasedOn> => {
  const projection = { 'listed.cited': 1 };
  const answers = questions.find({ ...members, kind: 'there-but-wrong' }, { projection }).sort({ position: -1 });
  return basedOnIn((await answers.limit(maxAnswersOfGap).toArray()).map(({ listed }) => listed?.cited ?? []));
};

/** The documents of questions with what changes of gaps, after what changes of questions; of a gap without questions the name of its stream is left for the purge. */
export const withGaps = (
  db: Db,
  generation: string,
  documents: OpenDocuments<QuestionChange>,
): OpenDocuments<QuestionChange> => {
  const [questions, gaps] = [questionsOf(db, generation), gapsOf(db, generation)];
  const tickets = ticketChangesOf(db, generation);
  return {
    ...documents,
    prepare: async () => {
      await documents.prepare();
      await createGapIndexes(db, generation);
    },
    apply: async (changes) => {
      await documents.apply(changes);
      await classify(questions, changes.flatMap(classified));
      for (const change of changes) {
        if (change.type === 'dismiss') await mark(gaps, change, 'dismissed');
        else if (change.type === 'restore') await mark(gaps, change, 'restored');
        else if (change.type === 'close') await close(gaps, change);
        else if (change.type === 'reopen') await reopen(gaps, change);
      }
      await changeTickets(tickets, changes);
    },
    orphans: async (limit) => {
      const found = await documents.orphans(limit);
      return found.length > 0 ? found : gapsWithout(gaps, questions.collectionName, limit);
    },
    remove: async (orphans) => {
      await documents.remove(orphans);
      const names = orphans.map(({ recordId }) => recordId).filter(isGapStream);
      if (names.length === 0) return;
      await gaps.deleteMany({ _id: { $in: names.map((name) => name.slice(streamOf.gap('').length)) } });
    },
  };
};

const createGapIndexes = async (db: Db, generation: string): Promise<void> => {
  await createIndexes(questionsOf(db, generation), [
    { key: { kind: 1, gap: 1, user_id: 1, position: 1 } },
    { key: { collection_id: 1, kind: 1, position: -1, gap: 1, day: 1, state: 1 } },
    { key: { gap: 1, position: -1 } },
  ]);
  await createIndexes(gapsOf(db, generation), [{ key: { collection_id: 1 } }]);
  await createIndexes(ticketChangesOf(db, generation), [{ key: { position: 1 } }]);
};

type Change<Type extends QuestionChange['type']> = Extract<QuestionChange, { readonly type: Type }>;

/** The answer of which a change may make a gap's; others have no kind before their verdict. */
const classified = (change: QuestionChange): readonly string[] => {
  if (change.type === 'judge') return [change.answerId];
  return change.type === 'put' && change.data.outcome === 'too-little' ? [change.data.answerId] : [];
};

/** From the documents, so that a repeat changes nothing; unless another process has stored a newer verdict meanwhile, which classifies it too. */
const classify = async (questions: Collection<StoredQuestion>, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const projection = { outcome: 1, revision: 1, verdict: 1, 'content.embeddingModel': 1, 'content.isFiltered': 1 };
  const found = questions.find({ _id: { $in: [...ids] }, content: { $ne: null } }, { projection });
  const updates = (await found.toArray()).map(({ _id, outcome, revision, verdict, content }) => {
    const { embeddingModel = null, isFiltered } = content ?? {};
    const kind = gapKindOf({ outcome, embeddingModel, ...(isFiltered && { isFiltered }) }, verdict) ?? null;
    return { updateOne: { filter: { _id, revision }, update: { $set: { kind } } } };
  });
  if (updates.length > 0) await questions.bulkWrite(updates);
};

const mark = async (
  gaps: Collection<StoredGap>,
  { gapId, collectionId: collection_id, position }: GapOf & { readonly position: bigint },
  name: 'dismissed' | 'restored',
): Promise<void> => {
  const update = { $max: { [name]: position }, $setOnInsert: { collection_id } };
  await gaps.updateOne({ _id: gapId }, update, { upsert: true });
};

const close = async (gaps: Collection<StoredGap>, change: Change<'close'>): Promise<void> => {
  const { gapId, collectionId: collection_id, closing, position: closed } = change;
  await gaps.updateOne({ _id: gapId }, { $setOnInsert: { collection_id } }, { upsert: true });
  const isOlder = { $or: [{ closed: { $exists: false } }, { closed: { $lt: closed } }] };
  await gaps.updateOne({ _id: gapId, ...isOlder }, { $set: { closed, closing } });
};

const reopen = async (
  gaps: Collection<StoredGap>,
  { gapId, position: closed }: Change<'dismiss' | 'restore' | 'reopen'>,
): Promise<void> => {
  await gaps.updateOne({ _id: gapId, closed: { $lt: closed } }, { $set: { closed }, $unset: { closing: true } });
};

const changeTickets = async (
  tickets: Collection<StoredTicketChange>,
  changes: readonly QuestionChange[],
): Promise<void> => {
  const last = new Map<string, bigint>();
  for (const change of changes) if (change.type === 'change tickets') last.set(change.collectionId, change.position);
  if (last.size === 0) return;
  const updates = [...last].map(([_id, position]) => ({
    updateOne: { filter: { _id }, update: { $max: { position } }, upsert: true },
  }));
  await tickets.bulkWrite(updates, { ordered: false });
};

const gapsWithout = async (
  gaps: Collection<StoredGap>,
  questions: string,
  limit: number,
): Promise<readonly Orphan[]> => {
  const ofGap = {
    ...{ from: questions, localField: '_id', foreignField: 'gap', as: 'questions' },
    pipeline: [{ $limit: 1 }, { $project: { _id: 1 } }],
  };
  const found = gaps.aggregate<StoredGap>([{ $lookup: ofGap }, { $match: { questions: [] } }, { $limit: limit }]);
  return (await found.toArray()).map(({ _id, collection_id: collectionId }) => ({
    collectionId,
    recordId: streamOf.gap(_id),
  }));
};

/** The question of a row, by the name that gaps give it. */
export const askedIn = ({ _id, listed }: Pick<StoredQuestion, '_id' | 'listed'>) => ({
  answerId: _id,
  question: listed?.question ?? '',
});
