import { randomUUID } from 'node:crypto';
import test from 'ava';
import { changeTickets } from '../../src/commands/change-tickets.ts';
import type { Append, Streams } from '../../src/ports/event-store.ts';
import { streamInMemory, streamName } from '../support/ticket-stream.ts';

const [tenantId, collectionId] = [randomUUID(), randomUUID()];

test('a hundred of many tickets are changed in a turn, a few at once, and five streams are read at a time', async (t) => {
  let [turns, reading, most] = [0, 0, 0];
  const none = async () => {
    most = Math.max(most, (reading += 1));
    await new Promise(setImmediate);
    reading -= 1;
    return [];
  };
  const withdraw = changeTickets(
    {
      ...{ now: () => new Date(), newId: randomUUID },
      streams: { read: none, readPage: none, readHeaders: none } as unknown as Streams,
      projected: { waitForPosition: () => Promise.resolve({ status: 'reached', parked: 0 }) },
    },
    { type: 'WithdrawTicket' },
  );
  const change = (count: number) =>
    withdraw({
      ...{ tenantId, collectionId, surface: 'web' },
      ticketIds: Array.from({ length: count }, (_, index) => `x${index}`),
      turn: (work) => {
        turns += 1;
        return work();
      },
    });
  t.is((await change(250)).notFound.length, 250);
  t.deepEqual([turns, most], [3, 5]);
  t.is((await change(10)).notFound.length, 10);
  t.is(turns, 3);
});

test('tickets are changed without a look at their texts, and what an undo has hidden is told from what a person has', async (t) => {
  const { events, streams, store, add } = streamInMemory();
  await store();
  const appended: string[] = [];
  const change = (type: 'WithdrawTicket' | 'RestoreTicket' | 'FlagTicket', hiddenBy?: string) => {
    const dependencies = {
      ...{ now: () => new Date(), newId: randomUUID },
      streams: {
        readHeaders: (_stream: string, page: Parameters<Streams['readHeaders']>[1]) =>
          streams.readHeaders(streamName, page),
        readPage: () => Promise.reject(new Error('The texts were read')),
        appendAll: (appends: readonly Append[]) => {
          appended.push(...appends.flatMap((one) => one.events.map((event) => event.type)));
          return Promise.resolve(appends.map(() => ({ outcome: 'appended', position: 9n })));
        },
      } as unknown as Streams,
      projected: { waitForPosition: () => Promise.resolve({ status: 'reached' as const, parked: 0 }) },
    };
    const ticket = { tenantId: 'u1', collectionId: 'c1', ticketIds: ['7'], surface: 'web' as const };
    return changeTickets(dependencies, { type })({ ...ticket, ...(hiddenBy !== undefined && { hiddenBy }) });
  };
  t.like(await change('RestoreTicket'), { changed: 0, unchanged: 1 });
  t.like(await change('FlagTicket'), { changed: 1, unchanged: 0 });
  await add({ type: 'UndoTicket' }, { commandId: 'undo' });
  t.like(await change('RestoreTicket', 'another undo'), { changed: 0, unchanged: 1 });
  t.like(await change('RestoreTicket', 'undo'), { changed: 1, unchanged: 0 });
  t.like(await change('WithdrawTicket'), { changed: 1, unchanged: 0 });
  t.deepEqual(appended, ['TicketFlagged', 'TicketRestored', 'TicketWithdrawn']);
  t.is(events.length, 2);
});
