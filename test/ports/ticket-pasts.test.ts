import test from 'ava';
import { readTicketPasts } from '../../src/ports/ticket-pasts.ts';
import { streamInMemory, streamName } from '../support/ticket-stream.ts';

test('what an erasure records of a stream is read a page at a time, and nothing is held of the texts', async (t) => {
  const stream = streamInMemory(2);
  await stream.store();
  const of = (uploadId: string, place: number) => ({ uploadId, place, row: place + 2 });
  for (let at = 0; at < 4; at += 1) await stream.correct(`Иначе ${at}`, of('may', at));
  await stream.add({ type: 'WithdrawTicket' });
  stream.asked.length = 0;
  const watched: number[] = [];
  const [past] = await readTicketPasts(stream.streams, [streamName], ({ revision }) => watched.push(revision));
  t.deepEqual(watched, [0, 1, 2, 3, 4, 5]);
  const positions = stream.events.map(({ position }) => String(position));
  t.like(past, { stream: streamName, last: 5, positions });
  t.like(past?.ticket, { ticketId: '7', revisions: 5, positions });
  t.deepEqual(
    past?.ticket?.uploads,
    [0, 1, 2, 3].map((index) => ({ uploadId: 'may', index, row: index + 2, outcome: 'updated' })),
  );
  t.false(JSON.stringify(past).includes('Иначе'));
  t.true(stream.asked.length >= 3 && stream.asked.every(({ direction }) => direction === 'forwards'));
});

test('a stream without events has no ticket', async (t) => {
  const { streams } = streamInMemory();
  const [past] = await readTicketPasts(streams, [streamName]);
  t.deepEqual(past, { stream: streamName, last: undefined, positions: [], ticket: undefined });
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
  const pasts = await readTicketPasts({ readPage }, names);
  t.deepEqual(
    pasts.map(({ stream }) => stream),
    names,
  );
  t.is(most, 10);
});
