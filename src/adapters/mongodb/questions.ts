import type { Collection, Db, Document, Filter } from 'mongodb';
import type { QuestionAnswered } from '../../domain/question-events.ts';
import {
  type ListedPart,
  type ListedQuestion,
  type PageOf,
  type QuestionRecord,
  type Questions,
  type QuotingCounts,
  maxQuoting,
  noFigures,
  pageOfRows,
} from '../../ports/questions.ts';
import { membersOf } from './gap-documents.ts';
import { currentGeneration, type ReadCurrent } from './current-generation.ts';
import { bytesOfUser } from './question-bytes.ts';
import { figuresOfDays } from './question-figures.ts';
import {
  erasedKey,
  erasedOf,
  questionsModel,
  questionsOf,
  questionTombstonesOf,
  type Shown,
  shownIn,
  type StoredQuestion,
} from './stored-questions.ts';

type Query<Found> = (
  questions: Collection<StoredQuestion>,
  shown: Shown,
  generation: string,
) => Promise<Found | undefined>;

/** Reads the questions of one collection from the current generation; those of a deleted one do not exist. */
export const liveReader =
  (db: Db, read: ReadCurrent) =>
  <Found>(collectionId: string, query: Query<Found>): Promise<Found | undefined> =>
    read(async (generation) => {
      const [isDeleted, shown] = await Promise.all([
        questionTombstonesOf(db, generation).findOne({ _id: collectionId }),
        shownIn(db, generation),
      ]);
      return isDeleted ? undefined : query(questionsOf(db, generation), shown, generation);
    });

type InLive = ReturnType<typeof liveReader>;

/** Reads questions from the current generation. */
export const mongoQuestions = (db: Db): Questions => {
  const read = currentGeneration(db, questionsModel);
  const inLive = liveReader(db, read);
  return {
    ...listing(inLive),
    ...ofAll(db, read),
    ...ofTickets(inLive),
    byId: async (answerId) => {
      const found = await read((generation) =>
        questionsOf(db, generation).findOne({ _id: answerId }).then(orUndefined),
      );
      const isShown = ({ state, day }: Shown) => found?.state === state && found.day >= day.$gte;
      return (
        found &&
        inLive(found.collection_id, (_, shown) => Promise.resolve(isShown(shown) ? recordOf(found) : undefined))
      );
    },
    figures: async (collectionId, days) => {
      const figures = await inLive(collectionId, (questions, shown) =>
        figuresOfDays(questions, { collectionId, days, shown }),
      );
      return figures ?? days.map((day) => ({ day, ...noFigures }));
    },
  };
};

/** What is read of all users or collections. */
const ofAll = (db: Db, read: ReadCurrent): Pick<Questions, 'bytes' | 'firstDay' | 'erased'> => ({
  bytes: async (userId) => (await read((generation) => bytesOfUser(db, generation, userId))) ?? 0,
  firstDay: () =>
    read(async (generation) => {
      const found = questionsOf(db, generation)
        .find({}, { projection: { day: 1 } })
        .sort({ day: 1 });
      return (await found.limit(1).toArray())[0]?.day;
    }),
  erased: ({ collectionId, recordId }, { after, limit }) =>
    read(async (generation) => {
      if (!(await erasedOf(db, generation).findOne({ _id: erasedKey(collectionId, recordId) }))) return undefined;
      const filter = { collection_id: collectionId, records: recordId, position: { $gt: after } };
      const found = questionsOf(db, generation)
        .find(filter, { projection: { position: 1 } })
        .sort({ position: 1 });
      const page = await found.limit(limit).toArray();
      return page.map(({ _id: answerId, position }) => ({ answerId, position }));
    }),
});

/** The newest that fit, without their contents, and one more. */
const newest = (questions: Collection<StoredQuestion>, filter: Filter<StoredQuestion>, limit: number) =>
  questions
    .find(filter, { projection: { content: 0 } })
    .sort({ position: -1 })
    .limit(limit + 1)
    .toArray();

