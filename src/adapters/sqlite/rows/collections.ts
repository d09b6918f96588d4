import type { Usage } from '../../../domain/quotas.ts';
import type { SyncCursors } from '../../../domain/sync-cursor.ts';
import type { Collection, Collections, KnownTicket, WholeCollection } from '../../../ports/collections.ts';
import { ticketStates } from '../stored-numbers.ts';
import { type Database, prepared, uuidBytes } from '../database.ts';
import { type CommitCount, rowCache } from '../row-cache.ts';
import { usageQuery } from './usage.ts';

/** In UTF-16 units of lists and cursors, each collection counted as some more. */
const cacheCapacity = {
  maxSize: 500_000,
  sizeOf: ({ notNames, syncCursors }: WholeCollection) =>
    [...notNames, ...Object.values(syncCursors).map(({ cursor }) => cursor)].reduce(
      (sum, { length }) => sum + length,
      500,
    ),
};

const listed = `SELECT id, user_id, name, ticket_count, created_at, ticket_url FROM collections`;

/** Reads no tombstones. */
export const userQuery = `${listed} WHERE user_id = ? AND deleted IS NULL ORDER BY created_at, id`;

/** Reads the rows of the page alone. */
export const pageQuery = `${listed} WHERE user_id = ? AND deleted IS NULL AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`;

/** Reads the named rows alone. */
export const namedQuery = `${listed} WHERE id IN (SELECT value FROM json_each(?)) AND +user_id = ? AND deleted IS NULL ORDER BY created_at, id`;

/** Reads collections on any connection; a deleted one does not exist. */
export const sqliteCollections = (database: Database, commits?: CommitCount): Collections => {
  const cache = rowCache<WholeCollection>(commits, cacheCapacity);
  const statements = prepared(database, {
    id: `SELECT * FROM collections WHERE id = ? AND deleted IS NULL AND user_id IS NOT NULL`,
    user: userQuery,
    page: pageQuery,
    named: namedQuery,
    usage: usageQuery,
    ticket: `SELECT state, position FROM tickets WHERE collection = ? AND record = ?`,
  });
  return {
    byId: (id) => {
      const read = () => {
        const row = statements.id.get(id);
        return row && wholeCollectionOf(row);
      };
      return Promise.resolve(cache(id, read));
    },
    ofUser: (userId) => Promise.resolve(statements.user.all(userId).map(collectionOf)),
    pageOfUser: (userId, { after, limit }) =>
      Promise.resolve(statements.page.all(userId, after?.createdAt ?? '', after?.id ?? '', limit).map(collectionOf)),
    namedOfUser: (userId, ids) => Promise.resolve(statements.named.all(JSON.stringify(ids), userId).map(collectionOf)),
    usage: (userId) => {
      const sum = statements.usage.get(userId);
      const of = (unit: keyof Usage) => Number(sum?.[unit] ?? 0);
      return Promise.resolve({ tickets: of('tickets'), bytes: of('bytes'), collections: of('collections') });
    },
    known: (collectionId, recordIds) => {
      const found = new Map<string, KnownTicket>();
      const number = statements.id.get(collectionId)?.['number'];
      if (typeof number !== 'number') return Promise.resolve(found);
      for (const recordId of recordIds) {
        const row = statements.ticket.get(number, uuidBytes(recordId));
        if (row) found.set(recordId, knownTicketOf(row));
      }
      return Promise.resolve(found);
    },
  };
};

const knownTicketOf = ({ state, position }: Record<string, unknown>): KnownTicket => ({
  state: ticketStates[state as number] ?? 'active',
  position: BigInt(position as number),
});

const wholeCollectionOf = (row: Record<string, unknown>): WholeCollection => ({
  ...collectionOf(row),
  notNames: JSON.parse(row['not_names'] as string) as string[],
  syncCursors: JSON.parse(row['sync_cursors'] as string) as SyncCursors,
});

const collectionOf = (row: Record<string, unknown>): Collection => ({
  id: row['id'] as string,
  userId: row['user_id'] as string,
  name: row['name'] as string,
  ticketCount: row['ticket_count'] as number,
  createdAt: row['created_at'] as string,
  ticketUrl: row['ticket_url'] as string | null,
});
