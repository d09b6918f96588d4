import type { Collection, Db, Document, Filter } from 'mongodb';
import { gapKinds } from '../../domain/gap-events.ts';
import { type GapMarks, shownAgainAfter, shownFrom } from '../../domain/gap.ts';
import {
  type GapCount,
  type GapDetails,
  type GapLeader,
  type GapMember,
  type GapOf,
  type Gaps,
  maxGrouped,
  wordingsOf,
} from '../../ports/gaps.ts';
import { currentGeneration } from './current-generation.ts';
import { askedIn, basedOnOf, gapsOf, membersOf, type StoredGap, ticketChangesOf } from './gap-documents.ts';
import { liveReader } from './questions.ts';
import { ungroupedQuestions } from './ungrouped-questions.ts';
import {
  questionsModel,
  questionsOf,
  questionTombstonesOf,
  type Shown,
  type StoredQuestion,
} from './stored-questions.ts';
import { deletedAmong } from './tombstones.ts';

type Questions = Collection<StoredQuestion>;

const isMember: Filter<StoredQuestion> = { kind: { $in: [...gapKinds] }, gap: { $exists: true } };

/** The stages that give the newest grouped questions of a collection, newest first. */
const grouped = (collectionId: string, shown: Shown) => [
  { $match: { collection_id: collectionId, ...isMember, ...shown } },
  { $sort: { position: -1 } },
  { $limit: maxGrouped },
  { $project: { gap: 1, kind: 1, position: 1, day: 1 } },
];

/** Reads gaps from the current generation. */
export const mongoGaps = (db: Db): Gaps => {
  const read = currentGeneration(db, questionsModel);
  const inLive = liveReader(db, read);
  return {
    ...ungroupedQuestions(db, read, inLive),
    leaders: async ({ collectionId, kind }, limit) =>
      (await inLive(collectionId, (questions, shown) =>
        leadersOf(questions, [...grouped(collectionId, shown), { $match: { kind } }], limit),
      )) ?? [],
    members: async (gap, limit) =>
      (await inLive(gap.collectionId, async (questions, shown) => {
        const projection = { 'listed.question': 1, 'content.sources': 1 };
        const found = questions.find(membersOf(gap, shown), { projection }).sort({ position: -1 }).limit(limit);
        const members = await found.toArray();
        return members.map((one): GapMember => ({ ...askedIn(one), sources: one.content?.sources ?? [] }));
      })) ?? [],
    marks: (gap) =>
      inLive(gap.collectionId, (questions, shown, generation) =>
        marksIn(questions, membersOf(gap, shown), () => gapsOf(db, generation).findOne({ _id: gap.gapId })),
      ),
    counts: async (collectionId, days) =>
      (await inLive(collectionId, async (questions, shown, generation) => {
        const marks = await gapsOf(db, generation).find({ collection_id: collectionId }).toArray();
        const stages = [...grouped(collectionId, shown), ...counting(days)];
        const found = await questions.aggregate<Counted>(stages).toArray();
        const byGap = new Map(marks.map((mark) => [mark._id, mark]));
        return Promise.all(found.map((counted) => countOf(counted, byGap.get(counted._id))));
      })) ?? [],
    details: async (gap, since) =>
      (await inLive(gap.collectionId, (questions, shown) => detailsOf(questions, { gap, shown, since }))) ?? noDetails,
    changed: (after) => read((generation) => firstChanged(db, generation, after)),
  };
};

const leadersOf = async (
  questions: Questions,
  ofPlace: readonly Document[],
  limit: number,
): Promise<readonly GapLeader[]> => {
  const group = { _id: '$gap', first: { $last: '$_id' }, last: { $first: '$position' } };
  const stages = [...ofPlace, { $group: group }, { $sort: { last: -1 } }, { $limit: limit }];
  const gaps = await questions.aggregate<{ _id: string; first: string }>(stages).toArray();
  const ids = gaps.map(({ first }) => first);
  const found = questions.find({ _id: { $in: ids } }, { projection: { 'listed.question': 1 } });
  const texts = new Map((await found.toArray()).map((one) => [one._id, askedIn(one).question]));
  return gaps.map(({ _id: gapId, first }) => ({ gapId, answerId: first, question: texts.get(first) ?? '' }));
};

type Counted = Pick<GapCount, 'kind' | 'count' | 'recent' | 'earlier' | 'firstDay' | 'lastDay'> & {
  readonly _id: string;
  readonly positions: readonly bigint[];
};

