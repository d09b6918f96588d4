import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Turn } from '../../src/concurrency/abortable-limit.ts';
import { requestErasure } from '../../src/commands/request-erasure.ts';
import { InvalidInput, NotAuthenticated } from '../../src/domain/errors.ts';
import type { ErasureRequested } from '../../src/domain/erasure-events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { Append, StreamPage, Streams } from '../../src/ports/event-store.ts';
import { ticketStored } from '../support/events.ts';
import { recorded } from '../support/recorded-events.ts';
import { pagesOf } from '../support/ticket-stream.ts';

const [tenantId, collectionId] = ['9b0a4bfa-7c2f-4b8e-9e36-0d3a7c6d7f01', 'c0d7a6b5-3f1e-4d8a-8a55-6e2f6a1b9c02'];

type Watch = {
  readonly turn?: Turn;
  readonly reads?: () => void;
  readonly waits?: () => void;
  readonly begin?: () => Promise<void>;
};

/** Erasures of tickets that each were updated so many times by uploads. */
const withHistories = (updates: number, ids: readonly string[], { turn, reads, waits, begin }: Watch = {}) => {
  const appended: Append[] = [];
  const pasts = new Map(
    ids.map((ticketId) => {
      const { type, data } = ticketStored({ tenantId, collectionId, ticketId });
      const facts = Array.from({ length: updates }, (_, at) =>
        at === 0 ? { type, data } : ({ type: 'TicketCorrected', data: { ...data, revision: at + 1 } } as const),
      );
      const events = recorded(facts).map((event, at) => ({
        ...event,
        revision: at,
        position: BigInt(1_000_000 + at),
        metadata: { ...event.metadata, uploadId: randomUUID(), place: at },
      }));
      return [streamOf.ticket(collectionId, data.recordId), events];
    }),
  );
  const streams = {
    read: () => Promise.resolve([]),
    readPage: (stream: string, page: StreamPage) => {
      if (pasts.has(stream)) reads?.();
      return pagesOf(pasts.get(stream) ?? []).readPage(stream, page);
    },
    appendAll: (appends: readonly Append[]) => {
      appended.push(...appends);
      return Promise.resolve(appends.map(() => ({ outcome: 'appended', position: 1n })));
    },
  } as unknown as Streams;
  const erase = requestErasure({
    ...{ now: () => new Date(), newId: randomUUID, streams, admit: () => Promise.resolve() },
    collections: { known: () => Promise.resolve(new Map()) },
    erasures: { idAt: () => Promise.resolve(undefined) },
    projected: {
      waitForPosition: () => {
        waits?.();
        return Promise.resolve({ status: 'reached', parked: 0 });
      },
    },
  });
  const request = async (inParts: boolean, remaining = 0) => {
    await erase({
      ...{ tenantId, collectionId, collectionName: 'Support', requestedFor: null, surface: 'web' as const },
      ...{ ticketIds: ids, inParts, remaining, turn, ...(begin && { begin }) },
    });
    return appended.at(-1)?.events[0]?.data as ErasureRequested['data'];
  };
  return request;
};

const idsOf = (length: number) => Array.from({ length }, (_, index) => String(index));

test('the tickets of a client are erased as far as one erasure has room for their events, and the others remain', async (t) => {
  const ids = idsOf(120);
  const { tickets, remaining } = await withHistories(90, ids)(true, 7);
  t.true(tickets.length >= 40 && tickets.length < 110, String(tickets.length));
  t.deepEqual(
    tickets.map(({ ticketId }) => ticketId),
    ids.slice(0, tickets.length),
  );
  t.is(remaining, 7 + ids.length - tickets.length);
});

test('ids that are too many for one erasure are refused', async (t) => {
  const many = await t.throwsAsync(withHistories(90, idsOf(120))(false), { instanceOf: InvalidInput });
  t.regex(many.message, /send fewer ids at a time$/);
});

test('a ticket is erased however often it was changed, and many of these at once', async (t) => {
  const { tickets } = await withHistories(12_000, ['1'])(false);
  t.like(tickets, [{ ticketId: '1', revisions: 12_000, events: 12_000, positions: ['1011999'], uploads: [] }]);
  t.is((await withHistories(300, idsOf(100))(false)).tickets.length, 100);
});

test('the streams of many tickets are read in batches, each in its turn, and none is held while readers follow', async (t) => {
  const turns: number[] = [];
  let isInTurn = false;
  const turn: Turn = async (work) => {
    turns.push(0);
    isInTurn = true;
    try {
      return await work();
    } finally {
      isInTurn = false;
    }
  };
  const watch: Watch = {
    turn,
    reads: () => {
      t.true(isInTurn);
      turns.push((turns.pop() ?? 0) + 1);
    },
    waits: () => t.false(isInTurn),
  };
  // Two reads of each: its events, and whether more follow.
  await withHistories(1, idsOf(250), watch)(false);
  t.deepEqual(turns, [200, 200, 100]);
});

test('of the erasures of a collection one is requested at a time, and none any more of a key that has ended meanwhile', async (t) => {
  let [reads, readsOfFirst, hasEnded] = [0, 0, false];
  const begin = () => (hasEnded ? Promise.reject(new NotAuthenticated()) : Promise.resolve());
  const waits = () => {
    readsOfFirst = reads;
    hasEnded = true;
  };
  const request = withHistories(1, idsOf(3), { begin, waits, reads: () => (reads += 1) });
  const [first, ...others] = await Promise.allSettled([request(false), request(false), request(false)]);
  t.is(first.status, 'fulfilled');
  for (const other of others) {
    if (other.status === 'fulfilled') t.fail();
    else t.true(other.reason instanceof NotAuthenticated);
  }
  t.true(reads === readsOfFirst && reads > 0);
});
