import type { QuestionAnswered } from '../../../domain/question-events.ts';
import {
  type DayFigures,
  type ListedPart,
  type ListedQuestion,
  type PageOf,
  type QuestionRecord,
  type Questions,
  type Verdict,
  maxQuoting,
  maxTimed,
  middleOf,
  noFigures,
  pageOfRows,
} from '../../../ports/questions.ts';
import { type Database, prepared, uuidBytes, uuidText } from '../database.ts';
import { bytesOfUser, countsOfDay } from './question-days.ts';
import { asCopy, isShown } from './question-tables.ts';

const ofCollection = `q.collection = (SELECT number FROM collections WHERE id = ?)`;
const listed = `SELECT q.id, q.at, q.position, q.listed, q.verdict FROM questions q`;
const newest = `AND q.position < ? AND ${isShown} ORDER BY q.position DESC LIMIT ?`;
const ofTicket = `WHERE s.collection = (SELECT number FROM collections WHERE id = ?1) AND s.record = ?2`;
const asSource = `AND (?3 IS NULL OR s.revision = ?3) AND s.revision <> ${asCopy}`;
const byTicket = `FROM quoted s JOIN questions q ON q.number = s.question ${ofTicket}`;
/** The newest, without the rows of questions, which may be long. */
const newestOfTicket = `(
  SELECT s.question, s.position, s.revision, s.cited
  FROM quoted s CROSS JOIN questions q INDEXED BY questions_shown ON q.number = s.question ${ofTicket} ${asSource} AND ${isShown} ORDER BY s.position DESC LIMIT ${maxQuoting})`;
const queries = {
  id: `SELECT q.* FROM questions q WHERE q.id = ? AND ${isShown}`,
  all: `${listed} WHERE ${ofCollection} ${newest}`,
  ofOutcome: `${listed} WHERE ${ofCollection} AND q.outcome = ? ${newest}`,
  judged: `${listed} WHERE ${ofCollection} AND q.helped IS ? ${newest}`,
  judgedOfOutcome: `${listed} WHERE ${ofCollection} AND q.helped IS ? AND q.outcome = ? ${newest}`,
  ofGap: `${listed} INDEXED BY questions_of_gap WHERE q.gap = ? AND ${ofCollection} AND q.kind IS NOT NULL ${newest}`,
  quoting: `SELECT q.id, q.at, q.position, q.listed, q.verdict, s.revision ${byTicket} ${asSource} AND s.position < ?4 AND ${isShown} ORDER BY s.position DESC LIMIT ?5`,
  quotingCited: `SELECT q.id, q.at, q.position, q.listed, q.verdict, s.revision FROM (
      SELECT * FROM ${newestOfTicket} WHERE cited = ?4 AND position < ?5 ORDER BY position DESC LIMIT ?6
    ) s CROSS JOIN questions q ON q.number = s.question ORDER BY s.position DESC`,
  countQuoting: `SELECT count(*) AS count, coalesce(sum(cited), 0) AS cited FROM ${newestOfTicket}`,
  day: countsOfDay,
  median: `SELECT milliseconds FROM (
      SELECT q.milliseconds FROM questions q INDEXED BY questions_by_day WHERE ${ofCollection} AND q.day = ? AND ${isShown} ORDER BY q.position DESC LIMIT ${maxTimed}
    ) ORDER BY milliseconds LIMIT 1 OFFSET ?`,
  sent: `SELECT q.content, q.at, q.position FROM questions q WHERE ${ofCollection} AND q.sends > 0 AND q.position > ? AND q.day >= ? AND q.day < ? AND ${isShown} ORDER BY q.position LIMIT ?`,
  bytes: bytesOfUser,
  firstDay: `SELECT min(day) AS day FROM questions`,
  isErased: `SELECT 1 FROM erased WHERE collection = (SELECT number FROM collections WHERE id = ?) AND record = ?`,
  erased: `SELECT q.id, s.position ${byTicket} AND s.position > ?3 ORDER BY s.position LIMIT ?4`,
};

/** Beyond every position. */
const endOfLog = 2n ** 63n - 1n;

type Statements = ReturnType<typeof prepared<keyof typeof queries>>;

