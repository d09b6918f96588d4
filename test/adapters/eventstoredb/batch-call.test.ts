import { setImmediate, setTimeout } from 'node:timers/promises';
import test from 'ava';
import { batchAppender } from '../../../src/adapters/eventstoredb/batch-append.ts';
import { type BatchCallEvents, openBatchCall } from '../../../src/adapters/eventstoredb/batch-call.ts';
import { withSeparateConnection, connect } from '../../../src/adapters/eventstoredb/client.ts';
import { eventStoreDbEventStore } from '../../../src/adapters/eventstoredb/event-store.ts';
import type { Append, AppendOutcome } from '../../../src/ports/event-store.ts';
import { selfMadeAuthority } from '../../support/certificates.ts';
import { batchAnswer } from '../../support/eventstoredb-double/batch-answer.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { anAppend, kindsOf, openAppender, until, wideLimits } from '../../support/eventstoredb-appender.ts';
import { startTlsProxy } from '../../support/tls-proxy.ts';

// One after the other: all share one thread with their doubles, and some measure times.

test.serial(
  'a call that answers nothing is given up with everything that waits, and the next one is used',
  async (t) => {
    const { double, failures, append, written } = await openAppender(t, { silenceMs: 3_000, appends: 4 });
    await append(anAppend());
    double.freeze();
    const wanted = Array.from({ length: 20 }, () => anAppend('x'.repeat(100_000)));
    t.deepEqual(kindsOf(await Promise.all(wanted.map(append))), ['unknown']);
    t.deepEqual(failures, ['Error: timed out']);
    double.thaw();
    let outcomes: readonly AppendOutcome[] = [];
    while (kindsOf(outcomes).join() !== 'appended') outcomes = await Promise.all(wanted.map(append));
    t.true(wanted.every(({ stream }) => written(stream) === 1));
  },
);

test.serial('appends of a call whose writing is blocked are unknown when the connection is lost', async (t) => {
  const { double, append } = await openAppender(t);
  await append(anAppend());
  double.freeze();
  const waiting = Promise.all(Array.from({ length: 80 }, () => append(anAppend('x'.repeat(200_000)))));
  await setTimeout(100);
  double.cut();
  t.deepEqual(kindsOf(await waiting), ['unknown']);
});

test.serial('a call that the server ends in order leaves its appends unknown, and another one is opened', async (t) => {
  const { double, failures, append } = await openAppender(t);
  await append(anAppend());
  double.faults.slow(100);
  const waiting = append(anAppend());
  await until(() => double.faults.batch.seen.messages === 2);
  double.faults.batch.end();
  t.deepEqual(await waiting, { outcome: 'unknown' });
  t.deepEqual(failures, ['Error: EventStoreDB ended the call']);
  t.is((await append(anAppend())).outcome, 'appended');
  t.is(double.faults.batch.seen.opened, 2);
});

test.serial('a call that drops while it carries nothing is no failure', async (t) => {
  const failures: unknown[] = [];
  let call: BatchCallEvents | undefined;
  const { append } = batchAppender(
    (events) => {
      call = events;
      return Promise.resolve({ write: () => true, isClosed: () => false, cancel: () => undefined });
    },
    (error) => failures.push(error),
    wideLimits,
  );
  const outcome = append(anAppend());
  await setImmediate();
  call?.onAnswer(batchAnswer('1', 'collection-1', { kind: 'written', revision: 0, position: 7n }));
  t.deepEqual(await outcome, { outcome: 'appended', position: 7n });
  call?.onDrop(new Error('gone'));
  t.deepEqual(failures, []);
  const lost = append(anAppend());
  await setImmediate();
  call?.onDrop(new Error('gone'));
  t.deepEqual(await lost, { outcome: 'unknown' });
  t.is(failures.length, 1);
});

test.serial('a call that drops touches no other store of the process', async (t) => {
  const [one, other] = [await openAppender(t), await openAppender(t)];
  await Promise.all([one.append(anAppend()), other.append(anAppend())]);
  one.double.faults.slow(100);
  other.double.faults.slow(100);
  const waiting = [one.append(anAppend()), other.append(anAppend())];
  await until(() => [one, other].every(({ double }) => double.faults.batch.seen.messages === 2));
  one.double.cut();
  t.deepEqual(
    (await Promise.all(waiting)).map(({ outcome }) => outcome),
    ['unknown', 'appended'],
  );
  t.deepEqual(other.failures, []);
});

