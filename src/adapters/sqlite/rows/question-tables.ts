import { foundRecords } from '../../../domain/question.ts';
import { isQuestionStream, streamOf } from '../../../domain/streams.ts';
import type { Orphan } from '../../../ports/read-model.ts';
import { listedPart, type QuestionChange, withGap } from '../../../ports/questions.ts';
import { type Database, noteErasure, prepared, uuidBytes, uuidText } from '../database.ts';
import type { OpenTables, Tables } from '../read-model.ts';
import { dayCounts, daysSchema } from './question-days.ts';
import { gapSchema, withGaps } from './gap-tables.ts';

/** In place of its revision: a source stands for the ticket. */
export const asCopy = 0;

/** The states of a question: `erased` waits until its erasure is proven, what is `removable` until the purge has erased its stream. */
export const questionStates = { kept: 0, erased: 1, removable: 2 } as const;
const { kept, erased, removable } = questionStates;

/**
 * Questions with their verdicts. What lists show is apart from the rest, which may be long. `quoted` leads from a ticket to the questions that have found it, as a source in a `revision`, `cited` if the answer is based on it,
 * or `asCopy`; `records` leads back: the record ids, one after the other.
 * Of erased tickets and deleted collections tombstones stay for ever: an answer that was given before may come later.
 */
export const questionTables: Tables<QuestionChange> = {
  name: 'questions',
  version: 7,
  schema: `
    CREATE TABLE collections (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, deleted INTEGER, purged INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX collections_to_purge ON collections (number) WHERE deleted IS NOT NULL AND purged = 0;
    CREATE TABLE questions (
      number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, collection INTEGER NOT NULL, user_id TEXT NOT NULL, position INTEGER NOT NULL,
      day TEXT NOT NULL, at TEXT NOT NULL, outcome TEXT NOT NULL, helped INTEGER, milliseconds INTEGER NOT NULL, sends INTEGER NOT NULL,
      bytes INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0, state INTEGER NOT NULL, records BLOB NOT NULL, verdict TEXT, listed TEXT, content TEXT
    );
    CREATE INDEX questions_of_collection ON questions (collection, position);
    CREATE INDEX questions_by_outcome ON questions (collection, outcome, position);
    CREATE INDEX questions_by_verdict ON questions (collection, helped, position);
    CREATE INDEX questions_by_verdict_and_outcome ON questions (collection, helped, outcome, position);
    CREATE INDEX questions_by_day ON questions (day, collection, position, milliseconds, state);
    CREATE INDEX questions_in_order ON questions (collection, id, state, day);
    CREATE INDEX questions_sent ON questions (collection, position) WHERE sends > 0;
    CREATE INDEX questions_shown ON questions (number, state, day, collection);
    CREATE INDEX questions_removable ON questions (number) WHERE state = ${removable};
    CREATE TABLE quoted (
      collection INTEGER NOT NULL, record BLOB NOT NULL, position INTEGER NOT NULL, question INTEGER NOT NULL, revision INTEGER NOT NULL, cited INTEGER NOT NULL,
      PRIMARY KEY (collection, record, position)
    ) WITHOUT ROWID;
    CREATE TABLE erased (
      collection INTEGER NOT NULL, record BLOB NOT NULL, erasure TEXT NOT NULL, proven INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (collection, record)
    ) WITHOUT ROWID;
    CREATE INDEX erased_by ON erased (collection, erasure);
    CREATE TABLE kept (only INTEGER PRIMARY KEY CHECK (only = 1), since TEXT NOT NULL);
    INSERT INTO kept VALUES (1, '');${daysSchema}${gapSchema}`,
  open: (database) =>
    withGaps(database, {
      ...writing(database),
      ...purging(database),
      ids: paging(database),
      counts: dayCounts(database),
    }),
};

/** The condition of a question `q` that readers get. */
export const isShown = `q.state = ${kept} AND q.day >= (SELECT since FROM kept)
  AND NOT EXISTS (SELECT 1 FROM collections d WHERE d.number = q.collection AND d.deleted IS NOT NULL)`;

