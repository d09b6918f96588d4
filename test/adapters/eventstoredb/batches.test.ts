import { PassThrough, Readable } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import test, { type ExecutionContext } from 'ava';
import { connect } from '../../../src/adapters/eventstoredb/client.ts';
import { eventStoreDbEventStore } from '../../../src/adapters/eventstoredb/event-store.ts';
import { subscribe } from '../../../src/adapters/eventstoredb/subscribe.ts';
import type { EventBatch } from '../../../src/ports/event-store.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { anyFact, newEvent } from '../../support/events.ts';

/** A double with events, and a subscription to it that waits for a full batch for as long as it is behind. */
const opened = async (t: ExecutionContext, { count, name }: { readonly count: number; readonly name?: string }) => {
  const double = await startDouble();
  const store = eventStoreDbEventStore(double.url, () => undefined);
  const client = connect(double.url);
  t.teardown(async () => {
    await Promise.all([store.close(), client.dispose()]);
    double.close();
  });
  for (let number = 0; number < count; number += 1) {
    const { id, type, data, metadata } = newEvent(anyFact(name));
    const [bytes, contentType] = [Buffer.from(JSON.stringify(data)), 'application/json'];
    const event = { id, type, contentType, data: bytes, metadata: Buffer.from(JSON.stringify(metadata)) };
    double.log.append(`collection-${id}`, 'no stream', [event]);
  }
  const subscription = subscribe({ client, onFailure: (error) => t.fail(String(error)), fillMs: Infinity });
  return { store, batches: subscription(undefined, new AbortController().signal)[Symbol.asyncIterator]() };
};

const sizesUntilCaughtUp = async (batches: AsyncIterator<EventBatch>): Promise<readonly number[]> => {
  const sizes: number[] = [];
  for (;;) {
    const { value } = (await batches.next()) as { readonly value: EventBatch };
    sizes.push(value.events.length);
    if (value.caughtUp) return sizes;
  }
};

test('while a subscription is behind its batches are filled to a number of events, and the last one does not wait', async (t) => {
  const { batches } = await opened(t, { count: 2_500 });
  t.deepEqual(await sizesUntilCaughtUp(batches), [1_000, 1_000, 500]);
});

test('large events fill a batch by their size', async (t) => {
  const { batches } = await opened(t, { count: 25, name: 'x'.repeat(100_000) });
  t.deepEqual(await sizesUntilCaughtUp(batches), [10, 10, 5]);
});

test('once a subscription has caught up an event waits for no other', async (t) => {
  const { store, batches } = await opened(t, { count: 3 });
  await sizesUntilCaughtUp(batches);
  for (let turn = 0; turn < 3; turn += 1) {
    const event = newEvent(anyFact());
    await store.appendAll([{ stream: `collection-${event.id}`, expected: 'no stream', events: [event] }]);
    const { value } = (await batches.next()) as { readonly value: EventBatch };
    t.is(value.events.length, 1);
  }
});

test('a batch that is not filled in time comes with what has arrived', async (t) => {
  const arriving = new PassThrough({ objectMode: true });
  const newest = { streamId: 'ticket-9', position: { commit: 900n, prepare: 900n } };
  const read = () => Object.assign(Readable.from([{ event: newest }]), { cancel: () => Promise.resolve() });
  const client = {
    subscribeToAll: () => Object.assign(arriving, { unsubscribe: () => Promise.resolve() }),
    readAll: read,
  } as unknown as EventStoreDBClient;
  const { id, type, data, metadata } = newEvent(anyFact());
  for (const commit of [1n, 2n, 3n]) {
    arriving.write({ event: { id, type, data, metadata, streamId: 'ticket-1', revision: 0n, position: { commit } } });
  }
  const subscription = subscribe({ client, onFailure: (error) => t.fail(String(error)) });
  for await (const batch of subscription(undefined, new AbortController().signal)) {
    t.false(batch.caughtUp);
    t.deepEqual(
      batch.events.map(({ position }) => position),
      [1n, 2n, 3n],
    );
    break;
  }
});
