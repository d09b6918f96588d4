import { randomUUID } from 'node:crypto';
import test from 'ava';
import { runInBackground } from '../../src/concurrency/background-service.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { ticketEraser } from '../../src/operations/erase-tickets.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { newEvent, ticketCorrected } from '../support/events.ts';
import { type EraserContext as Context, requestedErasure, until } from '../support/requested-erasure.ts';

/** An update by an upload. */
const updateBy = (uploadId: string, place: number, fact: ReturnType<typeof ticketCorrected>): NewEvent => {
  const event = newEvent(fact);
  return { ...event, metadata: { ...event.metadata, uploadId, place } };
};

test('what an upload has updated between the request and the erasure, up to the very moment, is recorded before it is erased', async (t) => {
  const { context, failed, proven, events, streams, writer, collectionId, tenantId } = await requestedErasure(t);
  const uploadId = randomUUID();
  const [stream = ''] = streams.slice(4);
  const update = async (place: number, expected: number) => {
    const fact = ticketCorrected(
      { tenantId, collectionId, ticketId: '4' },
      place,
      `Обновление ${place} того же обращения`,
    );
    const [outcome] = await writer.appendAll([{ stream, expected, events: [updateBy(uploadId, place, fact)] }]);
    t.is(outcome?.outcome, 'appended');
  };
  await update(2, 0);
  let isFirst = true;
  const store: Context['store'] = {
    ...context.store,
    eraseUnchanged: async (read) => {
      // It was read already: the stream must not be erased as it is now.
      if (isFirst) await update(3, 1);
      isFirst = false;
      return context.store.eraseUnchanged(read);
    },
  };
  void runInBackground(ticketEraser({ ...context, store }).service, { ...context, failed });
  await until(async () => (await proven()).includes('uploads'));
  t.deepEqual(await writer.read(stream), []);
  const amended = (await events()).flatMap((event) => (event.type === 'ErasureAmended' ? [event] : []));
  const last = amended.at(-1)?.data.tickets.find(({ ticketId }) => ticketId === '4');
  t.is(last?.revisions, 3);
  t.deepEqual(
    last?.uploads.map(({ index, outcome }) => [index, outcome]),
    [
      [2, 'updated'],
      [3, 'updated'],
    ],
  );
  // A replay has their outcomes from there.
  const changes = amended.flatMap((event) => uploadsProjection.on.ErasureAmended?.(event) ?? []);
  const outcomes = changes.flatMap((change) => (change.type === 'tickets' ? change.tickets : []));
  t.deepEqual([...new Set(outcomes.map(({ index }) => index))], [2, 3]);
});