const listing = (inLive: InLive): Pick<Questions, 'ofCollection' | 'ofGap' | 'sent'> => ({
  ofCollection: async ({ collectionId, outcome, helped, before, limit }) => {
    const wanted = { ...(outcome !== undefined && { outcome }), ...(helped !== undefined && { helped }) };
    const page = await inLive(collectionId, async (questions, shown) => {
      const filter = { ...shown, collection_id: collectionId, ...wanted, ...olderThan(before) };
      return pageOfRows((await newest(questions, filter, limit)).map(listedOf), limit);
    });
    return page ?? emptyPage;
  },
  ofGap: async (gap, { before, limit }) => {
    const page = await inLive(gap.collectionId, async (questions, shown) => {
      const found = await newest(questions, { ...membersOf(gap, shown), ...olderThan(before) }, limit);
      return pageOfRows(found.map(listedOf), limit);
    });
    return page ?? emptyPage;
  },
  sent: async ({ collectionId, from, to }, { after, limit }) => {
    const found = await inLive(collectionId, (questions, { state, day }) => {
      const since = from > day.$gte ? from : day.$gte;
      const filter = { state, day: { $gte: since, $lt: to }, sends: { $gt: 0 }, position: { $gt: after } };
      return questions
        .find({ collection_id: collectionId, ...filter })
        .sort({ position: 1 })
        .limit(limit)
        .toArray();
    });
    return (found ?? []).map(recordOf);
  },
});

const ofTickets = (inLive: InLive): Pick<Questions, 'quoting' | 'countQuoting'> => ({
  quoting: async ({ isCited, ...ticket }, { before, limit }) => {
    const page = await inLive(ticket.collectionId, async (questions, shown) => {
      const filter = { ...shown, ...quotingFilter(ticket) };
      const found =
        isCited === undefined
          ? await newest(questions, { ...filter, ...olderThan(before) }, limit)
          : await newestOf(questions, filter, [
              {
                $match: { 'listed.cited': isCited ? ticket.ticketId : { $ne: ticket.ticketId }, ...olderThan(before) },
              },
              { $limit: limit + 1 },
            ]);
      const rows = found.map((row) => ({ ...listedOf(row), revision: revisionIn(row, ticket.recordId) }));
      return pageOfRows(rows, limit);
    });
    return page ?? emptyPage;
  },
  countQuoting: async (ticket) => {
    const counts = await inLive(ticket.collectionId, async (questions, shown) => {
      const isCited = { $in: [{ $literal: ticket.ticketId }, '$listed.cited'] };
      const sums = { _id: null, count: { $sum: 1 }, cited: { $sum: { $cond: [isCited, 1, 0] } } };
      const filter = { ...shown, ...quotingFilter(ticket) };
      const [found] = await newestOf<QuotingCounts>(questions, filter, [{ $group: sums }]);
      return found;
    });
    return { count: counts?.count ?? 0, cited: counts?.cited ?? 0 };
  },
});

/** What a pipeline makes of the newest `maxQuoting` that fit, without their contents. */
const newestOf = <Found extends Document = StoredQuestion>(
  questions: Collection<StoredQuestion>,
  filter: Filter<StoredQuestion>,
  pipeline: readonly Document[],
) =>
  questions
    .aggregate<Found>([
      { $match: filter },
      { $sort: { position: -1 } },
      { $limit: maxQuoting },
      { $project: { content: 0 } },
      ...pipeline,
    ])
    .toArray();

const emptyPage: PageOf<never> = { rows: [], next: undefined };

const orUndefined = <Found>(found: Found | null): Found | undefined => found ?? undefined;

const olderThan = (before: bigint | undefined) => (before === undefined ? {} : { position: { $lt: before } });

const quotingFilter = ({ collectionId, recordId, revision }: Parameters<Questions['countQuoting']>[0]) => ({
  collection_id: collectionId,
  records: recordId,
  // Of the tickets that it has found these are its sources.
  'content.sources.recordId': recordId,
  ...(revision !== undefined && { quoted: `${recordId}@${revision}` }),
});

const revisionIn = ({ quoted }: StoredQuestion, recordId: string): number =>
  Number(quoted.find((one) => one.startsWith(`${recordId}@`))?.slice(recordId.length + 1));

const listedOf = ({ _id, at, verdict, position, listed }: StoredQuestion): ListedQuestion => ({
  ...(listed as ListedPart),
  ...{ answerId: _id, at, verdict, position },
});

const recordOf = ({ at, verdict, position, content }: StoredQuestion): QuestionRecord => ({
  ...(content as QuestionAnswered['data']),
  ...{ at, verdict, position },
});
