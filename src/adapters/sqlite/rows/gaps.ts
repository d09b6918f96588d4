import type { GapKind } from '../../../domain/gap-events.ts';
import { type GapMarks, shownAgainAfter, shownFrom } from '../../../domain/gap.ts';
import type { QuotedTicket } from '../../../domain/question-events.ts';
import {
  basedOnIn,
  type Closing,
  type GapCount,
  type Gaps,
  maxAnswersOfGap,
  maxGrouped,
  maxUngrouped,
  shareOfTurn,
  type UngroupedQuestion,
  wordingsOf,
} from '../../../ports/gaps.ts';
import type { ListedPart } from '../../../ports/questions.ts';
import { type Database, prepared, uuidBytes, uuidText } from '../database.ts';
import { isShown } from './question-tables.ts';

const ofCollection = `q.collection = (SELECT number FROM collections WHERE id = ?)`;
const isMember = `q.gap IS NOT NULL AND q.kind IS NOT NULL AND ${isShown}`;
/** The newest of a collection, read from an index alone. */
const grouped = `SELECT q.number, q.gap, q.kind, q.position, q.day FROM questions q INDEXED BY questions_grouped
  WHERE ${ofCollection} AND ${isMember} ORDER BY q.position DESC LIMIT ${maxGrouped}`;
/** By the index of gaps: that of the collection has all of its questions. */
const ofGap = `questions q INDEXED BY questions_of_gap WHERE q.gap = ? AND ${ofCollection} AND ${isMember}`;
const countSince = (mark: string) =>
  `(SELECT count(*) FROM (SELECT 1 FROM questions q INDEXED BY questions_of_gap WHERE q.gap = s.gap AND q.position > ${mark} AND ${isMember} LIMIT ${shownAgainAfter}))`;
/** A gap `s` with its row `g`, if it has one. */
const marks = `iif(g.dismissed > coalesce(g.restored, 0), g.dismissed, NULL) AS dismissed, iif(g.closing IS NULL, NULL, g.closed) AS closed,
  ${countSince('g.dismissed')} AS since_dismissed, ${countSince('g.closed')} AS since_closed`;
const isUngrouped = `q.kind IS NOT NULL AND q.gap IS NULL AND ${isShown}`;

const queries = {
  ungrouped: `
    SELECT c.id AS collection, q.id, q.user_id, q.kind, q.position, q.listed FROM questions q INDEXED BY questions_ungrouped
    JOIN collections c ON c.number = q.collection WHERE q.user_id = ? AND ${isUngrouped} ORDER BY q.position LIMIT ?`,
  countUngrouped: `
    SELECT count(*) AS count FROM (
      SELECT q.collection FROM questions q INDEXED BY questions_ungrouped
      WHERE q.user_id = ?1 AND ${isUngrouped} ORDER BY q.position DESC LIMIT ${maxUngrouped}
    ) q WHERE ${ofCollection.replace('?', '?2')}`,
  nextUser: `SELECT q.user_id FROM questions q INDEXED BY questions_ungrouped WHERE q.user_id > ? AND ${isUngrouped} ORDER BY q.user_id LIMIT 1`,
  // The emptied row of a question that was recorded anew has the gap and the place of its successor until it is purged.
  leaders: `
    SELECT q.id, q.listed, l.gap FROM (
      SELECT gap, min(position) AS first, max(position) AS last FROM (${grouped}) WHERE kind = ? GROUP BY gap
    ) l JOIN questions q ON q.gap = l.gap AND q.position = l.first AND ${isShown} ORDER BY l.last DESC LIMIT ?`,
  members: `SELECT q.id, q.listed, q.content -> '$.sources' AS sources FROM ${ofGap} ORDER BY q.position DESC LIMIT ?`,
  counts: `
    SELECT s.*, g.closing, ${marks} FROM (
      SELECT gap, kind, count(*) AS count, sum(day >= ?2) AS recent, sum(day >= ?3 AND day < ?2) AS earlier, min(day) AS first_day, max(day) AS last_day
      FROM (${grouped.replace('?', '?1')}) GROUP BY gap HAVING count(*) >= ${shownFrom}
    ) s LEFT JOIN gaps g ON g.id = s.gap`,
  marks: `
    SELECT ${marks} FROM (SELECT ?1 AS gap) s LEFT JOIN gaps g ON g.id = s.gap
    WHERE (SELECT count(*) FROM (SELECT 1 FROM ${ofGap.replace('?', '?1').replace('?)', '?2)')} LIMIT ${shownFrom})) = ${shownFrom}`,
  days: `SELECT q.day, count(*) AS questions FROM ${ofGap} AND q.day >= ? GROUP BY q.day ORDER BY q.day`,
  wordings: `SELECT q.wordings FROM ${ofGap} AND q.wordings IS NOT NULL ORDER BY q.position DESC LIMIT 1`,
  named: `SELECT q.id, q.listed FROM ${ofGap} AND q.id IN (?, ?, ?)`,
  first: `SELECT q.id, q.listed FROM ${ofGap} ORDER BY q.position LIMIT ?`,
  cited: `SELECT q.listed -> '$.cited' AS cited FROM ${ofGap} AND q.kind = 'there-but-wrong' ORDER BY q.position DESC LIMIT ${maxAnswersOfGap}`,
  changed: `
    SELECT c.id, c.changed, (SELECT q.user_id FROM questions q WHERE q.collection = c.number AND q.gap IS NOT NULL LIMIT 1) AS user
    FROM collections c WHERE c.changed > ? AND c.deleted IS NULL
      AND EXISTS (SELECT 1 FROM questions q WHERE q.collection = c.number AND q.gap IS NOT NULL)
    ORDER BY c.changed LIMIT 1`,
};

