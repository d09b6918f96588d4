import { join } from 'node:path';
import {
  type AllStreamResolvedEvent,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  type ResolvedEvent,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import test, { type ExecutionContext } from 'ava';
import { connectedDouble } from '../../support/eventstoredb-double/connected.ts';
import type { DoubleOptions } from '../../support/eventstoredb-double/double.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const opened = async (t: ExecutionContext, options: DoubleOptions = {}) => {
  const connected = await connectedDouble(t, options);
  const read = async () => {
    for await (const { event } of connected.client.readStream('some-stream')) t.truthy(event);
  };
  return { ...connected, read };
};

const [a, b, c] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];

const wrongVersion = { instanceOf: WrongExpectedVersionError };
const deleted = { instanceOf: StreamDeletedError };

/** What `$all` holds of the streams of the test. */
const allOf = async (client: EventStoreDBClient) => {
  const found: NonNullable<ResolvedEvent['event']>[] = [];
  for await (const { event } of client.readAll()) if (event?.streamId.includes('some-')) found.push(event);
  return found;
};

const namesOf = (events: Awaited<ReturnType<typeof allOf>>) =>
  events.map(({ streamId, type }) => `${streamId} ${type}`);

test.serial('the double refuses to delete softly what never was, and does it twice to what was', async (t) => {
  const { client, append } = await opened(t);
  await t.throwsAsync(client.deleteStream('some-stream'), {
    ...wrongVersion,
    message: /Expected version: -2, Actual version: -1/,
  });
  await append([a, b], NO_STREAM);
  await client.deleteStream('some-stream');
  await client.deleteStream('some-stream');
  await t.throwsAsync(append([c], STREAM_EXISTS), { instanceOf: StreamDeletedError });
  await t.throwsAsync(
    async () => {
      for await (const _ of client.readStream('some-stream'));
    },
    { instanceOf: StreamNotFoundError },
  );
  const events = await allOf(client);
  t.deepEqual(namesOf(events), [
    'some-stream Happened',
    'some-stream Happened',
    '$$some-stream $metadata',
    '$$some-stream $metadata',
  ]);
  t.like(events.at(-1), { data: { $tb: 2 ** 63 } });
  t.is((await append([c], NO_STREAM)).nextExpectedRevision, 2n);
});

test.serial('the double ends a stream for good with a tombstone in it, whatever its state', async (t) => {
  const { client, append, read } = await opened(t);
  await append([a], NO_STREAM);
  await t.throwsAsync(client.tombstoneStream('some-stream', { expectedRevision: NO_STREAM }), wrongVersion);
  await client.deleteStream('some-stream');
  await client.tombstoneStream('some-stream', { expectedRevision: NO_STREAM });
  await t.throwsAsync(client.tombstoneStream('some-stream'), deleted);
  await t.throwsAsync(client.deleteStream('some-stream'), deleted);
  await t.throwsAsync(append([a], NO_STREAM), deleted);
  await t.throwsAsync(read(), deleted);
  await client.tombstoneStream('some-other');
  const events = await allOf(client);
  t.deepEqual(namesOf(events).slice(2), ['some-stream $streamDeleted', 'some-other $streamDeleted']);
  t.like(events.at(-1), { isJson: false, revision: 2n ** 63n - 1n });
});

test.serial(
  'the double keeps the last event of a soft deletion through scavenges, and none of a tombstone',
  async (t) => {
    const file = join(temporaryFolder(t), 'log.jsonl');
    const { client, append, double } = await opened(t, { file });
    const chunk = 256n * 1024n * 1024n;
    await append([a, b], NO_STREAM);
    await client.deleteStream('some-stream');
    await client.appendToStream('some-other', jsonEvent({ type: 'Happened', data: {} }));
    await client.deleteStream('some-other');
    await client.tombstoneStream('some-other');
    double.log.scavenge();
    double.log.scavenge();
    const left = ['some-stream Happened', '$$some-stream $metadata', 'some-other $streamDeleted'];
    t.deepEqual(namesOf(await allOf(client)), left);
    const { position, nextExpectedRevision } = await append([c], NO_STREAM);
    t.is(nextExpectedRevision, 2n);
    t.true((position?.commit ?? 0n) >= 2n * chunk);
    const again = await opened(t, { file });
    t.deepEqual(namesOf(await allOf(again.client)).slice(0, 3), left);
  },
);

test.serial('a scavenge under an open subscription of the double loses and repeats nothing', async (t) => {
  const { client, append, double } = await opened(t);
  await append([a], NO_STREAM);
  await client.deleteStream('some-stream');
  await client.tombstoneStream('some-stream');
  const subscription = client.subscribeToAll();
  const seen: string[] = [];
  for await (const { event } of subscription.iterator({
    destroyOnReturn: false,
  }) as AsyncIterable<AllStreamResolvedEvent>) {
    if (event?.streamId.startsWith('some-')) seen.push(event.id);
    if (event?.type === '$streamDeleted') {
      double.log.scavenge();
      await append([b], NO_STREAM, 'some-other');
    }
    if (event?.id === b) break;
  }
  await subscription.unsubscribe();
  subscription.resume();
  t.is(seen.length, 3);
  t.is(seen.at(-1), b);
});
