import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { commandHandler } from '../../src/commands/command-handler.ts';
import { runInBackground } from '../../src/concurrency/background-service.ts';
import { UploadRunning } from '../../src/domain/errors.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { readHistory } from '../../src/queries/ticket-history.ts';
import { ticket } from '../../src/domain/ticket.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { requestUndo } from '../../src/uploads/request-undo.ts';
import { leaseOf } from '../../src/uploads/upload-lease.ts';
import { undoService, undoUpload } from '../../src/uploads/undo-upload.ts';
import { goodTicket } from '../support/api.ts';
import { openRecordedUploads } from '../support/recorded-uploads.ts';
import { testEmbedders } from '../support/embedders.ts';
import { goodTickets } from '../support/uploading.ts';

const { signal } = new AbortController();

/** 250 stored tickets, of which an upload updates 120 and adds 130 more; its undo is run by the test. */
const open = async (t: ExecutionContext) => {
  const home = await openRecordedUploads(t, undefined, { purge: false });
  const { upload, recordOf, needs, uploads, collectionId, tenantId } = home;
  await upload(goodTickets(250));
  const uploadId = randomUUID();
  const changed = Array.from({ length: 120 }, (_, id) => goodTicket(id, 'возврат'));
  await upload([...changed, ...goodTickets(130, 250)], { uploadId, onDuplicate: 'update' });
  const record = () => recordOf(uploadId);
  t.like((await record()).outcomes, { stored: 130, updated: 120, duplicate: 0 });
  const request = requestUndo({ ...needs, isHeld: needs.leases.isHeld });
  const undoing = async () => request(await record(), { surface: 'web' });
  const { embedders, batches } = testEmbedders();
  const dependencies = {
    ...needs,
    uploads,
    collections: home.collections,
    embedders: () => Promise.resolve(embedders),
  };
  const streamFor = (id: number) => streamOf.ticket(collectionId, recordId(tenantId, String(id)));
  const changesOf = async (id: number) =>
    (await readHistory(needs.streams, streamFor(id), { limit: 100 })).history.map(({ change }) => change).toReversed();
  return { ...home, dependencies, undoing, record, streamFor, changesOf, batches };
};

const whole = { withdrawn: 130, corrected: 0, takenBack: 120, left: 0, gone: 0 };

test('what an upload added is hidden and what it updated is as before; a second request joins the first', async (t) => {
  const home = await open(t);
  const begun = await home.undoing();
  t.is(begun.undo?.state, 'running');
  t.is((await home.undoing()).undo?.startedAt, begun.undo?.startedAt);
  const undo = undoUpload(home.dependencies);
  await undo(begun, signal);
  t.deepEqual((await home.record()).undo?.counts, whole);
  t.is((await home.collections.byId(home.collectionId))?.ticketCount, 250);
  t.deepEqual(await home.changesOf(0), ['stored', 'corrected', 'corrected']);
  t.deepEqual(await home.changesOf(249), ['stored']);
  t.deepEqual(await home.changesOf(250), ['stored', 'withdrawn']);
  t.deepEqual(home.batches, [], 'texts that come back have their vectors of then');
  t.is((await home.undoing()).undo?.state, 'finished');
  await undo(begun, signal);
  t.deepEqual(await home.changesOf(250), ['stored', 'withdrawn']);
});

test('an undo whose process dies at any append goes on where it was, and its counts are right', async (t) => {
  const home = await open(t);
  const { streams } = home.dependencies;
  const begun = await home.undoing();
  /** Dies at an append, before or after it is durable. */
  const dyingAt = (last: number, isDurable: boolean): typeof streams => {
    let appended = 0;
    return {
      ...streams,
      appendAll: async (appends) => {
        appended += 1;
        if (appended < last) return streams.appendAll(appends);
        if (isDurable) await streams.appendAll(appends);
        throw new Error('killed');
      },
    };
  };
  let deaths = 0;
  for (let last = 1, isOver = false; !isOver; last += 1) {
    for (const isDurable of [false, true]) {
      const undo = undoUpload({ ...home.dependencies, streams: dyingAt(last, isDurable) });
      isOver = await undo(begun, signal).then(
        () => true,
        (error: unknown) => {
          t.is(String(error), 'Error: killed');
          deaths += 1;
          return false;
        },
      );
      if (isOver) break;
    }
  }
  t.true(deaths >= 4, `${deaths} deaths`);
  const finished = (await streams.read(streamOf.upload(home.tenantId, begun.uploadId))).at(-1);
  t.is(finished?.type, 'UploadUndone');
  await home.needs.projected.waitForPosition(['uploads'], [finished?.position ?? 0n]);
  const { undo } = await home.record();
  t.like(undo, { state: 'finished', counts: whole });
  for (const id of [0, 119]) t.deepEqual(await home.changesOf(id), ['stored', 'corrected', 'corrected']);
  for (const id of [250, 379]) t.deepEqual(await home.changesOf(id), ['stored', 'withdrawn']);
});