type Statements = ReturnType<typeof prepared<keyof typeof queries>>;
type Row = Record<string, unknown>;

/** Reads gaps on any connection. */
export const sqliteGaps = (database: Database): Gaps => {
  const run = prepared(database, queries);
  return {
    ...waiting(run),
    leaders: ({ collectionId, kind }, limit) =>
      Promise.resolve(
        run.leaders.all(collectionId, kind, limit).map((row) => ({ gapId: uuidText(row['gap']), ...askedIn(row) })),
      ),
    members: ({ collectionId, gapId }, limit) =>
      Promise.resolve(
        run.members.all(uuidBytes(gapId), collectionId, limit).map((row) => ({
          ...askedIn(row),
          sources: JSON.parse(row['sources'] as string) as readonly QuotedTicket[],
        })),
      ),
    counts: (collectionId, { earlier, recent }) =>
      Promise.resolve(run.counts.all(collectionId, recent, earlier).map(countOf)),
    marks: ({ collectionId, gapId }) => {
      const row = run.marks.get(uuidBytes(gapId), collectionId);
      return Promise.resolve(row && marksOf(row));
    },
    details: ({ collectionId, gapId }, since) => {
      const gap = [uuidBytes(gapId), collectionId] as const;
      const days = run.days.all(...gap, since);
      return Promise.resolve({
        days: days.map(({ day, questions }) => ({ day: day as string, questions: Number(questions) })),
        ...{ ...wordingsOf(told(run, gap)), basedOn: basedOnOf(run, gap) },
      });
    },
    changed: (after) => {
      const row = run.changed.get(after);
      const position = BigInt((row?.['changed'] as number | undefined) ?? 0);
      return Promise.resolve(row && { collectionId: row['id'] as string, userId: row['user'] as string, position });
    },
  };
};

const waiting = (run: Statements): Pick<Gaps, 'ungrouped' | 'countUngrouped'> => ({
  ungrouped: (limit, afterUser) => {
    const users = ungroupedUsers(run, limit, afterUser);
    const rows = users.flatMap((user) => run.ungrouped.all(user, shareOfTurn(limit, users.length)));
    return Promise.resolve(rows.map(ungroupedOf));
  },
  countUngrouped: ({ collectionId, userId }) =>
    Promise.resolve(Number(run.countUngrouped.get(userId, collectionId)?.['count'])),
});

/** The users that have ungrouped questions, at most so many: those after one, then those up to it. */
const ungroupedUsers = (run: Statements, limit: number, afterUser = ''): readonly string[] => {
  const users: string[] = [];
  const next = (after: string) => run.nextUser.get(after)?.['user_id'] as string | undefined;
  for (let user = next(afterUser); user !== undefined && users.length < limit; user = next(user)) users.push(user);
  for (let user = next(''); user !== undefined && user <= afterUser && users.length < limit; user = next(user))
    users.push(user);
  return users;
};

const ungroupedOf = (row: Row): UngroupedQuestion => ({
  collectionId: row['collection'] as string,
  userId: row['user_id'] as string,
  kind: row['kind'] as GapKind,
  position: BigInt(row['position'] as number),
  ...askedIn(row),
});

/** How many of the first questions are looked at where the best ones are gone. */
const firstQuestions = 10;

/** The questions that say what a gap is about: those that were found to, as far as they are left, then the first. */
const told = (run: Statements, gap: readonly [Uint8Array, string]) => {
  const best = run.wordings.get(...gap)?.['wordings'] as string | undefined;
  const ids = best === undefined ? [] : (JSON.parse(best) as readonly string[]).slice(0, 3);
  const [one = null, two = null, three = null] = ids.map(uuidBytes);
  const named = run.named.all(...gap, one, two, three);
  const rows = ids.flatMap((id) => named.filter((row) => uuidText(row['id']) === id));
  return [...rows, ...run.first.all(...gap, firstQuestions)].map((row) => ({
    ...askedIn(row),
    nearest: listedIn(row).nearest,
  }));
};

/** What the newest answers of a gap were based on that have not helped. */
const basedOnOf = (run: Statements, gap: readonly [Uint8Array, string]) =>
  basedOnIn(run.cited.all(...gap).map((row) => JSON.parse(row['cited'] as string) as readonly string[]));

const listedIn = (row: Row): ListedPart => JSON.parse(row['listed'] as string) as ListedPart;

const askedIn = (row: Row) => ({ answerId: uuidText(row['id']), question: listedIn(row).question });

const marksOf = (row: Row): GapMarks => {
  const since = (mark: string, count: string) => (row[mark] === null ? undefined : Number(row[count]));
  return { sinceDismissed: since('dismissed', 'since_dismissed'), sinceClosed: since('closed', 'since_closed') };
};

const countOf = (row: Row): GapCount => ({
  gapId: uuidText(row['gap']),
  kind: row['kind'] as GapKind,
  ...{ count: Number(row['count']), recent: Number(row['recent']), earlier: Number(row['earlier']) },
  firstDay: row['first_day'] as string,
  lastDay: row['last_day'] as string,
  ...marksOf(row),
  closing: row['closing'] === null ? null : (JSON.parse(row['closing'] as string) as Closing),
});
