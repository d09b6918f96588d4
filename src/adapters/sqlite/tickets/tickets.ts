import { eachShown } from '../../../domain/ticket-details.ts';
import {
  correctorIn,
  type ListedTicket,
  maxCategories,
  maxPageBytes,
  shownCategories,
  type TicketCounts,
  type TicketPage,
  type TicketRow,
  type Tickets,
  type TicketsQuery,
  type UploadedTickets,
} from '../../../ports/tickets.ts';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, prepared } from '../database.ts';
import { walkTickets, type WalkedTicket } from './ticket-walk.ts';

const noCounts: TicketCounts = {
  categories: [],
  moreCategories: false,
  states: { active: 0, withdrawn: 0 },
  flagged: 0,
};

/** The tickets of a state in the rows of a category. */
const countIn = (state: TicketRow['state']) => `sum(iif(state = ${stateNumber(state)}, count, 0))`;

const queries = {
  collection: `SELECT number FROM collections c WHERE id = ? AND tenant = ? AND NOT EXISTS (SELECT 1 FROM deleted d WHERE d.id = c.id)`,
  ticket: `SELECT *, octet_length(problem) + octet_length(solution) AS bytes FROM tickets WHERE number = ?`,
  states: `SELECT ${countIn('active')} AS active, ${countIn('withdrawn')} AS withdrawn FROM counts WHERE collection = ?`,
  categories: `SELECT category, ${countIn('active')} AS active, ${countIn('withdrawn')} AS withdrawn FROM counts
    WHERE collection = ? GROUP BY category ORDER BY active DESC, category LIMIT ${maxCategories + 1}`,
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
      read(query, noPage, (collection) => {
        // One more than a page may have, to know whether there is a next one.
        const walked = walkTickets(database, { ...query, collection, limit: query.limit + 1 });
        return pageOf(statements, walked, query.limit);
      }),
    counts: (owner) =>
      read(owner, noCounts, (collection) => ({
        ...shownCategories(
          statements.categories.all(collection).map(({ category, active, withdrawn }) => ({
            category: category as string,
            count: active as number,
            withdrawn: withdrawn as number,
          })),
        ),
        states: statesOf(statements.states.get(collection)),
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

const noPage: TicketPage = { tickets: [], next: undefined };

/** Reads ticket by ticket until the page is full, so that the texts of the others are not read. */
const pageOf = ({ ticket }: Statements, walked: readonly WalkedTicket[], limit: number): TicketPage => {
  const tickets: ListedTicket[] = [];
  let bytes = 0;
  for (const { number, key } of walked) {
    const row = ticket.get(number);
    if (!row) continue;
    bytes += row['bytes'] as number;
    if (tickets.length === limit || (tickets.length > 0 && bytes > maxPageBytes))
      return { tickets, next: tickets.at(-1)?.position };
    tickets.push(listed(row, key));
  }
  return { tickets, next: undefined };
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

/** A collection without tickets has no row to count. */
const statesOf = (row: Readonly<Record<string, unknown>> | undefined): TicketCounts['states'] => ({
  active: Number(row?.['active'] ?? 0),
  withdrawn: Number(row?.['withdrawn'] ?? 0),
});
