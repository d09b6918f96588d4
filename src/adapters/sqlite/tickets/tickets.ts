import type {
  ListedTicket,
  TicketCounts,
  TicketRow,
  Tickets,
  TicketsQuery,
  UploadedTickets,
} from '../../../ports/tickets.ts';
import { stateNumber, ticketStates } from '../stored-numbers.ts';
import { type Database, preparedPer } from '../database.ts';
import { currentGeneration } from '../generations.ts';
import { ticketIndexTables } from './ticket-index-tables.ts';
import { walkTickets } from './ticket-walk.ts';

const noCounts: TicketCounts = { categories: [], states: { active: 0, withdrawn: 0 } };

const statementsOf = (generation: string) => ({
  collection: `SELECT number FROM ${generation}_collections c WHERE id = ? AND tenant = ?
    AND NOT EXISTS (SELECT 1 FROM ${generation}_deleted d WHERE d.id = c.id)`,
  ticket: `SELECT * FROM ${generation}_tickets WHERE number = ?`,
  counts: `SELECT category, state, count FROM ${generation}_counts WHERE collection = ?`,
  ofClient: `SELECT ticket_id FROM ${generation}_tickets WHERE collection = ? AND client = ? ORDER BY number LIMIT ?`,
  ofUpload: `SELECT state, count(*) AS count, sum(revision > 1) AS corrected FROM ${generation}_tickets
    WHERE collection = ? AND upload_id = ? GROUP BY state`,
  updated: `SELECT count(*) AS count FROM ${generation}_tickets WHERE collection = ? AND updated_by = ?`,
});

type Statements = ReturnType<typeof preparedPer<keyof ReturnType<typeof statementsOf>>>;

/** Lists the tickets of the embedded index on a reading connection. */
export const sqliteTickets = (database: Database): Tickets => {
  const currentName = currentGeneration(database, ticketIndexTables);
  const statements: Statements = preparedPer(database, statementsOf);

  /** Reads from the current generation; a replay may replace it and drop it between two statements. */
  const read = async <Result>(
    { tenantId, collectionId }: Pick<TicketsQuery, 'tenantId' | 'collectionId'>,
    nothing: Result,
    work: (generation: string, collection: number) => Result,
  ): Promise<Result> => {
    const generation = currentName();
    if (generation === undefined) return nothing;
    try {
      const number = statements(generation).collection.get(collectionId, tenantId)?.['number'];
      return typeof number === 'number' ? work(generation, number) : nothing;
    } catch (error) {
      if (currentName() !== generation) return await read({ tenantId, collectionId }, nothing, work);
      throw error;
    }
  };

  return {
    page: (query) =>
      read<readonly ListedTicket[]>(query, [], (generation, collection) =>
        walkTickets({ database, generation }, { ...query, collection }).flatMap(({ number, key }) => {
          const row = statements(generation).ticket.get(number);
          return row ? [listed(row, key)] : [];
        }),
      ),
    counts: (owner) =>
      read(owner, noCounts, (generation, collection) => countsOf(statements(generation).counts.all(collection))),
    ofClient: (query) =>
      read<readonly string[]>(query, [], (generation, collection) =>
        statements(generation)
          .ofClient.all(collection, query.client, query.limit)
          .map((row) => row['ticket_id'] as string),
      ),
    ofUpload: ({ uploadId, ...owner }) =>
      read(owner, noTickets, (generation, collection) => uploadedOf(statements(generation), collection, uploadId)),
  };
};

const listed = (row: Record<string, unknown>, key: number): ListedTicket => ({
  ticketId: row['ticket_id'] as string,
  category: row['category'] as string,
  problem: JSON.parse(row['problem'] as string) as readonly string[],
  solution: JSON.parse(row['solution'] as string) as readonly string[],
  state: row['state'] === stateNumber('withdrawn') ? 'withdrawn' : 'active',
  revision: row['revision'] as number,
  storedAt: row['stored_at'] as string,
  changedAt: row['changed_at'] as string,
  uploadId: row['upload_id'] as string | null,
  position: BigInt(key),
});

const noTickets: UploadedTickets = { active: 0, withdrawn: 0, corrected: 0, updated: 0 };

const uploadedOf = (
  { ofUpload, updated }: ReturnType<Statements>,
  ...upload: readonly [collection: number, id: string]
): UploadedTickets => {
  const rows = ofUpload.all(...upload);
  const countOf = (state: TicketRow['state'], name: 'count' | 'corrected') =>
    Number(rows.find((row) => row['state'] === stateNumber(state))?.[name] ?? 0);
  return {
    active: countOf('active', 'count'),
    withdrawn: countOf('withdrawn', 'count'),
    corrected: countOf('active', 'corrected'),
    updated: Number(updated.get(...upload)?.['count']),
  };
};

const countsOf = (rows: readonly Readonly<Record<string, unknown>>[]): TicketCounts => {
  const states = { active: 0, withdrawn: 0 };
  const categories = new Map<string, number>();
  for (const { category, state, count } of rows) {
    const name = ticketStates[state as number] === 'withdrawn' ? 'withdrawn' : 'active';
    states[name] += count as number;
    const counted = categories.get(category as string) ?? 0;
    categories.set(category as string, counted + (name === 'active' ? (count as number) : 0));
  }
  const sorted = [...categories]
    .map(([category, count]) => ({ category, count }))
    .toSorted((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1));
  return { categories: sorted, states };
};
