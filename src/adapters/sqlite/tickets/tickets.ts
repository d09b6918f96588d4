import { eachShown } from '../../../domain/ticket-details.ts';
import {
  correctorIn,
  type ListedTicket,
  type TicketCounts,
  type TicketRow,
  type Tickets,
  type TicketsQuery,
  type UploadedTickets,
} from '../../../ports/tickets.ts';
import { stateNumber, ticketStates } from '../stored-numbers.ts';
import { type Database, prepared } from '../database.ts';
import { walkTickets } from './ticket-walk.ts';

const noCounts: TicketCounts = { categories: [], states: { active: 0, withdrawn: 0 }, flagged: 0 };

const queries = {
  collection: `SELECT number FROM collections c WHERE id = ? AND tenant = ? AND NOT EXISTS (SELECT 1 FROM deleted d WHERE d.id = c.id)`,
  ticket: `SELECT * FROM tickets WHERE number = ?`,
  counts: `SELECT category, state, count FROM counts WHERE collection = ?`,
  ofClient: `SELECT ticket_id FROM tickets WHERE collection = ? AND client = ? ORDER BY number LIMIT ?`,
  ofUpload: `SELECT state, count(*) AS count, sum(corrected) AS corrected FROM tickets
    WHERE collection = ? AND upload_id = ? GROUP BY state`,
  flagged: `SELECT count(*) AS count FROM tickets INDEXED BY tickets_flagged WHERE collection = ? AND flagged_at IS NOT NULL`,
  correctedByHand: `SELECT count(*) AS count FROM tickets INDEXED BY tickets_of_upload
    WHERE collection = ? AND upload_id = ? AND state = ${stateNumber('active')} AND corrected = 1 AND updated_by IS NULL`,
  otherFlagged: `SELECT count(*) AS count FROM tickets INDEXED BY tickets_flagged
    WHERE collection = ? AND flagged_at IS NOT NULL AND upload_id = ? AND state = ${stateNumber('active')} AND NOT (corrected = 1 AND updated_by IS NULL)`,
  updated: `SELECT count(*) AS count FROM tickets WHERE collection = ? AND updated_by = ?`,
};

type Statements = ReturnType<typeof prepared<keyof typeof queries>>;

/** Lists the tickets of the embedded index on a reading connection. */
export const sqliteTickets = (database: Database): Tickets => {
  const statements: Statements = prepared(database, queries);

  const read = <Result>(
    { tenantId, collectionId }: Pick<TicketsQuery, 'tenantId' | 'collectionId'>,
    nothing: Result,
    work: (collection: number) => Result,
  ): Promise<Result> => {
    const number = statements.collection.get(collectionId, tenantId)?.['number'];
    return Promise.resolve(typeof number === 'number' ? work(number) : nothing);
  };

  return {
    page: (query) =>
      read<readonly ListedTicket[]>(query, [], (collection) =>
        walkTickets(database, { ...query, collection }).flatMap(({ number, key }) => {
          const row = statements.ticket.get(number);
          return row ? [listed(row, key)] : [];
        }),
      ),
    counts: (owner) =>
      read(owner, noCounts, (collection) => ({
        ...countsOf(statements.counts.all(collection)),
        flagged: Number(statements.flagged.get(collection)?.['count']),
      })),
    ofClient: (query) =>
      read<readonly string[]>(query, [], (collection) =>
        statements.ofClient.all(collection, query.client, query.limit).map((row) => row['ticket_id'] as string),
      ),
    ofUpload: ({ uploadId, ...owner }) =>
      read(owner, noTickets, (collection) => uploadedOf(statements, collection, uploadId)),
  };
};

const listed = (row: Record<string, unknown>, key: number): ListedTicket => ({
  ticketId: row['ticket_id'] as string,
  ...eachShown(({ name }) => row[name] as string | null),
  problem: JSON.parse(row['problem'] as string) as readonly string[],
  solution: JSON.parse(row['solution'] as string) as readonly string[],
  state: row['state'] === stateNumber('withdrawn') ? 'withdrawn' : 'active',
  revision: row['revision'] as number,
  storedAt: row['stored_at'] as string,
  changedAt: row['changed_at'] as string,
  flaggedAt: row['flagged_at'] as string | null,
  uploadId: row['upload_id'] as string | null,
  correctedBy: correctorIn(row['corrected'] === 1, row['updated_by'] as string | null),
  position: BigInt(key),
});

const noTickets: UploadedTickets = { active: 0, withdrawn: 0, corrected: 0, updated: 0, byHand: 0 };

const uploadedOf = (
  { ofUpload, updated, correctedByHand, otherFlagged }: Statements,
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
    byHand: Number(correctedByHand.get(...upload)?.['count']) + Number(otherFlagged.get(...upload)?.['count']),
  };
};

const countsOf = (rows: readonly Readonly<Record<string, unknown>>[]): Omit<TicketCounts, 'flagged'> => {
  const states = { active: 0, withdrawn: 0 };
  const categories = new Map<string, typeof states>();
  for (const { category, state, count } of rows) {
    const name = ticketStates[state as number] === 'withdrawn' ? 'withdrawn' : 'active';
    states[name] += count as number;
    const counted = categories.get(category as string) ?? { active: 0, withdrawn: 0 };
    categories.set(category as string, { ...counted, [name]: counted[name] + (count as number) });
  }
  const sorted = [...categories]
    .map(([category, { active, withdrawn }]) => ({ category, count: active, withdrawn }))
    .toSorted((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1));
  return { categories: sorted, states };
};
