import test from 'ava';
import { ticketsToErase } from '../../src/ports/ticket-pasts.ts';
import { streamInMemory, streamName } from '../support/ticket-stream.ts';

const of = (uploadId: string, place: number) => ({ uploadId, place, row: place + 2 });

test('a request to erase a ticket has all that an erasure records of its stream, and none of its texts', async (t) => {
  const stream = streamInMemory();
  await stream.store();
  for (let at = 0; at < 4; at += 1) await stream.correct(`Иначе ${at}`, of('may', at));
  await stream.add({ type: 'WithdrawTicket' });
  const tickets = await ticketsToErase(stream.streams, [streamName]);
  t.like(tickets, [{ ticketId: '7', revisions: 5, positions: ['1', '2', '3', '4', '5', '6'] }]);
  t.deepEqual(
    tickets[0]?.uploads,
    [0, 1, 2, 3].map((index) => ({ uploadId: 'may', index, row: index + 2, outcome: 'updated' })),
  );
  t.is(tickets[0]?.events, undefined);
  t.false(JSON.stringify(tickets).includes('Иначе'));
});

test('of a ticket with more events than a page it has the end, from a few reads', async (t) => {
  const stream = streamInMemory();
  await stream.store();
  for (let at = 0; at < 150; at += 1) await stream.correct(`Иначе ${at}`, of('may', at));
  for (let round = 0; round < 150; round += 1)
    await stream.add({ type: round % 2 === 0 ? 'FlagTicket' : 'ConfirmTicket' });
  stream.forget();
  const [ticket] = await ticketsToErase(stream.streams, [streamName]);
  t.like(ticket, { ticketId: '7', revisions: 151, events: 301, positions: ['301'], uploads: [] });
  t.true(stream.asked.length <= 4, String(stream.asked.length));
});

test('a stream without events has no ticket', async (t) => {
  const { streams } = streamInMemory();
  t.deepEqual(await ticketsToErase(streams, [streamName]), []);
});

test('at most ten streams are read at a time', async (t) => {
  let [reading, most] = [0, 0];
  const readPage = async () => {
    most = Math.max(most, (reading += 1));
    await new Promise(setImmediate);
    reading -= 1;
    return [];
  };
  const names = Array.from({ length: 35 }, (_, at) => `ticket-${at}`);
  t.deepEqual(await ticketsToErase({ readPage }, names), []);
  t.is(most, 10);
});
