import { stepsOf } from '../../../domain/erasure.ts';
import { type ErasureStep, erasureSteps } from '../../../domain/erasure-events.ts';
import { streamOf } from '../../../domain/streams.ts';
import type { CollectionChange } from '../../../ports/collections.ts';
import type { Orphan } from '../../../ports/read-model.ts';
import type { Database } from '../database.ts';

export const bitsOf = (steps: readonly ErasureStep[]): number =>
  steps.reduce((bits, step) => bits | (1 << erasureSteps.indexOf(step)), 0);

/** Of the erasures that are open, with and without the step of a log's server, so that looking for them each second reads no others. */
const openIndexes = [true, false]
  .map((hasLogServer) => bitsOf(stepsOf({ hasLogServer })))
  .map((steps) => `CREATE INDEX erasures_open_${steps} ON erasures (position) WHERE proven & ${steps} <> ${steps};`);

/** Erasures in the tables of collections; `proven` has a bit for each proven step, by its index in `erasureSteps`. */
export const erasuresSchema = `
  CREATE TABLE erasures (
    collection INTEGER NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL, requested_at TEXT NOT NULL, tickets INTEGER NOT NULL,
    first_ticket TEXT, proven INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (collection, position)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX erasures_by_id ON erasures (collection, id);
  ${openIndexes.join('\n')}`;

type ErasureChange = Extract<CollectionChange, { readonly type: 'add erasure' | 'prove step' }>;

/** Both may be repeated. */
export const erasureChanges = (database: Database) => {
  const add = database.prepare(`
    INSERT INTO erasures (collection, position, id, requested_at, tickets, first_ticket) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`);
  const prove = database.prepare(`UPDATE erasures SET proven = proven | ? WHERE collection = ? AND id = ?`);
  return (collection: number, change: ErasureChange): void => {
    if (change.type === 'add erasure') {
      const { id, requestedAt, tickets, firstTicketId } = change.erasure;
      add.run(collection, change.position, id, requestedAt, tickets, firstTicketId);
    } else prove.run(bitsOf([change.step]), collection, change.erasureId);
  };
};

/** The erasures of deleted collections, which name tickets; by the names of their streams. */
export const erasuresPurge = (database: Database) => {
  const orphans = database.prepare(`
    SELECT c.id AS collection_id, e.id FROM collections AS c INDEXED BY collections_to_purge
    JOIN erasures e ON e.collection = c.number WHERE c.deleted IS NOT NULL AND c.purged = 0 LIMIT ?`);
  const remove = database.prepare(`
    DELETE FROM erasures WHERE collection = (SELECT number FROM collections WHERE id = ?1)
    AND 'erasure-' || ?1 || '-' || id = ?2`);
  return {
    orphans: (limit: number): readonly Orphan[] =>
      orphans.all(limit).map((row) => {
        const collectionId = row['collection_id'] as string;
        return { collectionId, recordId: streamOf.erasure(collectionId, row['id'] as string) };
      }),
    remove: ({ collectionId, recordId }: Orphan): void => {
      remove.run(collectionId, recordId);
    },
  };
};
