import type { Collection, Collections, KnownTicket } from '../../../ports/collections.ts';
import { collectionTables } from './collection-tables.ts';
import { ticketStates } from '../stored-numbers.ts';
import { type Database, preparedPer, uuidBytes } from '../database.ts';
import { currentGeneration } from '../generations.ts';
import { type Commits, rememberedRows } from '../remembered-rows.ts';

/** Reads collections on any connection, from the current generation; a deleted one does not exist. */
export const sqliteCollections = (database: Database, commits?: Commits): Collections => {
  const current = currentGeneration(database, collectionTables, commits);
  const remembered = rememberedRows<Collection>(commits);
  const statements = preparedPer(database, (generation) => ({
    id: `SELECT * FROM ${generation}_collections WHERE id = ? AND deleted IS NULL AND user_id IS NOT NULL`,
    user: `SELECT * FROM ${generation}_collections WHERE user_id = ? AND deleted IS NULL ORDER BY created_at, id`,
    usage: `SELECT coalesce(sum(ticket_count + withdrawn), 0) AS tickets, coalesce(sum(bytes), 0) AS bytes FROM ${generation}_collections WHERE user_id = ? AND deleted IS NULL`,
    ticket: `SELECT state, position FROM ${generation}_tickets WHERE collection = ? AND record = ?`,
  }));
  return {
    byId: (id) => {
      const read = () => {
        const generation = current();
        const row = generation && statements(generation).id.get(id);
        return row ? collectionOf(row) : undefined;
      };
      return Promise.resolve(remembered(id, read));
    },
    ofUser: (userId) => {
      const generation = current();
      return Promise.resolve(generation ? statements(generation).user.all(userId).map(collectionOf) : []);
    },
    usage: (userId) => {
      const generation = current();
      const sum = generation === undefined ? undefined : statements(generation).usage.get(userId);
      return Promise.resolve({ tickets: Number(sum?.['tickets'] ?? 0), bytes: Number(sum?.['bytes'] ?? 0) });
    },
    known: (collectionId, recordIds) => {
      const found = new Map<string, KnownTicket>();
      const generation = current();
      const number = generation && statements(generation).id.get(collectionId)?.['number'];
      if (!generation || typeof number !== 'number') return Promise.resolve(found);
      for (const recordId of recordIds) {
        const row = statements(generation).ticket.get(number, uuidBytes(recordId));
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

const collectionOf = (row: Record<string, unknown>): Collection => ({
  id: row['id'] as string,
  userId: row['user_id'] as string,
  name: row['name'] as string,
  ticketCount: row['ticket_count'] as number,
  createdAt: row['created_at'] as string,
  ticketUrl: row['ticket_url'] as string | null,
});