const statements = {
  addCollection: `INSERT INTO collections (id) VALUES (?) ON CONFLICT DO NOTHING`,
  collection: `SELECT number, deleted FROM collections WHERE id = ?`,
  addTombstone: `INSERT INTO collections (id, deleted) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET deleted = ?2, purged = 0 WHERE deleted IS NULL`,
  reopenPurge: `UPDATE collections SET purged = 0 WHERE number = ? AND deleted IS NOT NULL`,
  add: `INSERT INTO questions (id, collection, user_id, position, day, at, outcome, milliseconds, sends, bytes, state, records, listed, content)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${kept}, ?, ?, ?) ON CONFLICT DO NOTHING`,
  quote: `INSERT INTO quoted (collection, record, position, question, revision, cited) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET question = excluded.question, revision = excluded.revision, cited = excluded.cited`,
  hasErased: `SELECT 1 FROM erased WHERE collection = ? LIMIT 1`,
  isProven: `SELECT proven FROM erased WHERE collection = ? AND record = ?`,
  judge: `UPDATE questions SET verdict = ?2, helped = ?3, bytes = bytes + ?4, revision = ?5 WHERE id = ?1 AND revision < ?5 AND state = ${kept} AND content IS NOT NULL`,
  expire: `UPDATE kept SET since = max(since, ?)`,
  addErased: `INSERT INTO erased (collection, record, erasure) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
  quoting: `SELECT question FROM quoted WHERE collection = ? AND record = ?`,
  empty: `UPDATE questions SET state = max(state, ?2), listed = NULL, content = NULL, verdict = NULL, helped = NULL WHERE number = ?1`,
  prove: `UPDATE erased SET proven = 1 WHERE collection = ? AND erasure = ?`,
  release: `UPDATE questions SET state = ${removable} WHERE state = ${erased} AND number IN (
    SELECT s.question FROM erased e JOIN quoted s ON s.collection = e.collection AND s.record = e.record WHERE e.collection = ? AND e.erasure = ?)`,
};

const recordBytes = 16;

type Change<Type extends QuestionChange['type']> = Extract<QuestionChange, { readonly type: Type }>;

type Collection = { readonly number: number; readonly deleted: number | null };

const writing = (database: Database): Pick<OpenTables<QuestionChange>, 'apply'> => {
  const run = prepared(database, statements);
  const found = (id: string) => run.collection.get(id) as Collection | undefined;
  const collectionOf = (id: string): Collection => {
    const known = found(id);
    if (known) return known;
    run.addCollection.run(id);
    return found(id) as Collection;
  };
  const empty: Empty = (question, state) => {
    noteErasure(database);
    run.empty.run(question, state);
  };
  const put = putting(run, collectionOf, empty);
  const erase = ({ collectionId, erasureId, recordIds }: Change<'erase'>): void => {
    noteErasure(database);
    const { number } = collectionOf(collectionId);
    for (const recordId of recordIds) {
      const record = uuidBytes(recordId);
      run.addErased.run(number, record, erasureId);
      for (const { question } of run.quoting.all(number, record)) empty(question as number, erased);
    }
  };
  const applyOne = (change: QuestionChange): void => {
    if (change.type === 'put') put(change);
    else if (change.type === 'judge') {
      const { answerId, verdict, bytes, revision } = change;
      const helped = verdict ? Number(verdict.helped) : null;
      run.judge.run(uuidBytes(answerId), verdict && JSON.stringify(verdict), helped, bytes, revision);
    } else if (change.type === 'expire') run.expire.run(change.before);
    else if (change.type === 'erase') erase(change);
    else if (change.type === 'delete') run.addTombstone.run(change.collectionId, change.position);
    else if (change.type === 'prove') {
      const { number } = collectionOf(change.collectionId);
      run.prove.run(number, change.erasureId);
      run.release.run(number, change.erasureId);
    }
  };
  return { apply: (changes) => changes.forEach(applyOne) };
};

/** Takes what a question says from its row. */
type Empty = (question: number | bigint, state: number) => void;

/** Puts a question; one that nobody may read any more leaves what the purge needs. */
const putting =
  (run: ReturnType<typeof prepared<keyof typeof statements>>, collectionOf: (id: string) => Collection, empty: Empty) =>
  ({ data, at, day, bytes, order }: Change<'put'>): void => {
    const { answerId, collectionId, userId, outcome, milliseconds, sources, cited, sent } = data;
    const found = foundRecords(data);
    const { number, deleted } = collectionOf(collectionId);
    const records = uuidBytes(found.join(''));
    const shown = [
      outcome,
      milliseconds.total,
      sent.length,
      bytes,
      records,
      JSON.stringify(listedPart(data)),
      JSON.stringify(data),
    ];
    const added = run.add.run(uuidBytes(answerId), number, userId, order, day, at, ...shown);
    if (added.changes === 0) return;
    const question = added.lastInsertRowid;
    const hasErased = run.hasErased.get(number) !== undefined;
    found.forEach((_, index) => {
      const { ticketId = '', revision = asCopy } = sources[index] ?? {};
      const record = records.subarray(index * recordBytes, (index + 1) * recordBytes);
      // A record that takes the place of another one has its order, and takes over what leads to it.
      run.quote.run(number, record, order, question, revision, Number(cited.includes(ticketId)));
      const proven = hasErased ? run.isProven.get(number, record)?.['proven'] : undefined;
      if (proven !== undefined) empty(question, proven === 1 ? removable : erased);
    });
    if (deleted !== null) {
      empty(question, kept);
      run.reopenPurge.run(number);
    }
  };

/** Of deleted collections, of expired days, and those whose erasure is proven; by the names of their streams. */
const purging = (database: Database): Pick<OpenTables<QuestionChange>, 'orphans' | 'remove' | 'markPurged'> => {
  const of = (conditions: string) =>
    database.prepare(
      `SELECT c.id AS collection, q.id AS id FROM questions q JOIN collections c ON c.number = q.collection WHERE ${conditions} LIMIT ?`,
    );
  const queries: readonly (readonly [query: ReturnType<typeof of>, bare: Pick<Orphan, 'isBare'>])[] = [
    [of(`c.deleted IS NOT NULL AND c.purged = 0`), {}],
    [of(`q.state = ${removable}`), { isBare: true }],
    [of(`q.day < (SELECT since FROM kept)`), {}],
  ];
  const markPurged = database.prepare(`
    UPDATE collections SET purged = 1 WHERE deleted IS NOT NULL AND purged = 0
    AND NOT EXISTS (SELECT 1 FROM questions q WHERE q.collection = collections.number)`);
  return {
    orphans: (limit) => {
      for (const [query, bare] of queries) {
        const found = query.all(limit);
        if (found.length === 0) continue;
        return found.map(({ collection, id }) => ({
          collectionId: collection as string,
          recordId: streamOf.question(uuidText(id)),
          ...bare,
        }));
      }
      return [];
    },
    remove: removing(database),
    markPurged: () => {
      markPurged.run();
    },
  };
};

/** Removes a question with the rows that lead to it. */
const removing = (database: Database): OpenTables<QuestionChange>['remove'] => {
  const find = database.prepare(`SELECT number, collection, position, records FROM questions WHERE id = ?`);
  const removeQuoted = database.prepare(
    `DELETE FROM quoted WHERE collection = ? AND record = ? AND position = ? AND question = ?`,
  );
  const remove = database.prepare(`DELETE FROM questions WHERE id = ?`);
  return ({ recordId }) => {
    if (!isQuestionStream(recordId)) return;
    const id = uuidBytes(recordId.slice(streamOf.question('').length));
    const { number = 0, collection = 0, position = 0, records } = find.get(id) ?? {};
    const all = Buffer.from((records as Uint8Array | undefined) ?? []);
    for (let at = 0; at < all.length; at += recordBytes)
      removeQuoted.run(collection, all.subarray(at, at + recordBytes), position, number);
    remove.run(id);
  };
};

const pageSize = 1000;

/** Pages over the questions that readers get, as `withGap` names them. */
const paging = (database: Database): OpenTables<QuestionChange>['ids'] => {
  const rest = database.prepare(`
    SELECT c.id AS collection, q.id AS id, q.gap AS gap FROM collections c JOIN questions q ON q.collection = c.number
    WHERE c.id = ? AND q.id > ? AND ${isShown} ORDER BY q.id LIMIT ?`);
  const following = database.prepare(`
    SELECT c.id AS collection, q.id AS id, q.gap AS gap FROM collections c JOIN questions q ON q.collection = c.number
    WHERE c.id > ? AND ${isShown} ORDER BY c.id, q.id LIMIT ?`);
  return (after = '') => {
    const [collectionId = '', answerId = ''] = after.split('/');
    const rows = rest.all(collectionId, uuidBytes(answerId), pageSize);
    if (rows.length < pageSize) rows.push(...following.all(collectionId, pageSize - rows.length));
    return rows.map(({ collection, id, gap }) =>
      withGap(`${String(collection)}/${uuidText(id)}`, gap === null ? null : uuidText(gap)),
    );
  };
};
