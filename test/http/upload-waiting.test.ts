import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import express from 'express';
import { noUploadCounts, type UploadCounts } from '../../src/domain/events.ts';
import { progressStreams } from '../../src/http/event-stream.ts';
import { uploadProgressHandlers } from '../../src/http/upload-progress.ts';
import { noOutcomes, type UploadRecord } from '../../src/ports/uploads.ts';

const record = (state: UploadRecord['state'], counts: UploadCounts, revision: number): UploadRecord => ({
  ...{ uploadId: randomUUID(), userId: 'user', collectionId: 'collection', surface: 'web', fileName: 'a.xlsx' },
  ...{ format: 'xlsx', attemptId: 'run', state, detail: null, startedAt: '2026-05-01T10:30:00.000Z', finishedAt: null },
  ...{ counts, outcomes: noOutcomes, unlisted: 0, onDuplicate: 'skip', undo: null, position: 1n, revision },
});

/** The data of the progress events of an upload whose records `next` gives one after the other; `logFailure` is asked for what the log fails of. */
const progressOf = async (
  t: ExecutionContext,
  next: () => UploadRecord | undefined,
  logFailure: () => Promise<string | undefined>,
): Promise<object[]> => {
  const uploads = { byId: () => Promise.resolve(next()) };
  const app = express();
  app.get(
    '/:upload_id',
    (_request, response, handle) => {
      Object.assign(response.locals, { account: { id: 'user' }, collection: { id: 'collection' } });
      handle();
    },
    uploadProgressHandlers({
      uploads,
      logFailure,
      openStreams: progressStreams(),
      stopping: new AbortController().signal,
    }).uploadProgress,
  );
  const server = app.listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${randomUUID()}`);
  const data = [...(await response.text()).matchAll(/^event: progress\nid: \d+\ndata: (.*)$/gm)];
  return data.map(([, json = '']) => JSON.parse(json) as object);
};

test('the stream says that an upload waits until its workbook may be read, and then no more', async (t) => {
  const records = [
    record('running', { ...noUploadCounts, waitingFor: 'workbook-reader' }, 1),
    record('running', { ...noUploadCounts, read: 7 }, 2),
    record('finished', noUploadCounts, 3),
  ];
  const never = () => Promise.reject(new Error('The log was asked'));
  t.like(await progressOf(t, () => records.shift(), never), [
    { state: 'running', waiting_for: 'workbook-reader', read: 0 },
    { state: 'running', waiting_for: null, read: 7 },
  ] as never);
});

test('the stream of an upload that records nothing says that it waits for the log while that fails', async (t) => {
  const stalled = record('running', { ...noUploadCounts, read: 7 }, 1);
  const answers = ['EventStoreDB did not answer', 'EventStoreDB did not answer', undefined];
  // It records again only after the log has answered: how often the stream looks until then is a matter of timers.
  const next = () => (answers.length > 0 ? stalled : record('finished', noUploadCounts, 2));
  t.like(await progressOf(t, next, () => Promise.resolve(answers.shift())), [
    { state: 'running', waiting_for: null, read: 7 },
    { state: 'running', waiting_for: 'log', read: 7 },
    { state: 'running', waiting_for: null, read: 7 },
  ] as never);
});

test('the rate of a resumed upload is that of its own tickets, the time left that of all that remain', async (t) => {
  const own = (done: number) => ({ ...noUploadCounts, stored: 9_000 + done, total: 10_000, alreadyProcessed: 9_000 });
  const records = [record('running', noUploadCounts, 1), record('running', own(1), 2), record('running', own(3), 3)];
  records.push(record('finished', own(9), 4));
  const progress = await progressOf(
    t,
    () => records.shift(),
    () => Promise.resolve(undefined),
  );
  const { rate, remaining_seconds: remaining } = progress.at(-1) as { rate: number; remaining_seconds: number };
  t.true(rate > 0 && rate < 100, `${rate}`);
  t.true(remaining > 9, `${remaining}`);
});
