import { TicketErased, TicketNotFound, TicketRevisionNotFound } from '../domain/errors.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { eachShown } from '../domain/ticket-details.ts';
import { newestOfHistory, revisionAfter, type TicketHistoryEntry } from '../domain/ticket-history.ts';
import type { TicketCorrected, TicketFact, TicketStored, TicketStoredAgain } from '../domain/ticket-events.ts';
import { recordId } from '../domain/ticket-record.ts';
import type { TicketTexts } from '../domain/ticket.ts';
import type { Collections } from '../ports/collections.ts';
import type { Erasures } from '../ports/erasures.ts';
import type { Streams } from '../ports/event-store.ts';
import { eventsOf } from '../ports/stream-events.ts';
import { textsBackwards } from '../ports/ticket-texts.ts';
import type { Uploads } from '../ports/uploads.ts';

/** Pages of the stream that one page of the history reads, if an entry is known by then: large texts make it shorter. */
const maxReads = 4;
const maxEvents = 100;

export type TicketName = { readonly tenantId: string; readonly collectionId: string; readonly ticketId: string };

/** `fileName`: of the upload that did it; null for a person, an upload without a file, and one whose record has expired. */
export type ShownHistoryEntry = TicketHistoryEntry & { readonly fileName: string | null };

/** Entries newest first; `next` is null on the last page. */
export type TicketHistory<Entry = ShownHistoryEntry> = {
  readonly history: readonly Entry[];
  readonly next: number | null;
};

/** The texts of a ticket in one of its revisions, by whom they came, and when. */
export type TicketRevision = TicketTexts &
  Pick<TicketHistoryEntry, 'at' | 'surface' | 'revision' | 'uploadId'> & { readonly ticketId: string };

export type HistoryDependencies = {
  readonly streams: Pick<Streams, 'readPage' | 'readHeaders'>;
  readonly uploads: Pick<Uploads, 'byId'>;
  readonly collections: Pick<Collections, 'known'>;
  readonly erasures: Pick<Erasures, 'idAt'>;
};

/** The stream of a ticket. Throws TicketErased. */
export const streamOfTicket = async (
  { collections, erasures }: Pick<HistoryDependencies, 'collections' | 'erasures'>,
  { tenantId, collectionId, ticketId }: TicketName,
): Promise<string> => {
  const record = recordId(tenantId, ticketId);
  const known = (await collections.known(collectionId, [record])).get(record);
  if (known?.state === 'erased') throw new TicketErased(await erasures.idAt(collectionId, known.position));
  return streamOf.ticket(collectionId, record);
};

type HistoryPage = { readonly before?: number | undefined; readonly limit: number };

/**
 * A page of a ticket's history, from the events before one of its stream. It is shorter than its limit where the texts are large: what is read at a time, and
 * for a page, is bounded. Throws TicketNotFound and TicketErased.
 */
export const ticketHistory =
  (dependencies: HistoryDependencies) =>
  async (ticket: TicketName, page: HistoryPage): Promise<TicketHistory> => {
    const stream = await streamOfTicket(dependencies, ticket);
    const { history, next } = await readHistory(dependencies.streams, stream, page);
    if (history.length === 0 && !(await isStored(dependencies.streams, stream))) throw new TicketNotFound();
    return { history: await withUploads(dependencies.uploads, ticket.collectionId, history), next };
  };

/** As `ticketHistory`, from a stream; what an upload did has neither surface nor file yet. */
export const readHistory = async (
  streams: Pick<Streams, 'readPage'>,
  stream: string,
  { before, limit }: HistoryPage,
): Promise<TicketHistory<TicketHistoryEntry>> => {
  const newest = newestOfHistory(limit);
  let from = before === undefined ? undefined : before - 1;
  for (let reads = 1; from === undefined || from >= 0; reads += 1) {
    // Two more than are shown: what the last one changed is in the event before it.
    const count = Math.min(limit + 2, maxEvents);
    const events = await streams.readPage(stream, { direction: 'backwards', from, limit: count });
    for (const event of events) newest.add(event);
    const oldest = events.at(-1);
    if (!oldest || newest.isFull() || (reads >= maxReads && newest.entries().length > 0)) break;
    from = oldest.revision - 1;
    if (!newest.isFilled()) continue;
    // What a correction changed is told by the texts before, which may be any number of events back.
    for await (const event of textsBackwards(streams, stream, from)) {
      newest.add(event);
      if (newest.isFull()) break;
    }
    break;
  }
  const history = newest.entries();
  const last = history.at(-1);
  // The first event of a stream is an entry.
  return { history, next: last && last.event > 0 ? last.event : null };
};

