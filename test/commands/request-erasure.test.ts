import { randomUUID } from 'node:crypto';
import test from 'ava';
import { requestErasure } from '../../src/commands/request-erasure.ts';
import { InvalidInput } from '../../src/domain/errors.ts';
import type { ErasureRequested } from '../../src/domain/erasure-events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { Append, Streams } from '../../src/ports/event-store.ts';
import { ticketStored } from '../support/events.ts';
import { recorded } from '../support/recorded-events.ts';

const [tenantId, collectionId] = ['9b0a4bfa-7c2f-4b8e-9e36-0d3a7c6d7f01', 'c0d7a6b5-3f1e-4d8a-8a55-6e2f6a1b9c02'];

/** Erasures of tickets that each were updated so many times by uploads. */
const withHistories = (updates: number, ids: readonly string[]) => {
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
    readPage: (stream: string, { from = 0 }: { readonly from?: number }) =>
      Promise.resolve((pasts.get(stream) ?? []).slice(from)),
    appendAll: (appends: readonly Append[]) => {
      appended.push(...appends);
      return Promise.resolve(appends.map(() => ({ outcome: 'appended', position: 1n })));
    },
  } as unknown as Streams;
  const erase = requestErasure({
    ...{ now: () => new Date(), newId: randomUUID, streams, admit: () => Promise.resolve() },
    collections: { known: () => Promise.resolve(new Map()) },
    erasures: { idAt: () => Promise.resolve(undefined) },
    projected: { waitForPosition: () => Promise.resolve({ status: 'reached', parked: 0 }) },
  });
  const request = async (inParts: boolean, remaining = 0) => {
    await erase({
      ...{ tenantId, collectionId, collectionName: 'Support', requestedFor: null, surface: 'web' as const },
      ...{ ticketIds: ids, inParts, remaining },
    });
    return appended.at(-1)?.events[0]?.data as ErasureRequested['data'];
  };
  return request;
};

test('the tickets of a client are erased as far as one erasure has room for their events, and the others remain', async (t) => {
  const ids = Array.from({ length: 20 }, (_, index) => String(index));
  const { tickets, remaining } = await withHistories(1_000, ids)(true, 7);
  t.true(tickets.length >= 5 && tickets.length < 12, String(tickets.length));
  t.deepEqual(
    tickets.map(({ ticketId }) => ticketId),
    ids.slice(0, tickets.length),
  );
  t.is(remaining, 7 + ids.length - tickets.length);
});

test('ids that are too many for one erasure are refused, and one ticket with too many events with what to do', async (t) => {
  const many = await t.throwsAsync(
    withHistories(
      1_000,
      Array.from({ length: 14 }, (_, index) => String(index)),
    )(false),
    {
      instanceOf: InvalidInput,
    },
  );
  t.regex(many.message, /send fewer ids at a time$/);
  for (const inParts of [false, true]) {
    const one = await t.throwsAsync(withHistories(12_000, ['1'])(inParts), { instanceOf: InvalidInput });
    t.is(one.message, 'The ticket has too many events for an erasure: delete its collection');
  }
});