test('what a person changes while it runs is kept: a text is left, a restored ticket stays', async (t) => {
  const home = await open(t);
  const { needs, streamFor } = home;
  const handle = commandHandler(needs.streams, needs);
  const begun = await home.undoing();
  const { streams } = home.dependencies;
  let isFirst = true;
  const disturbed: typeof streams = {
    ...streams,
    appendAll: async (appends) => {
      if (isFirst) {
        isFirst = false;
        const texts = { category: 'Рука', problem: ['Рукой'], solution: ['Решено рукой'] };
        const vector = { model: 'test-4', values: Buffer.from(new Float32Array(4).buffer).toString('base64') };
        const command = { type: 'CorrectTicket', revision: 2, texts, vector } as const;
        await handle({ stream: streamFor(5), decider: ticket, command });
      }
      return streams.appendAll(appends);
    },
  };
  await undoUpload({ ...home.dependencies, streams: disturbed })(begun, signal);
  t.deepEqual((await home.record()).undo?.counts, { ...whole, takenBack: 119, left: 1 });
  t.deepEqual(await home.changesOf(5), ['stored', 'corrected', 'corrected']);
});

test('a ticket whose erasure was requested is left to it, also while its stream still has its texts', async (t) => {
  const home = await open(t);
  const begun = await home.undoing();
  const erased = new Map([[recordId(home.tenantId, '7'), { state: 'erased' as const, position: 1n }]]);
  const collections = { known: () => Promise.resolve(erased) };
  await undoUpload({ ...home.dependencies, collections })(begun, signal);
  t.deepEqual((await home.record()).undo?.counts, { ...whole, takenBack: 119, gone: 1 });
  t.deepEqual(await home.changesOf(7), ['stored', 'corrected']);
});

test('texts that come back after a change of the model get a vector of the one in use', async (t) => {
  const home = await open(t);
  const { needs, streamFor } = home;
  const { id, metadata } = { id: randomUUID(), metadata: { at: new Date().toISOString(), commandId: randomUUID() } };
  const past = await needs.streams.read('log');
  const chosen = { type: 'EmbeddingModelChosen', data: { model: 'test-next', dimensions: 4 }, id, metadata } as const;
  const revision = past.at(-1)?.revision ?? 0;
  await needs.streams.appendAll([{ stream: 'log', expected: revision, events: [chosen] }]);
  await undoUpload(home.dependencies)(await home.undoing(), signal);
  t.is(
    home.batches.reduce((sum, size) => sum + size, 0),
    120,
  );
  const last = (await needs.streams.read(streamFor(0))).at(-1);
  t.like(last, { type: 'TicketReembedded', data: { vector: { model: 'test-next' } } });
});

test('an upload whose process still ends is not undone, nor is one that runs', async (t) => {
  const home = await open(t);
  const { needs, upload, recordOf, collectionId } = home;
  const uploadId = randomUUID();
  const stopped = new AbortController();
  stopped.abort();
  await t.throwsAsync(upload(goodTickets(3, 900), { uploadId, signal: stopped.signal }));
  const record = await recordOf(uploadId);
  t.is(record.state, 'interrupted');
  const request = requestUndo({ ...needs, isHeld: needs.leases.isHeld });
  await needs.leases.renew(leaseOf({ collectionId, uploadId, attemptId: record.attemptId }));
  await t.throwsAsync(request(record, { surface: 'web' }), { instanceOf: UploadRunning });
  await needs.leases.release(leaseOf({ collectionId, uploadId, attemptId: record.attemptId }));
  t.is((await request(record, { surface: 'web' })).undo?.state, 'running');
});

test('undos end when the process stops, those of a tenant run one after the other, and one that fails is tried again', async (t) => {
  const home = await open(t);
  const begun = await home.undoing();
  const stopping = new AbortController();
  let [running, calls] = [0, 0];
  const failures: string[] = [];
  const failed = (_service: string, error: unknown) => failures.push(String(error));
  const service = undoService(
    async (_upload, term) => {
      calls += 1;
      running += 1;
      t.is(running, 1);
      await setTimeout(30);
      running -= 1;
      if (calls === 1) throw new Error('no log');
      while (!term.aborted) await setTimeout(5);
    },
    {
      undoing: () => Promise.resolve([begun, { ...begun, uploadId: randomUUID() }]),
      leadership: { acquire: () => Promise.resolve(stopping.signal) },
      ...{ pause: () => Promise.resolve(), failed },
    },
  );
  const ended = runInBackground(service, { signal: stopping.signal, failed });
  while (calls < 2) await setTimeout(20);
  stopping.abort();
  await ended;
  t.deepEqual(failures, ['Error: no log']);
});
