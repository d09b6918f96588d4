import { randomUUID } from 'node:crypto';
import test from 'ava';
import { Unavailable, UploadRunning } from '../../src/domain/errors.ts';
import type { AppendOutcome } from '../../src/ports/event-store.ts';
import { openRecordedUploads } from '../support/recorded-uploads.ts';
import { goodTickets } from '../support/uploading.ts';

/** Of a log that has failed for as long as a running upload waits for it. */
const noAnswer: AppendOutcome = { outcome: 'unknown', reason: 'EventStoreDB did not answer', failingForMs: 30_000 };

test('an upload whose end a failing log could not record goes on with the next repeat', async (t) => {
  let isLogAway = false;
  const endTried = Promise.withResolvers<undefined>();
  const logFails = (_texts: readonly string[], call: number) => {
    isLogAway = call === 1;
  };
  const { upload, recordOf } = await openRecordedUploads(t, logFails, {
    change: ({ streams }) => ({
      streams: {
        ...streams,
        appendAll: (appends) => {
          if (!isLogAway) return streams.appendAll(appends);
          if (appends.some(({ events }) => events.some(({ type }) => type === 'UploadFailed')))
            endTried.resolve(undefined);
          return Promise.resolve(appends.map(() => noAnswer));
        },
      },
    }),
  });
  const uploadId = randomUUID();
  await t.throwsAsync(upload(goodTickets(5), { uploadId }), { instanceOf: Unavailable, message: /did not answer/ });
  await endTried.promise;
  t.is((await recordOf(uploadId)).state, 'running');

  isLogAway = false;
  const repeats = await Promise.allSettled([1, 2].map(() => upload(goodTickets(5), { uploadId })));
  t.true(repeats.some(({ status }) => status === 'fulfilled'));
  for (const repeat of repeats) {
    if (repeat.status === 'rejected') t.true(repeat.reason instanceof UploadRunning, String(repeat.reason));
    else t.deepEqual(repeat.value, { processed: 5, skipped: 0, collectionTicketCount: 5 });
  }
  t.like(await recordOf(uploadId), { state: 'finished', outcomes: { stored: 5 } });
});

test('an append of a running upload is repeated by one clock, that of the upload: neither the shorter one of a request nor another one after it', async (t) => {
  const attempts = { brief: 0, lasting: 0 };
  const failingFor = async (log: keyof typeof attempts, failingForMs: number, times: number) => {
    const { upload } = await openRecordedUploads(t, undefined, {
      change: ({ streams }) => ({
        streams: {
          ...streams,
          appendAll: (appends) => {
            const isOfTickets = appends.some(({ stream }) => stream.startsWith('ticket-'));
            if (!isOfTickets || attempts[log] === times) return streams.appendAll(appends);
            attempts[log] += 1;
            return Promise.resolve(appends.map(() => ({ ...noAnswer, failingForMs })));
          },
        },
      }),
    });
    return upload(goodTickets(5));
  };
  t.like(await failingFor('brief', 29_000, 2), { processed: 5 });
  t.is(attempts.brief, 2);
  await t.throwsAsync(failingFor('lasting', 30_000, 9), { instanceOf: Unavailable, message: /did not answer/ });
  t.is(attempts.lasting, 1);
});

test('an upload is answered though its lease cannot be released', async (t) => {
  const { upload } = await openRecordedUploads(t, undefined, {
    change: ({ leases }) => ({ leases: { ...leases, release: () => new Promise(() => undefined) } }),
  });
  t.like(await upload(goodTickets(5)), { processed: 5 });
});
