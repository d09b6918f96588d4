import { join } from 'node:path';
import {
  type AllStreamResolvedEvent,
  ANY,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import test from 'ava';
import { eventStoreDbEventStore } from '../../../src/adapters/eventstoredb/event-store.ts';
import { connectedDouble } from '../../support/eventstoredb-double/connected.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { startDoubleProcess } from '../../support/eventstoredb-double/double-process.ts';
import { anyFact, newEvent } from '../../support/events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// The client sends all appends through one shared stream. What one client of a process loses all of them lose: one test at a time.

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
  string,
];

const wrongVersion = { instanceOf: WrongExpectedVersionError };

test.serial('the double treats expected revisions as the server does', async (t) => {
  const { append } = await connectedDouble(t);
  await t.throwsAsync(append([a], STREAM_EXISTS));
  await append([a], NO_STREAM);
  await t.throwsAsync(append([b], NO_STREAM), wrongVersion);
  await t.throwsAsync(append([b], 7n), wrongVersion);
  await append([b], 0n);
  await append([c], STREAM_EXISTS);
  const { nextExpectedRevision } = await append([d], ANY);
  t.is(nextExpectedRevision, 3n);
});

test.serial('the double answers a repeat with its position, and refuses a partial repeat', async (t) => {
  const { append } = await connectedDouble(t);
  const { position } = await append([a, b], NO_STREAM);
  await append([c], 1n);
  t.deepEqual((await append([a, b], NO_STREAM)).position, position);
  t.deepEqual((await append([a, b], ANY)).position, position);
  t.deepEqual((await append([a], NO_STREAM)).nextExpectedRevision, 0n);
  await t.throwsAsync(append([a, d], NO_STREAM), wrongVersion);
});

test.serial('the double refuses more than 1 MiB', async (t) => {
  const { client } = await connectedDouble(t);
  const large = jsonEvent({ type: 'Happened', data: 'x'.repeat(2 ** 20) });
  await t.throwsAsync(client.appendToStream('some-stream', large), { instanceOf: MaxAppendSizeExceededError });
});

test.serial('the double reports that a subscription has caught up, unless it acts as an old server', async (t) => {
  for (const old of [false, true]) {
    const { client, append } = await connectedDouble(t, { old });
    await append([a], NO_STREAM);
    const subscription = client.subscribeToAll();
    let caughtUp = false;
    subscription.on('caughtUp', () => {
      caughtUp = true;
    });
    const seen: (string | undefined)[] = [];
    for await (const { event } of subscription.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<AllStreamResolvedEvent>) {
      seen.push(event?.id);
      if (event?.id === a) await append([b], 0n);
      if (event?.id === b) break;
    }
    await subscription.unsubscribe();
    subscription.resume();
    t.deepEqual(seen.slice(1), [a, b]);
    t.is(caughtUp, !old);
  }
});

test.serial('the double writes appends that are sent side by side in any order', async (t) => {
  const double = await startDouble();
  const store = eventStoreDbEventStore(double.url, (error) => t.fail(String(error)));
  t.teardown(async () => {
    await store.close();
    double.close();
  });
  const appends = Array.from({ length: 64 }, (_, index) => ({
    stream: `ticket-${index}`,
    expected: 'no stream' as const,
    events: [newEvent(anyFact())],
  }));
  await store.appendAll([{ stream: 'ticket', expected: 'no stream', events: [newEvent(anyFact())] }]);
  const outcomes = await store.appendAll(appends);
  const positions = outcomes.map((outcome) => (outcome.outcome === 'appended' ? outcome.position : 0n));
  t.is(new Set(positions).size, 64);
  t.notDeepEqual(
    positions,
    positions.toSorted((one, other) => Number(one - other)),
  );
});

test.serial('the double can be a process, whose acknowledged events survive a kill', async (t) => {
  const file = join(temporaryFolder(t), 'log.jsonl');
  const first = await startDoubleProcess(0, file);
  t.teardown(first.kill);
  const store = eventStoreDbEventStore(first.url, () => undefined);
  t.teardown(store.close);
  const wanted = {
    stream: 'ticket-1',
    expected: 'no stream',
    events: [newEvent(anyFact()), newEvent(anyFact())],
  } as const;
  const [before] = await store.appendAll([wanted]);
  await first.kill();
  const second = await startDoubleProcess(Number(new URL(first.url).port), file);
  t.teardown(second.kill);
  t.is(second.url, first.url);
  const [after] = await store.appendAll([wanted]);
  t.deepEqual(after, before);
  t.is((await store.read('ticket-1')).length, 2);
});
