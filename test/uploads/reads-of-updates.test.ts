import test from 'ava';
import type { Streams } from '../../src/ports/event-store.ts';
import { correctorReader, uploadedReader } from '../../src/uploads/known-tickets.ts';
import { undoTickets } from '../../src/uploads/undo-tickets.ts';
import { noUndoCounts } from '../../src/domain/events.ts';
import { streamInMemory, streamName } from '../support/ticket-stream.ts';

const correctedByHand = async () => {
  const stream = streamInMemory();
  await stream.store();
  for (const text of ['Рукой', 'Рукой снова', 'и ещё раз']) await stream.correct(text);
  stream.forget();
  return { ...stream, content: stream.events.length - 1 };
};

test('of a number that stands in a file very often, what a person has corrected is read once', async (t) => {
  const { streams, content, given, events } = await correctedByHand();
  const [readUploaded, readCorrector] = [uploadedReader(streams), correctorReader(streams)];
  const all = await Promise.all(Array.from({ length: 500 }, () => readUploaded(streamName, content)));
  t.true(all.every((data) => data === events[0]?.data));
  t.is(given(), events.length);
  await Promise.all(Array.from({ length: 500 }, () => readCorrector(streamName, content)));
  t.is(given(), events.length + 1);
});

test('streams are read one at a time, and one that could not be read is read again', async (t) => {
  const { streams, content } = await correctedByHand();
  let [reading, most, failures] = [0, 0, 1];
  const readPage: typeof streams.readPage = async (stream, page) => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise(setImmediate);
    reading -= 1;
    if (stream === 'ticket-c1-0' && failures-- > 0) throw new Error('away');
    return streams.readPage(stream, page);
  };
  const readUploaded = uploadedReader({ readPage });
  const names = Array.from({ length: 40 }, (_, index) => `ticket-c1-${index}`);
  const read = await Promise.allSettled(names.map((name) => readUploaded(name, content)));
  t.deepEqual(read.filter(({ status }) => status === 'rejected').length, 1);
  t.is(most, 1);
  t.truthy(await readUploaded('ticket-c1-0', content));
});

/** Streams that have nothing, and the most that are read at a time. */
const watched = () => {
  let [reading, most] = [0, 0];
  const none = async () => {
    most = Math.max(most, (reading += 1));
    await new Promise(setImmediate);
    reading -= 1;
    return [];
  };
  const streams = { readPage: none, readHeaders: none } as unknown as Streams;
  return { streams, most: () => most };
};

const ids = Array.from({ length: 100 }, (_, index) => String(index));

test('an undo reads five tickets at a time', async (t) => {
  const { streams, most } = watched();
  const undo = {
    tenantId: 'u1',
    collectionId: 'c1',
    uploadId: 'up',
    undoId: 'undo',
    surface: 'web',
    startedAt: 0n,
  } as const;
  const tickets = ids.map((ticketId, index) => ({ index, row: null, ticketId, outcome: 'updated' as const }));
  const { counts } = await undoTickets({ streams, now: () => new Date() }, undo, tickets);
  t.deepEqual(counts, { ...noUndoCounts, gone: 100 });
  t.is(most(), 5);
});
