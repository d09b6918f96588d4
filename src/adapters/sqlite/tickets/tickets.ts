import { fairTimeSlices } from '../../../concurrency/fair-time-slices.ts';
import { runInSlices } from '../../../concurrency/steps.ts';
import type { Schedule } from '../../../concurrency/urgent-work.ts';
import { eachShown } from '../../../domain/ticket-details.ts';
import {
  correctorIn,
  type ListedId,
  type ListedTicket,
  maxCategories,
  maxPageBytes,
  shownCategories,
  type TicketCounts,
  type TicketPage,
  type Tickets,
  type TicketsQuery,
  textsLookup,
} from '../../../ports/tickets.ts';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, prepared } from '../database.ts';
import { walkTickets } from './ticket-walk.ts';
import type { WalkedTicket } from './tickets-in-order.ts';
import { noTickets, uploadedCounts } from './uploaded-counts.ts';

const noCounts: TicketCounts = {
  categories: [],
  moreCategories: false,
  states: { active: 0, withdrawn: 0 },
  flagged: 0,
};

const [active, withdrawn] = [stateNumber('active'), stateNumber('withdrawn')];

/** None reads all categories of a collection. */
export const countQueries = {
  states: `SELECT state, count FROM totals WHERE collection = ?`,
  categories: `SELECT category, count, (
      SELECT count FROM counts w WHERE w.collection = c.collection AND w.state = ${withdrawn} AND w.category = c.category
    ) AS withdrawn FROM counts c WHERE collection = ? AND state = ${active} ORDER BY count DESC, category LIMIT ?`,
  withdrawnCategories: `SELECT category, 0 AS count, count AS withdrawn FROM counts w WHERE collection = ? AND state = ${withdrawn} AND NOT EXISTS (
      SELECT 1 FROM counts c WHERE c.collection = w.collection AND c.state = ${active} AND c.category = w.category
    ) ORDER BY category LIMIT ?`,
};

const queries = {
  ...countQueries,
  collection: `SELECT number FROM collections c WHERE id = ? AND tenant = ? AND NOT EXISTS (SELECT 1 FROM deleted d WHERE d.id = c.id)`,
  ticket: `SELECT *, octet_length(problem) + octet_length(solution) AS bytes FROM tickets WHERE number = ?`,
  // The columns that are read come before the texts, which so stay on the disk.
  id: `SELECT ticket_id, category, state, flagged_at, octet_length(ticket_id) + octet_length(category) AS bytes FROM tickets WHERE number = ?`,
  ofClient: `SELECT ticket_id FROM tickets WHERE collection = ? AND client = ? ORDER BY number LIMIT ?`,
  withTexts: `SELECT ticket_id FROM tickets INDEXED BY tickets_of_texts
    WHERE collection = ? AND texts_hash = ? AND state = ${active} ORDER BY number LIMIT ${textsLookup.ids}`,
  flagged: `SELECT count(*) AS count FROM tickets INDEXED BY tickets_flagged WHERE collection = ? AND flagged_at IS NOT NULL`,
};

type Statements = ReturnType<typeof prepared<keyof typeof queries>>;

/** In ms: half of what a search takes of a turn of the event loop, of which all lists together have one slice. */
const sliceMs = 2;

const noPage = { tickets: [], next: undefined };

type Owner = Pick<TicketsQuery, 'tenantId' | 'collectionId'>;

/** Lists the tickets of the embedded index on a reading connection: pages in slices of time, so that searches in the same thread go on, in turns between customers and their tenants. */
export const sqliteTickets = (database: Database): Tickets => sqliteTicketsBeside(setImmediate)(database);

/** The same in a thread that has more urgent work, by which slices are scheduled. */
export const sqliteTicketsBeside =
  (schedule: Schedule) =>
  (database: Database): Tickets => {
    const statements: Statements = prepared(database, queries);
    const uploaded = uploadedCounts(database);
    const readPage = pageReader(database, statements, schedule);
    const read = <Result>(owner: Owner, nothing: Result, work: (collection: number) => Result): Promise<Result> => {
      const number = numberOf(statements, owner);
      return Promise.resolve(number === undefined ? nothing : work(number));
    };
    return {
      page: (query) => readPage(query, { read: statements.ticket, listed }),
      idPage: (query) => readPage(query, { read: statements.id, listed: listedId }),
      counts: (owner) =>
        read(owner, noCounts, (collection) => ({
          ...shownCategories(categoriesOf(statements, collection)),
          states: statesOf(statements.states.all(collection)),
          flagged: Number(statements.flagged.get(collection)?.['count']),
        })),
      ofClient: (query) =>
        read<readonly string[]>(query, [], (collection) =>
          statements.ofClient.all(collection, query.client, query.limit).map((row) => row['ticket_id'] as string),
        ),
      withTexts: ({ hashes, ...owner }) =>
        read<ReadonlyMap<string, readonly string[]>>(owner, new Map(), (collection) => {
          const idsWith = (hash: string) =>
            statements.withTexts.all(collection, hash).map((row) => row['ticket_id'] as string);
          return new Map(hashes.map((hash) => [hash, idsWith(hash)] as const).filter(([, ids]) => ids.length > 0));
        }),
      ofUpload: ({ uploadId, ...owner }) => read(owner, noTickets, (collection) => uploaded(collection, uploadId)),
    };
  };

