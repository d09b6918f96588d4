import { randomUUID } from 'node:crypto';
import test from 'ava';
import { changeTickets } from '../../src/commands/change-tickets.ts';
import type { Streams } from '../../src/ports/event-store.ts';

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
      streams: { read: none, readPage: none } as unknown as Streams,
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
