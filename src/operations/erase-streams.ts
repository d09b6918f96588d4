import { setImmediate } from 'node:timers/promises';
import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { eventsOfTicket, isToldBy, ticketPast } from '../domain/erasure.ts';
import type { ErasedTicket } from '../domain/erasure-events.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { someOf } from '../platform/some-of.ts';
import { eventsOfPage } from '../ports/stream-events.ts';
import type { ErasureTexts } from './erasure-texts.ts';
import type { Turns } from './erasure-turns.ts';
import type { CheckResult, ErasureStores, RequestedErasure } from './requested-erasure.ts';

/** Streams that are erased at a time, and read at a time. */
const [streamsPerStep, readsAtOnce] = [100, 10];
/** How often streams are read on because others have changed their tickets. */
const maxAttempts = 10;
/** Positions that the proof lists, since an event has 1 MiB, and bytes of tickets in an event. */
const [maxPositions, maxBytes] = [20_000, 500_000];

type Stores = Pick<ErasureStores, 'store' | 'amend'>;

/**
 * Reads streams page by page and erases them. What the request does not say of a ticket, since it has been changed or has very many events, is recorded before, and the
 * texts are remembered: afterwards nobody knows either.
 */
export async function* eraseStreams(
  stores: Stores,
  erasure: RequestedErasure,
  texts: ErasureTexts,
): Turns<CheckResult> {
  const erased = erasedEvents();
  const { tickets, request } = erasure;
  for (let first = 0; first < tickets.length; first += streamsPerStep) {
    const some = tickets.slice(first, first + streamsPerStep);
    const readers = some.map((ticket) => readerOf(stores.store, request.collectionId, ticket));
    let open: readonly Reader[] = readers;
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt === maxAttempts) return { waitsFor: 'others change the tickets at the same time' };
      yield* readOn(stores, erasure, { readers: open, texts });
      open = await eraseRead(stores.store, open);
    }
    for (const { before, told } of readers) erased.add(before, told());
    yield;
  }
  let left = 0;
  for (const [index, { recordId }] of tickets.entries()) {
    const stream = streamOf.ticket(request.collectionId, recordId);
    left += (await stores.store.readPage(stream, { direction: 'forwards', limit: eventsOfPage })).length;
    if (index % streamsPerStep === streamsPerStep - 1) yield;
  }
  if (left > 0) return { waitsFor: `the log still gives ${left} events` };
  const { events, positions } = erased.all();
  return { proof: { found: { streams: tickets.length, events, left }, positions } };
}

type Reader = ReturnType<typeof readerOf>;

/** Reads the stream of a ticket from where it has ended before. */
const readerOf = (
  { readPage }: Pick<ErasureStores['store'], 'readPage'>,
  collectionId: string,
  before: ErasedTicket,
) => {
  const stream = streamOf.ticket(collectionId, before.recordId);
  const past = ticketPast(before);
  let last: number | undefined;
  let told: ErasedTicket | undefined;
  return {
    ...{ stream, before, isFull: past.isFull },
    /** The revision of the newest event that was read; undefined if the stream gives none. */
    last: () => last,
    /** What was read of the ticket. */
    told: () => told,
    /** The same, to be recorded; none if nothing was read. */
    take: (): readonly ErasedTicket[] => {
      const ticket = past.take();
      told = ticket ?? told;
      return ticket ? [ticket] : [];
    },
    /** Reads a page; returns whether there may be another one. */
    read: async (watch: (event: RecordedEvent) => void): Promise<boolean> => {
      const from = last === undefined ? undefined : last + 1;
      const page = await readPage(stream, { direction: 'forwards', from, limit: eventsOfPage });
      for (const event of page) {
        past.add(event);
        watch(event);
        last = event.revision;
      }
      // A log of the same thread answers at once.
      await setImmediate();
      return page.length > 0;
    },
    /** Looks whether others have erased the stream. */
    lookAgain: async (): Promise<void> => {
      const [newest] = await readPage(stream, { direction: 'backwards', limit: 1 });
      if (!newest) last = undefined;
    },
  };
};

type Reading = { readonly readers: readonly Reader[]; readonly texts: ErasureTexts };

/** Reads streams to their ends, a page of each in a turn, and records what is not recorded of their tickets. */
async function* readOn(stores: Stores, erasure: RequestedErasure, { readers, texts }: Reading): Turns<void> {
  const kept = await texts.open(erasure.request);
  for (let open = readers; open.length > 0;) {
    const pages = mapConcurrently(open, readsAtOnce, async (reader) => ((await reader.read(kept.add)) ? [reader] : []));
    open = (await Array.fromAsync(pages)).flat();
    const full = open.filter((reader) => reader.isFull());
    await amend(
      stores,
      erasure,
      full.flatMap((reader) => reader.take()),
    );
    if (open.length > 0) yield;
  }
  await kept.save();
  const rest = readers.flatMap((reader) => reader.take().filter((ticket) => !isToldBy(reader.before, ticket)));
  await amend(stores, erasure, rest);
}

const amend = async (stores: Stores, erasure: RequestedErasure, tickets: readonly ErasedTicket[]): Promise<void> => {
  let part: ErasedTicket[] = [];
  let bytes = 0;
  for (const ticket of tickets) {
    const size = Buffer.byteLength(JSON.stringify(ticket));
    if (part.length > 0 && bytes + size > maxBytes) {
      await stores.amend(erasure, part);
      [part, bytes] = [[], 0];
    }
    part.push(ticket);
    bytes += size;
  }
  if (part.length > 0) await stores.amend(erasure, part);
};

/** Erases streams as they were read; returns those that have changed since. */
const eraseRead = async (store: ErasureStores['store'], readers: readonly Reader[]): Promise<readonly Reader[]> => {
  const gone = readers.filter((reader) => reader.last() === undefined);
  if (gone.length > 0)
    await store.erase(
      gone.map(({ stream }) => stream),
      'reserved',
    );
  const read = readers.flatMap(({ stream, last }) => {
    const revision = last();
    return revision === undefined ? [] : [{ stream, revision }];
  });
  const changed = new Set(read.length === 0 ? [] : await store.eraseUnchanged(read));
  const open = readers.filter(({ stream }) => changed.has(stream));
  for (const reader of open) await reader.lookAgain();
  return open;
};

/** Counts the events of erased tickets, as they were read or, if they were erased before, recorded; of very many some positions are listed. */
const erasedEvents = () => {
  const positions = someOf<string>(maxPositions);
  let events = 0;
  return {
    add: (before: ErasedTicket, told: ErasedTicket | undefined): void => {
      const ticket = told && !isToldBy(before, told) ? told : before;
      events += eventsOfTicket(ticket);
      for (const position of ticket.positions) positions.add(position);
    },
    all: () => ({ events, positions: positions.kept() }),
  };
};
