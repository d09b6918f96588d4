import { stepsOf } from '../../../domain/erasure.ts';
import { type ErasureStep, erasureSteps } from '../../../domain/erasure-events.ts';
import type { CollectionChange } from '../../../ports/collections.ts';
import { type Database, noteErasure } from '../database.ts';

/** Returns a function that gives a bit for each of some steps, by their places among all. */
export const stepBits =
  <Step>(all: readonly Step[]) =>
  (steps: readonly Step[]): number =>
    steps.reduce((bits, step) => bits | (1 << all.indexOf(step)), 0);

export const bitsOf = stepBits<ErasureStep>(erasureSteps);

/** Of the erasures that are open, with and without the step of a log's server, so that looking for them each second reads no others. */
const openIndexes = [true, false]
  .map((hasLogServer) => bitsOf(stepsOf({ hasLogServer })))
  .map((steps) => `CREATE INDEX erasures_open_${steps} ON erasures (position) WHERE proven & ${steps} <> ${steps};`);

/** Erasures in the tables of collections; `proven` has a bit for each proven step, by its index in `erasureSteps`. */
export const erasuresSchema = `
  CREATE TABLE erasures (
    collection INTEGER NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL, tenant TEXT NOT NULL, collection_name TEXT NOT NULL,
    requested_at TEXT NOT NULL, tickets INTEGER NOT NULL, first_ticket TEXT, proven INTEGER NOT NULL DEFAULT 0, held_back INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (collection, position)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX erasures_by_id ON erasures (collection, id);
  CREATE INDEX erasures_of_tenant ON erasures (tenant, position);
  CREATE UNIQUE INDEX erasures_of_tenant_by_id ON erasures (tenant, id);
  ${openIndexes.join('\n')}`;

type ErasureChange = Extract<CollectionChange, { readonly type: (typeof changeTypes)[number] }>;
const changeTypes = ['add erasure', 'prove step', 'hold back erasure'] as const;

export const isErasureChange = (change: CollectionChange): change is ErasureChange =>
  changeTypes.some((type) => type === change.type);

/** All may be repeated. */
export const erasureChanges = (database: Database) => {
  const add = database.prepare(`
    INSERT INTO erasures (collection, position, id, tenant, collection_name, requested_at, tickets, first_ticket) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`);
  const prove = database.prepare(`UPDATE erasures SET proven = proven | ? WHERE collection = ? AND id = ?`);
  const holdBack = database.prepare(`UPDATE erasures SET held_back = 1 WHERE collection = ? AND id = ?`);
  return (collection: number, change: ErasureChange): void => {
    if (change.type === 'add erasure') {
      const { id, tenantId, collectionName, requestedAt, tickets, firstTicketId } = change.erasure;
      add.run(collection, change.position, id, tenantId, collectionName, requestedAt, tickets, firstTicketId);
    } else if (change.type === 'hold back erasure') holdBack.run(collection, change.erasureId);
    else prove.run(bitsOf([change.step]), collection, change.erasureId);
  };
};

/** Returns a function that removes what tombstones of a tenant's collections have but ids, and its erasures. */
export const forgettingTenants = (database: Database): ((tenantId: string) => void) => {
  const names = database.prepare(`
    UPDATE collections SET name = '', ticket_url = NULL, not_names = '[]', sync_cursors = '{}' WHERE user_id = ? AND deleted IS NOT NULL`);
  const erasures = database.prepare(`DELETE FROM erasures WHERE tenant = ?`);
  return (tenantId) => {
    noteErasure(database);
    names.run(tenantId);
    erasures.run(tenantId);
  };
};