/** The texts of one revision. Throws TicketNotFound, TicketErased and TicketRevisionNotFound. */
export const ticketRevision =
  (dependencies: HistoryDependencies) =>
  async (ticket: TicketName, revision: number): Promise<TicketRevision> => {
    const stream = await streamOfTicket(dependencies, ticket);
    const event = await findRevision(dependencies.streams, stream, revision);
    if (!event)
      throw (await isStored(dependencies.streams, stream)) ? new TicketRevisionNotFound() : new TicketNotFound();
    const { at, surface = null, uploadId = null } = event.metadata;
    const [entry] = await withUploads(dependencies.uploads, ticket.collectionId, [{ at, surface, uploadId, revision }]);
    const { problem, solution, ticketId } = event.data;
    const texts = { ...eachShown(({ property }) => event.data[property]), problem, solution };
    return { at, uploadId, revision, surface: entry?.surface ?? null, ticketId, ...texts };
  };

type WithTexts = RecordedEvent<TicketStored | TicketStoredAgain | TicketCorrected>;

/** Reads before the end of a stream is looked up: most of its events give a ticket other texts. */
const guesses = 2;

/**
 * The event that gave a ticket the texts of a revision: the first after which it has had so many. Each takes one event or more, so that it is not before the one of
 * that number, and from an event on as many follow as revisions are missing. How many there are never falls, so that the rest of the stream is halved to find it.
 */
const findRevision = async (
  streams: Pick<Streams, 'readPage'>,
  stream: string,
  revision: number,
): Promise<WithTexts | undefined> => {
  // Not every log can be asked for what is no revision.
  if (!Number.isSafeInteger(revision) || revision < 1) return undefined;
  let found: RecordedEvent<TicketFact> | undefined;
  let [low, high] = [revision - 1, Infinity];
  for (let reads = 0; low <= high; reads += 1) {
    if (reads === guesses) high = await lastRevision(streams, stream);
    const middle = high === Infinity ? low : Math.floor((low + high) / 2);
    const event = await firstCounted(streams, stream, middle);
    const missing = event ? revision - (revisionAfter(event) ?? 0) : 0;
    if (event && missing > 0) low = event.revision + missing;
    else {
      found = event ?? found;
      high = middle - 1;
    }
  }
  return found && revisionAfter(found) === revision && isGiven(found) ? found : undefined;
};

const lastRevision = async ({ readPage }: Pick<Streams, 'readPage'>, stream: string): Promise<number> =>
  (await readPage(stream, { direction: 'backwards', limit: 1 }))[0]?.revision ?? -1;

const isGiven = (event: RecordedEvent<TicketFact>): event is WithTexts =>
  event.type === 'TicketStored' || event.type === 'TicketStoredAgain' || event.type === 'TicketCorrected';

/** Of an earlier version some events do not say how many texts the ticket has had. */
const firstCounted = async (
  streams: Pick<Streams, 'readPage'>,
  stream: string,
  from: number,
): Promise<RecordedEvent<TicketFact> | undefined> => {
  for await (const event of eventsOf(streams, stream, { from, limit: 8 })) {
    const fact = event as RecordedEvent<TicketFact>;
    if (revisionAfter(fact) !== undefined) return fact;
  }
  return undefined;
};

const isStored = async (streams: Pick<Streams, 'readPage'>, stream: string): Promise<boolean> =>
  (await streams.readPage(stream, { direction: 'forwards', limit: 1 })).length > 0;

/** With the surfaces and the files of the uploads. */
export const withUploads = async <Entry extends Pick<TicketHistoryEntry, 'surface' | 'uploadId'>>(
  uploads: Pick<Uploads, 'byId'>,
  collectionId: string,
  entries: readonly Entry[],
): Promise<readonly (Entry & Pick<ShownHistoryEntry, 'fileName'>)[]> => {
  const ids = [...new Set(entries.flatMap(({ uploadId }) => (uploadId === null ? [] : [uploadId])))];
  const withRecord = async (uploadId: string) => [uploadId, await uploads.byId({ collectionId, uploadId })] as const;
  const records = new Map(await Promise.all(ids.map(withRecord)));
  return entries.map((entry) => {
    const upload = records.get(entry.uploadId ?? '');
    return { ...entry, surface: entry.surface ?? upload?.surface ?? null, fileName: upload?.fileName ?? null };
  });
};