const numberOf = ({ collection }: Statements, { tenantId, collectionId }: Owner): number | undefined =>
  collection.get(collectionId, tenantId)?.['number'] as number | undefined;

const pageReader = (database: Database, statements: Statements, schedule: Schedule) => {
  const timeSlices = fairTimeSlices(undefined, sliceMs, schedule);
  return async <Row extends ListedId>(query: TicketsQuery, rowOf: RowOf<Row>): Promise<TicketPage<Row>> => {
    const yieldIfDue = timeSlices.of(query.tenantId, query.customer);
    await yieldIfDue();
    const collection = numberOf(statements, query);
    if (collection === undefined) return noPage;
    // One more than a page may have, to know whether there is a next one.
    const walk = walkTickets(database, { ...query, collection, limit: query.limit + 1 });
    const walked = await runInSlices(walk, yieldIfDue);
    // It may have been deleted meanwhile.
    return numberOf(statements, query) === undefined ? noPage : pageOf(walked, query, rowOf);
  };
};

/** One more than are shown: those with the most active tickets, then those whose tickets are all withdrawn. */
const categoriesOf = ({ categories, withdrawnCategories }: Statements, collection: number) => {
  const largest = categories.all(collection, maxCategories + 1);
  const others = withdrawnCategories.all(collection, maxCategories + 1 - largest.length);
  return [...largest, ...others].map((row) => ({
    category: row['category'] as string,
    count: row['count'] as number,
    withdrawn: (row['withdrawn'] ?? 0) as number,
  }));
};

/** Reads the row of a ticket by its number, with the `bytes` that it takes of a page. */
type RowOf<Row> = {
  readonly read: Statements['ticket'];
  readonly listed: (row: Readonly<Record<string, unknown>>, key: number) => Row;
};

/** Reads ticket by ticket until the page is full, so that the texts of the others are not read. One that has changed while the page was looked for may be no part of it any more. */
const pageOf = <Row extends ListedId>(
  walked: readonly WalkedTicket[],
  query: TicketsQuery,
  { read, listed: rowOf }: RowOf<Row>,
): TicketPage<Row> => {
  const tickets: Row[] = [];
  let bytes = 0;
  for (const { number, key } of walked) {
    const row = read.get(number);
    if (!row || !isOf(query, row)) continue;
    bytes += row['bytes'] as number;
    if (tickets.length === query.limit || (tickets.length > 0 && bytes > maxPageBytes))
      return { tickets, next: tickets.at(-1)?.position };
    tickets.push(rowOf(row, key));
  }
  return { tickets, next: undefined };
};

const isOf = ({ state, categories }: TicketsQuery, row: Readonly<Record<string, unknown>>): boolean =>
  (state === undefined || row['state'] === stateNumber(state)) &&
  (categories.length === 0 || categories.includes(row['category'] as string));

const listedId = (row: Readonly<Record<string, unknown>>, key: number): ListedId => ({
  ticketId: row['ticket_id'] as string,
  category: row['category'] as string,
  state: row['state'] === withdrawn ? 'withdrawn' : 'active',
  flaggedAt: row['flagged_at'] as string | null,
  position: BigInt(key),
});

const listed = (row: Readonly<Record<string, unknown>>, key: number): ListedTicket => ({
  ...eachShown(({ name }) => row[name] as string | null),
  problem: JSON.parse(row['problem'] as string) as readonly string[],
  solution: JSON.parse(row['solution'] as string) as readonly string[],
  revision: row['revision'] as number,
  storedAt: row['stored_at'] as string,
  changedAt: row['changed_at'] as string,
  uploadId: row['upload_id'] as string | null,
  correctedBy: correctorIn(row['corrected'] === 1, row['updated_by'] as string | null),
  ...listedId(row, key),
});

/** A state that no ticket of a collection has had has no row. */
const statesOf = (rows: readonly Readonly<Record<string, unknown>>[]): TicketCounts['states'] => {
  const countOf = (number: number) => Number(rows.find(({ state }) => state === number)?.['count'] ?? 0);
  return { active: countOf(active), withdrawn: countOf(withdrawn) };
};
