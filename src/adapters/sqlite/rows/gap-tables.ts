import { gapKindOf } from '../../../domain/gap.ts';
import type { QuestionOutcome } from '../../../domain/question-events.ts';
import { isGapStream, streamOf } from '../../../domain/streams.ts';
import type { QuestionChange, Verdict } from '../../../ports/questions.ts';
import { type Database, prepared, uuidBytes, uuidText } from '../database.ts';
import type { OpenTables } from '../read-model.ts';

/**
 * Gaps are columns of their questions: `kind`, which changes with the verdict, and `gap`, which does not. Of a gap that was dismissed or closed a row has the
 * positions of that, and of its last restoration; `closed` is that of its last closing or, without `closing`, reopening. What they count is counted when it is read: retention and erasures change it at once.
 */
export const gapSchema = `
  ALTER TABLE questions ADD COLUMN kind TEXT;
  ALTER TABLE questions ADD COLUMN gap BLOB;
  ALTER TABLE questions ADD COLUMN wordings TEXT;
  ALTER TABLE collections ADD COLUMN changed INTEGER;
  CREATE INDEX questions_ungrouped ON questions (user_id, position) WHERE kind IS NOT NULL AND gap IS NULL;
  CREATE INDEX questions_grouped ON questions (collection, position, gap, kind, day, state) WHERE gap IS NOT NULL;
  CREATE INDEX questions_of_gap ON questions (gap, position, day, kind, state) WHERE gap IS NOT NULL;
  CREATE TABLE gaps (
    id BLOB PRIMARY KEY, collection INTEGER NOT NULL, dismissed INTEGER, restored INTEGER, closed INTEGER, closing TEXT
  ) WITHOUT ROWID;
  CREATE INDEX collections_changed ON collections (changed) WHERE changed IS NOT NULL`;

const statements = {
  answered: `SELECT outcome, content ->> '$.embeddingModel' AS model, content ->> '$.isFiltered' AS filtered, verdict FROM questions WHERE id = ? AND content IS NOT NULL`,
  classify: `UPDATE questions SET kind = ?2 WHERE id = ?1 AND kind IS NOT ?2`,
  group: `UPDATE questions SET gap = ?2, wordings = ?3, bytes = bytes + ?4 WHERE id = ?1 AND gap IS NULL AND content IS NOT NULL`,
  collection: `SELECT number FROM collections WHERE id = ?`,
  dismiss: `INSERT INTO gaps (id, collection, dismissed) VALUES (?1, ?2, ?3)
    ON CONFLICT DO UPDATE SET dismissed = ?3 WHERE dismissed IS NULL OR dismissed < ?3`,
  restore: `INSERT INTO gaps (id, collection, restored) VALUES (?1, ?2, ?3)
    ON CONFLICT DO UPDATE SET restored = ?3 WHERE restored IS NULL OR restored < ?3`,
  close: `INSERT INTO gaps (id, collection, closed, closing) VALUES (?1, ?2, ?3, ?4)
    ON CONFLICT DO UPDATE SET closed = ?3, closing = ?4 WHERE closed IS NULL OR closed < ?3`,
  reopen: `UPDATE gaps SET closed = ?3, closing = NULL WHERE id = ?1 AND collection = ?2 AND closed < ?3`,
  grow: `UPDATE questions SET bytes = bytes + ?2 WHERE id = ?1 AND content IS NOT NULL`,
  changeTickets: `UPDATE collections SET changed = ?2 WHERE id = ?1 AND (changed IS NULL OR changed < ?2)`,
  orphans: `SELECT c.id AS collection, g.id AS id FROM gaps g JOIN collections c ON c.number = g.collection
    WHERE NOT EXISTS (SELECT 1 FROM questions q WHERE q.gap = g.id) LIMIT ?`,
  remove: `DELETE FROM gaps WHERE id = ?`,
};

type Statements = ReturnType<typeof prepared<keyof typeof statements>>;

/** The tables of questions with what changes of gaps, after what changes of questions; of a gap without questions the name of its stream is left for the purge. */
export const withGaps = (database: Database, tables: OpenTables<QuestionChange>): OpenTables<QuestionChange> => {
  const run = prepared(database, statements);
  return {
    ...tables,
    apply: (changes) => {
      tables.apply(changes);
      for (const change of changes) applyChange(run, change);
      changeTickets(run, changes);
    },
    orphans: (limit) => {
      const questions = tables.orphans(limit);
      if (questions.length > 0) return questions;
      const gaps = run.orphans.all(limit);
      return gaps.map(({ collection, id }) => ({
        collectionId: collection as string,
        recordId: streamOf.gap(uuidText(id)),
      }));
    },
    remove: (orphan) => {
      const { recordId } = orphan;
      if (isGapStream(recordId)) run.remove.run(uuidBytes(recordId.slice(streamOf.gap('').length)));
      else tables.remove(orphan);
    },
  };
};

const applyChange = (run: Statements, change: QuestionChange): void => {
  if (change.type === 'judge') classify(run, change.answerId);
  else if (change.type === 'put') {
    // Others have no kind before their verdict.
    if (change.data.outcome === 'too-little') classify(run, change.data.answerId);
  } else if (change.type === 'group') {
    const { answerId, gapId, wordings, bytes } = change;
    run.group.run(uuidBytes(answerId), uuidBytes(gapId), JSON.stringify(wordings), bytes);
  } else if (isMark(change)) mark(run, change);
};

type Mark = Extract<QuestionChange, { readonly type: 'dismiss' | 'restore' | 'close' | 'reopen' }>;

const isMark = (change: QuestionChange): change is Mark =>
  ['dismiss', 'restore', 'close', 'reopen'].includes(change.type);

/** A repeat changes nothing, and counts nothing again. */
const mark = (run: Statements, change: Mark): void => {
  const { gapId, collectionId, position } = change;
  // Every gap has had a question of the collection.
  const collection = run.collection.get(collectionId)?.['number'] as number | undefined;
  if (collection === undefined) return;
  const row = [uuidBytes(gapId), collection, position] as const;
  const { changes } =
    change.type === 'close' ? run.close.run(...row, JSON.stringify(change.closing)) : run[change.type].run(...row);
  if (changes > 0) run.grow.run(uuidBytes(gapId), change.bytes);
};

/** From the row, so that a repeat changes nothing. */
const classify = (run: Statements, answerId: string): void => {
  const id = uuidBytes(answerId);
  const row = run.answered.get(id);
  if (!row) return;
  const answered = {
    ...{ outcome: row['outcome'] as QuestionOutcome, embeddingModel: row['model'] as string | null },
    ...(row['filtered'] === 1 && { isFiltered: true as const }),
  };
  const verdict = row['verdict'] === null ? null : (JSON.parse(row['verdict'] as string) as Verdict);
  run.classify.run(id, gapKindOf(answered, verdict) ?? null);
};

/** The last position of each collection that has had questions. */
const changeTickets = (run: Statements, changes: readonly QuestionChange[]): void => {
  const last = new Map<string, bigint>();
  for (const change of changes) if (change.type === 'change tickets') last.set(change.collectionId, change.position);
  for (const [collectionId, position] of last) run.changeTickets.run(collectionId, position);
};
