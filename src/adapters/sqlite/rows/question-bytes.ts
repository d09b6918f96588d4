import type { Counts } from '../../../ports/read-model.ts';
import type { Database } from '../database.ts';

/** The state of a question that counts: `questionStates.kept`. */
const kept = 0;

const ofDay = (row: 'NEW' | 'OLD') => `collection = ${row}.collection AND day = ${row}.day`;
const counted = (row: 'NEW' | 'OLD') => `iif(${row}.state = ${kept}, ${row}.bytes, 0)`;

/**
 * What the questions of each collection and day occupy, as quotas ask for it before each batch of an upload: a sum over all questions of a tenant would take
 * longer with each. Triggers keep it, so that no write can leave it out; expiries and deletions change the days and collections that are read.
 */
export const bytesSchema = `
  CREATE TABLE question_bytes (
    collection INTEGER NOT NULL, day TEXT NOT NULL, user_id TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (collection, day)
  ) WITHOUT ROWID;
  CREATE INDEX question_bytes_of_user ON question_bytes (user_id, day, collection, bytes);
  CREATE TRIGGER question_added AFTER INSERT ON questions BEGIN
    INSERT INTO question_bytes (collection, day, user_id, bytes) VALUES (NEW.collection, NEW.day, NEW.user_id, ${counted('NEW')})
      ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER question_changed AFTER UPDATE OF bytes, state ON questions BEGIN
    UPDATE question_bytes SET bytes = bytes + ${counted('NEW')} - ${counted('OLD')} WHERE ${ofDay('NEW')};
  END;
  CREATE TRIGGER question_removed AFTER DELETE ON questions BEGIN
    UPDATE question_bytes SET bytes = bytes - ${counted('OLD')} WHERE ${ofDay('OLD')};
    DELETE FROM question_bytes WHERE ${ofDay('OLD')} AND bytes = 0;
  END;`;

const sinceKept = `b.day >= (SELECT since FROM kept)`;

/** The sum of a user. */
export const bytesOfUser = `
  SELECT coalesce(sum(b.bytes), 0) AS bytes FROM question_bytes b WHERE b.user_id = ? AND ${sinceKept}
    AND NOT EXISTS (SELECT 1 FROM collections d WHERE d.number = b.collection AND d.deleted IS NOT NULL)`;

const pageSize = 500;

/** The stored sums of live collections, with those of their rows. */
export const bytesCounts = (database: Database): ((after: string | undefined) => readonly Counts[]) => {
  const page = database.prepare(`
    SELECT c.id, (SELECT coalesce(sum(b.bytes), 0) FROM question_bytes b WHERE b.collection = c.number AND ${sinceKept}) AS stored,
      (SELECT coalesce(sum(b.bytes), 0) FROM questions b WHERE b.collection = c.number AND b.state = ${kept} AND ${sinceKept}) AS of_rows
    FROM collections c WHERE c.id > ? AND c.deleted IS NULL ORDER BY c.id LIMIT ${pageSize}`);
  return (after = '') =>
    page.all(after).map(({ id, stored, of_rows: ofRows }) => ({
      id: id as string,
      stored: { bytes: Number(stored) },
      ofRows: { bytes: Number(ofRows) },
    }));
};
