import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { benchTicket } from '../../scripts/bench/bench-tickets.ts';
import { helperThreads } from '../../src/composition/helper-threads.ts';
import { localEmbedders } from '../../src/composition/local-models.ts';
import type { RecordedEvent } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { fairTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import { type UploadHelper, uploadHelpers, withoutHelpers } from '../../src/uploads/upload-helpers.ts';
import { uploadTickets } from '../../src/uploads/upload-tickets.ts';
import { listed, openUploads } from '../support/uploading.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const count = 350;
/** The last one is there twice. */
const tickets = [...Array.from({ length: count }, (_, number) => benchTicket(number)), benchTicket(count - 1)];

type Thread = { readonly helper: UploadHelper; readonly stop: () => Promise<void> };

/** Helpers of one real thread that is ready; `embed` stands in for its method. */
const helpersOf = async (t: ExecutionContext, embed: (thread: Thread) => UploadHelper['embed']) => {
  const threads = helperThreads(2);
  t.teardown(threads.stop);
  const helper = await new Promise<UploadHelper>((resolve) => threads.start(resolve));
  return uploadHelpers({
    ...threads,
    start: (add) => add({ judge: helper.judge, embed: embed({ helper, stop: threads.stop }) }),
    // A thread that was stopped does not come back.
    back: () => new Promise(() => undefined),
  });
};

type Helpers = Pick<ReturnType<typeof uploadHelpers>, 'judging' | 'divided'>;
const alone: Helpers = { judging: withoutHelpers, divided: (embedder) => embedder };

/** Uploads the tickets; returns the counts and what the log holds of each ticket. */
const uploaded = async (t: ExecutionContext, { judging, divided }: Helpers) => {
  const { needs, collection, store } = await openUploads(t);
  const tenantId = 'f3b9d6c0-5a0e-4a53-9d7e-3f6f3c1f0a11';
  const result = await uploadTickets({ ...needs, embedders: localEmbedders(divided), judging })({
    tenantId,
    collectionId: collection.id,
    uploadId: randomUUID(),
    tickets: listed(tickets),
    checkedPath: join(temporaryFolder(t), 'checked'),
    signal: new AbortController().signal,
    yieldIfDue: fairTimeSlices().of(tenantId),
  });
  const streams = tickets
    .slice(0, count)
    .map(({ ticket_id }) => streamOf.ticket(collection.id, recordId(tenantId, ticket_id)));
  const events = await Promise.all(streams.map((stream) => store.read(stream)));
  const stored = events.map((ofTicket: readonly RecordedEvent[]) =>
    ofTicket.map(({ type, data }) => ({ type, data: { ...data, collectionId: '', uploadId: '' } })),
  );
  return { result, stored };
};

test('an upload that a thread helps with stores what one alone stores, its vectors to the bit', async (t) => {
  let asked = 0;
  const helpers = await helpersOf(t, ({ helper }) => (model, texts) => {
    asked += texts.length;
    return helper.embed(model, texts);
  });
  const divided = await uploaded(t, helpers);
  t.deepEqual(divided.result, { processed: count, skipped: 1, collectionTicketCount: count });
  t.deepEqual(divided, await uploaded(t, alone));
  t.true(asked > 0 && asked < count, `${asked} of ${count} texts`);
});

test('a thread that is killed while it embeds loses and doubles nothing', async (t) => {
  let killed = 0;
  const helpers = await helpersOf(t, ({ helper, stop }) => (model, texts) => {
    killed += 1;
    const vectors = helper.embed(model, texts);
    void stop();
    return vectors;
  });
  const divided = await uploaded(t, helpers);
  t.deepEqual(divided.result, { processed: count, skipped: 1, collectionTicketCount: count });
  t.deepEqual(divided, await uploaded(t, alone));
  t.is(killed, 1);
});