/** Reads questions on any connection. */
export const sqliteQuestions = (database: Database): Questions => {
  const run = prepared(database, queries);
  return {
    byId: (answerId) => {
      const row = run.id.get(uuidBytes(answerId));
      return Promise.resolve(row && recordOf(row));
    },
    ofCollection: (query) => Promise.resolve(pageOf(run, query)),
    ofGap: ({ collectionId, gapId }, { before = endOfLog, limit }) => {
      const rows = run.ofGap.iterate(uuidBytes(gapId), collectionId, before, limit + 1);
      return Promise.resolve(pageOfRows(mapped(rows, listedOf), limit));
    },
    quoting: ({ collectionId, recordId, revision = null, isCited }, { before = endOfLog, limit }) => {
      const ticket = [collectionId, uuidBytes(recordId), revision];
      const rows =
        isCited === undefined
          ? run.quoting.iterate(...ticket, before, limit + 1)
          : run.quotingCited.iterate(...ticket, Number(isCited), before, limit + 1);
      const quoting = mapped(rows, (row) => ({ ...listedOf(row), revision: row['revision'] as number }));
      return Promise.resolve(pageOfRows(quoting, limit));
    },
    countQuoting: ({ collectionId, recordId, revision = null }) => {
      const row = run.countQuoting.get(collectionId, uuidBytes(recordId), revision);
      return Promise.resolve({ count: Number(row?.['count']), cited: Number(row?.['cited']) });
    },
    figures: (collectionId, days) => Promise.resolve(days.map((day) => figuresOf(run, collectionId, day))),
    sent: ({ collectionId, from, to }, { after, limit }) =>
      Promise.resolve(run.sent.all(collectionId, after, from, to, limit).map(recordOf)),
    bytes: (userId) => Promise.resolve(Number(run.bytes.get(userId)?.['bytes'])),
    firstDay: () => Promise.resolve((run.firstDay.get()?.['day'] as string | null) ?? undefined),
    erased: ({ collectionId, recordId }, { after, limit }) => {
      const record = uuidBytes(recordId);
      if (!run.isErased.get(collectionId, record)) return Promise.resolve(undefined);
      const rows = run.erased.all(collectionId, record, after, limit);
      return Promise.resolve(rows.map((row) => ({ answerId: uuidText(row['id']), position: positionOf(row) })));
    },
  };
};

const pageOf = (
  run: Statements,
  { collectionId, outcome, helped, before = endOfLog, limit }: Parameters<Questions['ofCollection']>[0],
): PageOf<ListedQuestion> => {
  const judged = helped === undefined ? [] : [helped === null ? null : Number(helped)];
  const given = outcome === undefined ? [] : [outcome];
  const names = { '': run.all, o: run.ofOutcome, j: run.judged, jo: run.judgedOfOutcome };
  const statement = names[`${judged.length > 0 ? 'j' : ''}${given.length > 0 ? 'o' : ''}`];
  return pageOfRows(mapped(statement.iterate(collectionId, ...judged, ...given, before, limit + 1), listedOf), limit);
};

function* mapped<To>(rows: Iterator<Row>, map: (row: Row) => To): Generator<To, void> {
  try {
    for (let row = rows.next(); !row.done; row = rows.next()) yield map(row.value);
  } finally {
    rows.return?.();
  }
}

const figuresOf = (run: Statements, collectionId: string, day: string): DayFigures => {
  const row = run.day.get(collectionId, day);
  const number = (name: string) => Number(row?.[name]);
  const questions = row ? number('questions') : 0;
  if (questions === 0) return { day, ...noFigures };
  const median = run.median.get(collectionId, day, middleOf(questions))?.['milliseconds'] as number | undefined;
  const judged = { helped: number('helped'), notHelped: number('not_helped') };
  return { day, questions, answered: number('answered'), ...judged, medianMilliseconds: median ?? null };
};

type Row = Record<string, unknown>;

const positionOf = ({ position }: Row): bigint => BigInt(position as number);

const verdictOf = ({ verdict }: Row): Verdict | null =>
  typeof verdict === 'string' ? (JSON.parse(verdict) as Verdict) : null;

const listedOf = (row: Row): ListedQuestion => ({
  ...(JSON.parse(row['listed'] as string) as ListedPart),
  answerId: uuidText(row['id']),
  at: row['at'] as string,
  verdict: verdictOf(row),
  position: positionOf(row),
});

const recordOf = (row: Row): QuestionRecord => ({
  ...(JSON.parse(row['content'] as string) as QuestionAnswered['data']),
  at: row['at'] as string,
  verdict: verdictOf(row),
  position: positionOf(row),
});
