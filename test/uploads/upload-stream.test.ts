import { randomUUID } from 'node:crypto';
import test from 'ava';
import { eventStoreDbEventStore } from '../../src/adapters/eventstoredb/event-store.ts';
import { InvalidInput, Superseded } from '../../src/domain/errors.ts';
import { noUploadCounts } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { uploadStream } from '../../src/uploads/upload-stream.ts';
import { countingReads } from '../support/counting-reads.ts';
import { startDouble } from '../support/eventstoredb-double/double.ts';

test('an upload whose stream is erased with its collection ends, and its id is refused for another one', async (t) => {
  const double = await startDouble();
  const streams = eventStoreDbEventStore(double.url, (error) => t.fail(String(error)));
  t.teardown(async () => {
    await streams.close();
    double.close();
  });
  const name = { userId: randomUUID(), uploadId: randomUUID() };
  const open = () => uploadStream({ streams, now: () => new Date(), newId: randomUUID }, name);
  const start = (run: string) => {
    const data = { ...name, collectionId: randomUUID(), run, surface: 'api', fileName: null, format: null } as const;
    return { type: 'StartUpload', data: { ...data, digest: null } } as const;
  };
  const running = open();
  await running.record(start('one'));
  await streams.erase([streamOf.upload(name.userId, name.uploadId)]);
  const progress = { type: 'RecordProgress', attemptId: 'one', counts: noUploadCounts, skipped: [] } as const;
  await t.throwsAsync(running.record(progress), { instanceOf: Superseded });
  await t.throwsAsync(open().record(start('two')), {
    instanceOf: InvalidInput,
    message: 'Upload-Id was used for another upload',
  });
});

test('of an upload that was begun again and again a few events are read, and say the same', async (t) => {
  const double = await startDouble();
  const store = eventStoreDbEventStore(double.url, (error) => t.fail(String(error)));
  t.teardown(async () => {
    await store.close();
    double.close();
  });
  const { streams, reads } = countingReads(store);
  const name = { userId: randomUUID(), uploadId: randomUUID() };
  const open = () => uploadStream({ streams, now: () => new Date(), newId: randomUUID }, name);
  const collectionId = randomUUID();
  let first: bigint | undefined;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const run = String(attempt);
    const data = { ...name, collectionId, run, surface: 'api', fileName: null, format: null, digest: null } as const;
    const stream = open();
    await stream.load();
    first = stream.positionOf('UploadStarted') ?? (await stream.record({ type: 'StartUpload', data }));
    await stream.record({ type: 'StartUpload', data });
    await stream.record(
      { type: 'RecordProgress', attemptId: run, counts: noUploadCounts, skipped: [] },
      { type: 'InterruptUpload', attemptId: run, stored: attempt, detail: 'gone' },
    );
  }
  reads();
  const stream = open();
  await stream.load();
  t.like(stream.state(), { status: 'interrupted', attemptId: '59', started: { run: '0' } });
  t.is(stream.revision(), 179);
  t.is(stream.positionOf('UploadStarted'), first);
  const { wholes, pages, events } = reads();
  t.true(wholes === 0 && pages <= 4 && events <= 4, `${pages} reads, ${events} events`);
});
