import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import test, { type ExecutionContext, type TestFn } from 'ava';
import { eventStoreDbEventStore } from '../../src/adapters/eventstoredb/event-store.ts';
import { logReaderThread } from '../../src/composition/log-reader-thread.ts';
import type { EventBatch } from '../../src/ports/event-store.ts';
import { eventStoreContract } from '../contracts/event-store.ts';
import { anyFact, newEvent } from '../support/events.ts';
import { startDouble } from '../support/eventstoredb-double/double.ts';

// One after the other, as the suite of the store that has no thread.
eventStoreContract(test.serial as TestFn, 'EventStoreDB whose events a thread receives', async (t) => {
  const double = await startDouble();
  t.teardown(double.close);
  const failed = (error: unknown) => t.fail(String(error));
  const store = eventStoreDbEventStore(double.url, failed, logReaderThread(double.url, failed));
  for await (const { caughtUp } of store.subscribe(await store.head(), new AbortController().signal))
    if (caughtUp) break;
  return { store, close: store.close };
});

test('a subscription that drops is reported with its reason and goes on after its last event', async (t) => {
  const double = await startDouble();
  t.teardown(double.close);
  const reported: string[] = [];
  const { subscribe, close } = logReaderThread(double.url, (error) => reported.push(String(error)));
  t.teardown(close);
  const abort = new AbortController();
  for await (const { caughtUp } of subscribe(undefined, abort.signal)) {
    if (!caughtUp) continue;
    if (reported.length > 0) break;
    double.cut();
  }
  t.regex(reported.join('\n'), /dropped/);
});

/** Ends the threads of this process that start from now on. */
const thread = (t: ExecutionContext) => {
  let newest: Worker | undefined;
  const onStart = (worker: Worker) => (newest = worker);
  process.on('worker', onStart);
  t.teardown(() => process.off('worker', onStart));
  return { end: () => newest?.terminate() };
};

test('a subscription whose thread ends resumes in the next one, whether it waits for a batch or has one ahead', async (t) => {
  const double = await startDouble();
  t.teardown(double.close);
  const store = eventStoreDbEventStore(double.url, (error) => t.fail(String(error)));
  t.teardown(store.close);
  const append = async (): Promise<bigint> => {
    const stream = `collection-${randomUUID()}`;
    const [outcome] = await store.appendAll([{ stream, expected: 'no stream', events: [newEvent(anyFact())] }]);
    return outcome?.outcome === 'appended' ? outcome.position : -1n;
  };
  const running = thread(t);
  const reported: string[] = [];
  const { subscribe, close } = logReaderThread(double.url, (error) => reported.push(String(error)));
  t.teardown(close);
  const batches = subscribe(undefined, new AbortController().signal)[Symbol.asyncIterator]();
  const read: bigint[] = [];
  const readUpTo = async (position: bigint) => {
    while (read.at(-1) !== position) {
      const { value } = (await batches.next()) as { value: EventBatch };
      read.push(...value.events.map((event) => event.position));
    }
  };

  const appended = [await append()];
  await readUpTo(appended[0] as bigint);
  const waits = batches.next();
  appended.push(await append());
  read.push(...((await waits).value as EventBatch).events.map(({ position }) => position));
  appended.push(await append());
  // The batch after the one that was taken has arrived.
  await setTimeout(300);
  await running.end();
  appended.push(await append());
  await readUpTo(appended[3] as bigint);
  t.deepEqual(read, appended);
  t.regex(reported.join('\n'), /log-reader thread ended/);
  await batches.return?.();
});
