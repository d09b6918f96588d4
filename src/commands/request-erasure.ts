import type { Turn } from '../concurrency/abortable-limit.ts';
import { fairLimit } from '../concurrency/fair-limit.ts';
import { erasure } from '../domain/erasure.ts';
import { type ErasedTicket, type ErasureRequested, erasureSteps } from '../domain/erasure-events.ts';
import { InvalidInput } from '../domain/errors.ts';
import type { Surface } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { recordId } from '../domain/ticket-record.ts';
import type { Collections } from '../ports/collections.ts';
import type { Erasures } from '../ports/erasures.ts';
import type { Streams } from '../ports/event-store.ts';
import { ticketsToErase } from '../ports/ticket-pasts.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { AdmitChanges } from './admit-changes.ts';
import { inBatches } from './change-tickets.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

export type TicketsToErase = Pick<
  ErasureRequested['data'],
  'collectionId' | 'collectionName' | 'requestedFor' | 'remaining'
> & {
  readonly tenantId: string;
  readonly ticketIds: readonly string[];
  readonly surface: Surface;
  /** Whether tickets that an erasure has no room for are left for another, counted as `remaining`, rather than refused. */
  readonly inParts: boolean;
  /** For each batch of many tickets that is read; none is waited for without it. */
  readonly turn?: Turn | undefined;
  /** Called when those before it in the collection are done; rejects if whoever asked may not erase any more. */
  readonly begin?: () => Promise<void>;
};

/** Resolves with the id of the erasure once no list and no search gives the tickets. */
export type RequestErasure = (tickets: TicketsToErase) => Promise<string>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly collections: Pick<Collections, 'known'>;
  readonly erasures: Pick<Erasures, 'idAt'>;
  readonly admit: AdmitChanges;
};

/** The request, and the proofs of its steps. */
const eventsOfErasure = 1 + erasureSteps.length;

/** An event may have 1 MiB with its metadata. */
const maxBytes = 900_000;
/** Of them for what an erasure has beside its tickets. */
const bytesBeside = 20_000;

const bytesOf = (data: object): number => Buffer.byteLength(JSON.stringify(data));

/** The first tickets that one erasure has room for, and at least one. */
const fitting = (tickets: readonly ErasedTicket[]): readonly ErasedTicket[] => {
  let bytes = bytesBeside;
  const end = tickets.findIndex((ticket, index) => (bytes += bytesOf(ticket) + 1) > maxBytes && index > 0);
  return end < 0 ? tickets : tickets.slice(0, end);
};

/**
 * Requests the erasure of tickets, which goes on in the background. A repeat, for tickets that one erasure has already, joins that; a request for nothing
 * that the collection has is an empty erasure. Throws InvalidInput, Unavailable, and for an empty one QuotaExceeded and TooManyAttempts.
 */
export const requestErasure = (dependencies: Dependencies): RequestErasure => {
  const { streams, projected, admit, newId } = dependencies;
  const handle = commandHandler(streams, dependencies);
  // A repeat that comes beside its first request would not know of it.
  const oneOfCollection = fairLimit(Infinity, 1);
  const erase: RequestErasure = async ({ tenantId, ticketIds, surface, inParts, turn, begin, ...request }) => {
    await begin?.();
    const { collectionId } = request;
    const found = await findTickets(dependencies, { tenantId, collectionId, turn }, [...new Set(ticketIds)]);
    const { tickets, erasedAt, unknown } = found;
    const present =
      tickets.length > 0 || unknown > 0 ? undefined : await erasureAt(dependencies, collectionId, erasedAt);
    if (present !== undefined) return present;
    const erasureId = newId();
    const some = inParts ? fitting(tickets) : tickets;
    const counts = {
      unknown,
      erasedBefore: erasedAt.length,
      remaining: request.remaining + tickets.length - some.length,
    };
    const data = { erasureId, userId: tenantId, ...request, tickets: some, ...counts };
    if (bytesOf(data) > maxBytes)
      throw new InvalidInput('The tickets and their events are too many for one erasure: send fewer ids at a time');
    const stream = streamOf.erasure(collectionId, erasureId);
    const command = { type: 'RequestErasure', data } as const;
    const position = await handle({
      ...{ stream, decider: erasure, command, tenantId, surface },
      // Each ticket is erased once, but nothing as often as it is asked for.
      ...(tickets.length === 0 && { admit: () => admit(tenantId, eventsOfErasure) }),
    });
    const waited = await projected.waitForPosition(['collections', 'ticket-index', 'questions'], [position]);
    throwIfStalled(waited, `see the erasure ${erasureId} shortly`);
    return erasureId;
  };
  return (tickets) => oneOfCollection(tickets.collectionId, () => erase(tickets));
};

type Where = Pick<TicketsToErase, 'tenantId' | 'collectionId' | 'turn'>;

type Found = {
  readonly tickets: readonly ErasedTicket[];
  /** The positions of the requests to erase those that were erased before. */
  readonly erasedAt: readonly bigint[];
  readonly unknown: number;
};

const findTickets = async (
  { streams, collections }: Dependencies,
  { tenantId, collectionId, turn }: Where,
  ticketIds: readonly string[],
): Promise<Found> => {
  const records = ticketIds.map((ticketId) => recordId(tenantId, ticketId));
  const known = await collections.known(collectionId, records);
  const erasedAt = [...known.values()].flatMap(({ state, position }) => (state === 'erased' ? [position] : []));
  const others = records.filter((record) => known.get(record)?.state !== 'erased');
  const names = others.map((record) => streamOf.ticket(collectionId, record));
  const tickets = await inBatches(names, turn, (batch) => ticketsToErase(streams, batch));
  return { tickets, erasedAt, unknown: others.length - tickets.length };
};

/** The erasure that all of these requests are; undefined if there are none or several. */
const erasureAt = async (
  { erasures }: Dependencies,
  collectionId: string,
  positions: readonly bigint[],
): Promise<string | undefined> => {
  const [first, ...others] = new Set(positions);
  return first === undefined || others.length > 0 ? undefined : erasures.idAt(collectionId, first);
};
