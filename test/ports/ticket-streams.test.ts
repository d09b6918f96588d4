import test from 'ava';
import type { PresentTicket } from '../../src/domain/ticket.ts';
import { eventsOf, hasEventAfter } from '../../src/ports/stream-events.ts';
import { isChange, readTicket, readWithoutTexts } from '../../src/ports/ticket-streams.ts';
import { stateOf, streamInMemory, streamName, ticketOwner, withoutOutlines } from '../support/ticket-stream.ts';

const vector = { model: 'next', values: '' };
type Stream = ReturnType<typeof streamInMemory>;

const changes: readonly ((stream: Stream) => Promise<void>)[] = [
  ({ correct }) => correct('Иначе'),
  ({ add }) => add({ type: 'WithdrawTicket' }),
  ({ correct }) => correct('Пока скрыта'),
  ({ add }) => add({ type: 'ReembedTicket', vector }),
  ({ add }) => add({ type: 'RestoreTicket' }),
  ({ add }) => add({ type: 'WithdrawTicket' }),
  ({ correct }) => correct('Опять'),
];

test('a ticket that is read from the end is what all of its events make it, at every position, also without what newer versions record', async (t) => {
  for (const isOld of [false, true]) {
    for (const pageSize of [1, 2, 100]) {
      const stream = streamInMemory(pageSize);
      await stream.store();
      for (const change of changes) await change(stream);
      t.is(stream.events.length, 8);
      if (isOld) withoutOutlines(stream.events);
      for (const [index, { position }] of stream.events.entries()) {
        const { state, last, changed } = await readTicket(stream.streams, streamName, position);
        if (!isOld)
          t.is(
            changed,
            stream.events.findLastIndex((event, at) => at <= index && isChange(event)),
          );
        t.deepEqual(
          state,
          stateOf(stream.events.slice(0, index + 1)),
          `${index}, pages of ${pageSize}, old: ${String(isOld)}`,
        );
        t.is(last?.revision, index);
      }
    }
  }
});

test('what a ticket is beside its texts is read from its newest event, whose data is not read, of an earlier version from all that says it', async (t) => {
  const name = { ...ticketOwner, recordId: '7' };
  for (const isOld of [false, true]) {
    const stream = streamInMemory();
    const refusing = { readPage: () => Promise.reject(new Error('The texts were read')) };
    const steps = [({ store }: Stream) => store(), ...changes, ({ add }: Stream) => add({ type: 'FlagTicket' })];
    for (const step of steps) {
      await step(stream);
      if (isOld) withoutOutlines(stream.events);
      const { state, ...whole } = await readTicket(stream.streams, streamName);
      stream.forget();
      const read = await readWithoutTexts(isOld ? stream.streams : { ...stream.streams, ...refusing }, name);
      t.like(read, whole);
      const { data: _, ...said } = state as PresentTicket;
      t.like(read.state, { ...said, data: { ticketId: '7' } });
      if (!isOld) t.is(stream.given(), 1);
    }
  }
  t.deepEqual(await readWithoutTexts(streamInMemory().streams, name), {
    ...{ state: { status: 'missing' }, last: undefined, content: undefined },
  });
});

test('a stream that does not exist is a missing ticket', async (t) => {
  const { streams } = streamInMemory();
  t.deepEqual(await readTicket(streams, streamName), {
    ...{ state: { status: 'missing' }, last: undefined, content: undefined },
  });
});

test('however often a ticket was changed, a few events say what it is', async (t) => {
  const stream = streamInMemory();
  await stream.store();
  for (let round = 0; round < 200; round += 1) await stream.correct(`Текст ${round}`);
  stream.forget();
  t.like(await readTicket(stream.streams, streamName), { state: { revision: 201, data: { problem: ['Текст 199'] } } });
  t.is(stream.given(), 1, 'of its texts the present ones alone');
  for (let round = 0; round < 300; round += 1) {
    await stream.add({ type: round % 2 === 0 ? 'WithdrawTicket' : 'RestoreTicket' });
  }
  stream.forget();
  const read = await readTicket(stream.streams, streamName);
  t.like(read, { state: { status: 'active', revision: 201, data: { problem: ['Текст 199'] } }, content: 200 });
  t.is(stream.given(), 2);
});

test('all events of a stream are read in parts, and one is looked for from the newest on', async (t) => {
  const stream = streamInMemory(2);
  await stream.store();
  for (const change of changes) await change(stream);
  const revisions: number[] = [];
  for await (const { revision } of eventsOf(stream.streams, streamName)) revisions.push(revision);
  t.deepEqual(revisions, [0, 1, 2, 3, 4, 5, 6, 7]);
  stream.forget();
  const isRestored = ({ type }: { readonly type: string }) => type === 'TicketRestored';
  const find = (position: bigint, isWanted = isRestored) =>
    hasEventAfter(stream.streams, streamName, { position, isWanted });
  t.true(await find(0n));
  t.is(stream.asked.length, 2);
  t.false(await find(0n, ({ type }) => type === 'UploadStopped'));
  stream.forget();
  t.false(await find(6n), 'it is of before');
  t.is(stream.asked.length, 2, 'what is of before is not read');
});
