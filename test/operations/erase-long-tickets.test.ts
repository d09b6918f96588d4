import { randomUUID } from 'node:crypto';
import test from 'ava';
import { runInBackground } from '../../src/concurrency/background-service.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { ticketEraser } from '../../src/operations/erase-tickets.ts';
import { findErasure } from '../../src/queries/find-erasure.ts';
import { countingReads } from '../support/counting-reads.ts';
import { newEvent, ticketChanged, ticketCorrected } from '../support/events.ts';
import { requestedErasure, until } from '../support/requested-erasure.ts';

const [updates, flags] = [2_500, 1_500];

test('a ticket that uploads have updated thousands of times is erased, page by page, with all of its outcomes', async (t) => {
  const uploadId = randomUUID();
  const erasing = await requestedErasure(t, undefined, async (writer, streams, { tenantId, collectionId }) => {
    const owner = { tenantId, collectionId, ticketId: '4' };
    const updated = (place: number): NewEvent => {
      const event = newEvent(ticketCorrected(owner, place + 2, `Новый текст ${place}`));
      return { ...event, metadata: { ...event.metadata, uploadId, place } };
    };
    const events = [
      ...Array.from({ length: updates }, (_, place) => updated(place)),
      ...Array.from({ length: flags }, () => newEvent(ticketChanged('TicketFlagged', owner))),
    ];
    await writer.appendAll([{ stream: streams[4] ?? '', expected: 0, events }]);
  });
  const { context, failed, stop, proven, events, foundIn, streams, writer, collectionId, erasureId } = erasing;
  const requested = (await events())[0];
  const long = requested?.type === 'ErasureRequested' ? requested.data.tickets[1] : undefined;
  t.like(long, { revisions: updates + 1, events: updates + flags + 1, uploads: [] });
  t.is(long?.positions.length, 1);

  let turns = 0;
  const eraseUnchanged: typeof context.store.eraseUnchanged = async (erased) => {
    // Others change it as long as it is read.
    turns += 1;
    if (turns === 1) {
      const late = newEvent(ticketChanged('TicketConfirmed', { tenantId: 'u', collectionId, ticketId: '4' }));
      const [outcome] = await writer.appendAll([
        { stream: streams[4] ?? '', expected: updates + flags, events: [late] },
      ]);
      t.is(outcome?.outcome, 'appended');
    }
    return context.store.eraseUnchanged(erased);
  };
  const eraser = ticketEraser({ ...context, store: { ...context.store, eraseUnchanged } });
  const running = runInBackground(eraser.service, { signal: stop.signal, failed });
  await until(async () => (await proven()).length === 6);
  t.is(turns, 2);
  t.like(await foundIn('event_log'), { streams: 2, events: updates + flags + 2 + 2, left: 0 });
  t.like(await foundIn('uploads'), { outcomes: updates, kept: 0 });
  t.deepEqual(await writer.read(streams[4] ?? ''), []);

  const recorded = (await events()).flatMap((event) => (event.type === 'ErasureAmended' ? event.data.tickets : []));
  const places = recorded.flatMap(({ uploads }) => uploads.map(({ index }) => index));
  t.deepEqual(new Set(places), new Set(Array.from({ length: updates }, (_, place) => place)));
  t.true(recorded.every((ticket) => Buffer.byteLength(JSON.stringify(ticket)) < 700_000));
  t.is(recorded.at(-1)?.positions.length, updates + flags + 2);

  const { streams: counted, reads } = countingReads(writer);
  const find = findErasure({
    ...{ streams: counted, erasures: { numberAt: () => Promise.resolve(1) } },
    ...{ trouble: () => Promise.resolve(undefined), hasLogServer: false },
  });
  const found = await find({ collectionId, erasureId });
  t.is(found.state, 'proven');
  t.is(found.tickets[1]?.revisions, updates + 1);
  t.is(reads().wholes, 0);
  stop.abort();
  await running;
});
