import type { Counts } from '../../../ports/read-model.ts';
import type { Database } from '../database.ts';

/** The state of a question that counts: `questionStates.kept`. */
const kept = 0;

/** What is added up, for a row. */
const sums: Readonly<Record<string, (row: string) => string>> = {
  bytes: (row) => `${row}.bytes`,
  questions: () => '1',
  answered: (row) => `${row}.outcome = 'answered'`,
  helped: (row) => `coalesce(${row}.helped = 1, 0)`,
  not_helped: (row) => `coalesce(${row}.helped = 0, 0)`,
};
const names = Object.keys(sums);

/** One term for each sum. */
const each = (term: (name: string, counted: (row: string) => string) => string): string =>
  Object.entries(sums)
    .map(([name, counted]) => term(name, (row) => `iif(${row}.state = ${kept}, ${counted(row)}, 0)`))
    .join(', ');

const ofDay = (row: 'NEW' | 'OLD') => `collection = ${row}.collection AND day = ${row}.day`;

/**
 * What the questions of each collection and day occupy, as quotas ask for it before each batch of an upload, and how many they are: a sum over all questions of a tenant, or of a day, would
 * take longer with each. Triggers keep it, so that no write can leave it out; expiries and deletions change the days and collections that are read.
 */
export const daysSchema = `
  CREATE TABLE question_days (
    collection INTEGER NOT NULL, day TEXT NOT NULL, user_id TEXT NOT NULL, ${each((name) => `${name} INTEGER NOT NULL`)}, PRIMARY KEY (collection, day)
  ) WITHOUT ROWID;
  CREATE INDEX question_days_of_user ON question_days (user_id, day, collection, bytes);
  CREATE TRIGGER question_added AFTER INSERT ON questions BEGIN
    INSERT INTO question_days (collection, day, user_id, ${names.join(', ')}) VALUES (NEW.collection, NEW.day, NEW.user_id, ${each((_, counted) => counted('NEW'))})
      ON CONFLICT DO UPDATE SET ${each((name) => `${name} = ${name} + excluded.${name}`)};
  END;
  CREATE TRIGGER question_changed AFTER UPDATE OF bytes, state, helped ON questions BEGIN
    UPDATE question_days SET ${each((name, counted) => `${name} = ${name} + ${counted('NEW')} - ${counted('OLD')}`)} WHERE ${ofDay('NEW')};
  END;
  CREATE TRIGGER question_removed AFTER DELETE ON questions BEGIN
    UPDATE question_days SET ${each((name, counted) => `${name} = ${name} - ${counted('OLD')}`)} WHERE ${ofDay('OLD')};
    DELETE FROM question_days WHERE ${ofDay('OLD')} AND bytes = 0;
  END;`;

const isKept = `b.day >= (SELECT since FROM kept)`;
const isLive = `NOT EXISTS (SELECT 1 FROM collections d WHERE d.number = b.collection AND d.deleted IS NOT NULL)`;

/** The bytes of a user. */
export const bytesOfUser = `SELECT coalesce(sum(b.bytes), 0) AS bytes FROM question_days b WHERE b.user_id = ? AND ${isKept} AND ${isLive}`;

/** The counts of a collection's day. */
export const countsOfDay = `
  SELECT b.questions, b.answered, b.helped, b.not_helped FROM question_days b
  WHERE b.collection = (SELECT number FROM collections WHERE id = ?) AND b.day = ? AND ${isKept} AND ${isLive}`;

const pageSize = 500;

/** The stored sums of live collections, with those of their rows. */
export const dayCounts = (database: Database): ((after: string | undefined) => readonly Counts[]) => {
  const stored = each((name) => `coalesce(sum(b.${name}), 0)`);
  const ofRows = each((_, counted) => `coalesce(sum(${counted('b')}), 0)`);
  const page = database.prepare(`
    SELECT c.id, (SELECT json_array(${stored}) FROM question_days b WHERE b.collection = c.number AND ${isKept}) AS stored,
      (SELECT json_array(${ofRows}) FROM questions b WHERE b.collection = c.number AND ${isKept}) AS of_rows
    FROM collections c WHERE c.id > ? AND c.deleted IS NULL ORDER BY c.id LIMIT ${pageSize}`);
  const named = (row: unknown): Record<string, number> => {
    const values = JSON.parse(String(row)) as readonly number[];
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? 0]));
  };
  return (after = '') =>
    page.all(after).map(({ id, stored: sum, of_rows: rows }) => ({
      id: String(id),
      stored: named(sum),
      ofRows: named(rows),
    }));
};
