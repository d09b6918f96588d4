import type { Collection, Db, Filter } from 'mongodb';
import { gapKinds } from '../../domain/gap-events.ts';
import { type Gaps, maxUngrouped, shareOfTurn, type UngroupedQuestion } from '../../ports/gaps.ts';
import type { ReadCurrent } from './current-generation.ts';
import { askedIn } from './gap-documents.ts';
import type { liveReader } from './questions.ts';
import { questionsOf, questionTombstonesOf, shownIn, type StoredQuestion } from './stored-questions.ts';

type Questions = Collection<StoredQuestion>;

const isUngrouped: Filter<StoredQuestion> = { kind: { $in: [...gapKinds] }, gap: { $exists: false } };

/** The questions that belong to a gap and are in none yet. */
export const ungroupedQuestions = (
  db: Db,
  read: ReadCurrent,
  inLive: ReturnType<typeof liveReader>,
): Pick<Gaps, 'ungrouped' | 'countUngrouped'> => ({
  ungrouped: async (limit, afterUser) =>
    (await read((generation) => ungroupedIn(db, generation, { limit, afterUser }))) ?? [],
  countUngrouped: async ({ collectionId, userId }) =>
    (await inLive(collectionId, async (questions, shown) => {
      const found = questions.find({ ...isUngrouped, ...shown, user_id: userId }, { projection: { collection_id: 1 } });
      const newest = await found.sort({ position: -1 }).limit(maxUngrouped).toArray();
      return newest.filter(({ collection_id: id }) => id === collectionId).length;
    })) ?? 0,
});

type Turn = { readonly limit: number; readonly afterUser: string | undefined };

const ungroupedIn = async (db: Db, generation: string, turn: Turn): Promise<readonly UngroupedQuestion[]> => {
  // A purged collection has no questions; tombstones stay for ever, and may be more than a filter can have.
  const graves = await questionTombstonesOf(db, generation)
    .find({ purged: false }, { projection: { _id: 1 } })
    .toArray();
  const filter = {
    ...isUngrouped,
    ...(await shownIn(db, generation)),
    collection_id: { $nin: graves.map(({ _id }) => _id) },
  };
  const users = await usersIn(questionsOf(db, generation), filter, turn);
  const limit = shareOfTurn(turn.limit, users.length);
  const found = await Promise.all(
    users.map((user_id) => {
      const ofUser = questionsOf(db, generation).find({ ...filter, user_id }, { projection: { content: 0 } });
      return ofUser.sort({ position: 1 }).limit(limit).toArray();
    }),
  );
  return found.flat().flatMap((question) => {
    const { kind, collection_id: collectionId, user_id: userId, position } = question;
    return kind ? [{ kind, collectionId, userId, position, ...askedIn(question) }] : [];
  });
};

/** The users that have such questions, at most so many: those after one, then those up to it. Each is looked up in an index: one may have very many. */
const usersIn = async (
  questions: Questions,
  filter: Filter<StoredQuestion>,
  { limit, afterUser = '' }: Turn,
): Promise<readonly string[]> => {
  const users: string[] = [];
  const next = async (after: string) => {
    const found = questions.find({ ...filter, user_id: { $gt: after } }, { projection: { user_id: 1 } });
    return (await found.sort({ user_id: 1 }).limit(1).toArray())[0]?.user_id;
  };
  for (let user = await next(afterUser); user !== undefined && users.length < limit; user = await next(user))
    users.push(user);
  for (
    let user = await next('');
    user !== undefined && user <= afterUser && users.length < limit;
    user = await next(user)
  )
    users.push(user);
  return users;
};