const countOf = async (
  { _id: gapId, positions, ...count }: Counted,
  mark: StoredGap | undefined,
): Promise<GapCount> => {
  const since = (position: bigint) =>
    Promise.resolve(Math.min(positions.filter((one) => one > position).length, shownAgainAfter));
  return { gapId, ...count, closing: mark?.closing ?? null, ...(await marksOf(mark ?? {}, since)) };
};

/** `since` counts the questions after a position. */
const marksOf = async (
  { dismissed, restored = -1n, closed, closing }: Partial<StoredGap>,
  since: (position: bigint) => Promise<number>,
): Promise<GapMarks> => ({
  sinceDismissed: dismissed === undefined || dismissed < restored ? undefined : await since(dismissed),
  sinceClosed: closed === undefined || !closing ? undefined : await since(closed),
});

const marksIn = async (
  questions: Questions,
  members: Filter<StoredQuestion>,
  findMark: () => Promise<StoredGap | null>,
): Promise<GapMarks | undefined> => {
  if ((await questions.countDocuments(members, { limit: shownFrom })) < shownFrom) return undefined;
  return marksOf((await findMark()) ?? {}, (position) =>
    questions.countDocuments({ ...members, position: { $gt: position } }, { limit: shownAgainAfter }),
  );
};

const counting = ({ recent, earlier }: Parameters<Gaps['counts']>[1]) => [
  {
    $group: {
      _id: '$gap',
      kind: { $first: '$kind' },
      count: { $sum: 1 },
      recent: { $sum: { $cond: [{ $gte: ['$day', recent] }, 1, 0] } },
      earlier: { $sum: { $cond: [{ $and: [{ $gte: ['$day', earlier] }, { $lt: ['$day', recent] }] }, 1, 0] } },
      firstDay: { $min: '$day' },
      lastDay: { $max: '$day' },
      positions: { $push: '$position' },
    },
  },
  { $match: { count: { $gte: shownFrom } } },
];

const noDetails: GapDetails = { days: [], wordings: [], nearest: null, basedOn: { answers: 0, tickets: [] } };

type Wanted = { readonly gap: GapOf; readonly shown: Shown; readonly since: string };

const detailsOf = async (questions: Questions, { gap, shown, since }: Wanted): Promise<GapDetails> => {
  const day = { $gte: since > shown.day.$gte ? since : shown.day.$gte };
  const days = questions.aggregate<{ _id: string; questions: number }>([
    { $match: { ...membersOf(gap, shown), day } },
    { $group: { _id: '$day', questions: { $sum: 1 } } },
    { $sort: { _id: 1 } },
  ]);
  return {
    days: (await days.toArray()).map(({ _id, questions: count }) => ({ day: _id, questions: count })),
    ...wordingsOf((await told(questions, membersOf(gap, shown))).map(toldIn)),
    basedOn: await basedOnOf(questions, membersOf(gap, shown)),
  };
};

/** How many of the first questions are looked at where the best ones are gone. */
const firstQuestions = 10;

/** The questions that say what a gap is about: those that were found to, as far as they are left, then the first. */
const told = async (questions: Questions, gap: Filter<StoredQuestion>): Promise<readonly StoredQuestion[]> => {
  const projection = { listed: 1, wordings: 1 };
  const newest = questions
    .find({ ...gap, wordings: { $exists: true } }, { projection })
    .sort({ position: -1 })
    .limit(1);
  const ids = (await newest.toArray())[0]?.wordings ?? [];
  const named = await questions.find({ ...gap, _id: { $in: [...ids] } }, { projection }).toArray();
  const byId = new Map(named.map((one) => [one._id, one]));
  const first = questions.find(gap, { projection }).sort({ position: 1 }).limit(firstQuestions);
  return [...ids.flatMap((id) => byId.get(id) ?? []), ...(await first.toArray())];
};

const toldIn = (question: StoredQuestion) => ({ ...askedIn(question), nearest: question.listed?.nearest ?? null });

const changesPerPage = 100;

/** Collections without gaps are passed over, a page at a time. */
const firstChanged = async (db: Db, generation: string, after: bigint): ReturnType<Gaps['changed']> => {
  for (let position = after; ;) {
    const found = ticketChangesOf(db, generation).find({ position: { $gt: position } });
    const page = await found.sort({ position: 1 }).limit(changesPerPage).toArray();
    const ids = page.map(({ _id }) => _id);
    const deleted = await deletedAmong(questionTombstonesOf(db, generation), ids);
    for (const { _id: collectionId, position: changed } of page) {
      const filter = { collection_id: collectionId, ...isMember };
      const one = deleted.has(collectionId) ? null : await questionsOf(db, generation).findOne(filter);
      if (one) return { collectionId, userId: one.user_id, position: changed };
    }
    const last = page.at(-1);
    if (!last) return undefined;
    ({ position } = last);
  }
};