test.serial('a cluster of which no node is found makes appends unknown and nothing else', async (t) => {
  const failures: unknown[] = [];
  const client = connect('esdb+discover://127.0.0.1:1?tls=false&maxDiscoverAttempts=1');
  const { append } = batchAppender(
    (events) => openBatchCall(client, events),
    (error) => failures.push(error),
    wideLimits,
  );
  for (let turn = 0; turn < 2; turn += 1) t.deepEqual(await append(anAppend()), { outcome: 'unknown' });
  t.is(failures.length, 2);
});

test.serial('a server that is away is tried less and less often', async (t) => {
  const { double, failures, append } = await openAppender(t);
  await double.kill();
  const began = performance.now();
  while (failures.length < 7) t.deepEqual(await append(anAppend()), { outcome: 'unknown' });
  // At even intervals of the first length it would be a third of a second.
  t.true(performance.now() - began > 2_000, `${failures.length} calls`);
  await double.restart();
  while ((await append(anAppend())).outcome !== 'appended');
});

test.serial('when another node leads, appends go to that one', async (t) => {
  const leader = await startDouble();
  t.teardown(leader.close);
  const { double, append, written } = await openAppender(t);
  const before = anAppend();
  await append(before);
  t.is(written(before.stream), 1);
  double.faults.slow(100);
  const waiting = append(anAppend());
  await until(() => double.faults.batch.seen.messages === 2);
  double.faults.batch.notLeader(leader.port);
  t.deepEqual(await waiting, { outcome: 'unknown' });
  const after = anAppend();
  t.is((await append(after)).outcome, 'appended');
  t.is(leader.log.all.filter(({ stream }) => stream === after.stream).length, 1);
  t.is(written(after.stream), 0);
});

test.serial('a store that is closed waits for the answers to what was sent; later appends are unknown', async (t) => {
  const double = await startDouble();
  t.teardown(double.close);
  const store = eventStoreDbEventStore(double.url, () => undefined);
  await store.appendAll([anAppend()]);
  double.faults.slow(100);
  const sent = store.appendAll([anAppend()]);
  await until(() => double.faults.batch.seen.messages === 2);
  await store.close();
  t.deepEqual(kindsOf(await sent), ['appended']);
  t.deepEqual(await store.appendAll([anAppend()]), [{ outcome: 'unknown' }]);
});

test.serial('after an append of unknown outcome the next ones to its stream are not sent', async (t) => {
  const double = await startDouble();
  const store = eventStoreDbEventStore(double.url, () => undefined);
  t.teardown(async () => {
    await store.close();
    double.close();
  });
  const first = anAppend();
  const second: Append = { ...anAppend(), stream: first.stream, expected: 0 };
  double.faults.batch.refuseNext('Server Is Not Ready');
  t.deepEqual(await store.appendAll([first, second]), [{ outcome: 'unknown' }, { outcome: 'unknown' }]);
  t.deepEqual(kindsOf(await store.appendAll([first, second])), ['appended']);
});

test.serial(
  'appends carry the user of the connection string over TLS; those of another user are unknown',
  async (t) => {
    const double = await startDouble({ authorization: `Basic ${btoa('admin:right')}` });
    t.teardown(double.close);
    const { caFile, valid } = selfMadeAuthority(t);
    const port = await startTlsProxy(t, double.port, valid);
    const storeOf = (password: string, onFailure: (error: unknown) => void) => {
      const ca = encodeURIComponent(caFile);
      const store = eventStoreDbEventStore(
        `esdb://admin:${password}@127.0.0.1:${port}?tls=true&tlsCAFile=${ca}`,
        onFailure,
      );
      t.teardown(store.close);
      return store;
    };
    t.deepEqual(kindsOf(await storeOf('right', (error) => t.fail(String(error))).appendAll([anAppend()])), [
      'appended',
    ]);
    const failures: string[] = [];
    const refused = await storeOf('wrong', (error) => failures.push(String(error))).appendAll([anAppend()]);
    t.deepEqual(kindsOf(refused), ['unknown']);
    t.regex(failures.join(), /^Error: 16 UNAUTHENTICATED/);
    t.notRegex(failures.join(), /wrong/);
  },
);

test('a connection apart has the given options but for a millisecond', (t) => {
  t.is(withSeparateConnection('esdb://one:2113'), 'esdb://one:2113?keepAliveTimeout=10001');
  t.is(withSeparateConnection('esdb://one:2113?tls=false'), 'esdb://one:2113?tls=false&keepAliveTimeout=10001');
  t.is(
    withSeparateConnection('esdb://one:2113/?KeepAliveTimeout=5000&tls=true'),
    'esdb://one:2113/?KeepAliveTimeout=5000&tls=true&keepAliveTimeout=5001',
  );
  t.is(withSeparateConnection('esdb://one:2113?keepAliveTimeout=-1'), 'esdb://one:2113?keepAliveTimeout=-1');
});
