import test, { type TestFn } from 'ava';
import { eventStoreDbEventStore } from '../../src/adapters/eventstoredb/event-store.ts';
import { logReaderThread } from '../../src/composition/log-reader-thread.ts';
import { eventStoreContract } from '../contracts/event-store.ts';
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
