import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import { memoryUploadLeases } from '../../src/adapters/memory/upload-leases.ts';
import { interruptUploads } from '../../src/uploads/interrupt-uploads.ts';
import { recordUpload } from '../../src/uploads/record-upload.ts';
import { InvalidInput, Stopping, Superseded, Unavailable, UploadRunning } from '../../src/domain/errors.ts';
import type { Upload } from '../../src/uploads/upload.ts';
import { ticketOutcomes } from '../../src/ports/uploads.ts';
import { goodTicket } from '../support/api.ts';
import { failingAt } from '../support/embedders.ts';
import { listedByRow as listed, openRecordedUploads as open } from '../support/recorded-uploads.ts';
import { goodTickets } from '../support/uploading.ts';
import { fileAt } from '../support/page-files.ts';

test('an upload that failed under the gateway goes on with the same id, and is answered as if nothing had been', async (t) => {
  const { upload, recordOf } = await open(
    t,
    failingAt((call) => call === 2),
  );
  const uploadId = randomUUID();
  const tickets = [...goodTickets(250), goodTicket(3), { ticket_id: 'x', description: 'Не входит' }];
  await t.throwsAsync(upload(tickets, { uploadId }), { instanceOf: Unavailable, message: /^1\d\d of 252 tickets/ });
  t.like(await recordOf(uploadId), { state: 'failed', counts: { total: 252 } });
  t.deepEqual(await upload(tickets, { uploadId }), { processed: 250, skipped: 2, collectionTicketCount: 250 });
  const { state, outcomes, counts } = await recordOf(uploadId);
  t.is(state, 'finished');
  t.like(outcomes, { stored: 250, duplicate: 1, 'no-solution': 1 });
  t.like(counts, { read: 252, cleaned: 252, embedded: 250, stored: 250, skipped: 2, total: 252 });
});

test('an upload that was stopped is interrupted with what it stored, and goes on', async (t) => {
  const stopping = new AbortController();
  const { upload, recordOf } = await open(t, (_texts, call) => {
    if (call === 2) stopping.abort(new Stopping());
  });
  const uploadId = randomUUID();
  const tickets = goodTickets(400);
  await t.throwsAsync(upload(tickets, { uploadId, signal: stopping.signal }), {
    instanceOf: Stopping,
  });
  const { state, detail, outcomes } = await recordOf(uploadId);
  t.is(state, 'interrupted');
  t.regex(detail ?? '', /Service is stopping/);
  t.true(outcomes.stored < 400);
  t.deepEqual(await upload(tickets, { uploadId }), { processed: 400, skipped: 0, collectionTicketCount: 400 });
  t.is((await recordOf(uploadId)).outcomes.stored, 400);
});

test('while one runs a repeat is refused with that reason; one whose process is dead is interrupted, and a repeat of that goes on', async (t) => {
  const { upload, recordOf, needs } = await open(t);
  const uploadId = randomUUID();
  const { promise: hold, resolve: release } = Promise.withResolvers<undefined>();
  const held = async function* () {
    for await (const ticket of listed(goodTickets(5))()) {
      await hold;
      yield ticket;
    }
  };
  const first = upload([], { uploadId, tickets: held });
  first.catch(() => undefined);
  while ((await needs.uploads.running()).length === 0) await setTimeout(5);
  await t.throwsAsync(upload(goodTickets(5), { uploadId }), { instanceOf: UploadRunning });
  t.is(await interruptUploads({ ...needs }), 0);
  // A process that knows nothing of its lease: the one that had it is dead.
  t.is(await interruptUploads({ ...needs, leases: memoryUploadLeases() }), 1);
  while ((await recordOf(uploadId)).state === 'running') await setTimeout(5);
  t.is((await recordOf(uploadId)).state, 'interrupted');

  t.deepEqual(await upload(goodTickets(5), { uploadId }), { processed: 5, skipped: 0, collectionTicketCount: 5 });
  release(undefined);
  // The first was not dead after all: it finds that another has carried the upload on.
  await t.throwsAsync(first, { instanceOf: Superseded });
  t.like(await recordOf(uploadId), { state: 'finished', outcomes: { stored: 5, duplicate: 0 } });
});

test('an upload that waits until its workbook may be read records it, and then no more', async (t) => {
  const { upload, recordOf } = await open(t);
  const slot = Promise.withResolvers<undefined>();
  const uploadId = randomUUID();
  const tickets: Upload['tickets'] = async function* (reading) {
    reading?.waiting?.(true);
    await slot.promise;
    reading?.waiting?.(false);
    yield* listed(goodTickets(3))();
  };
  const uploading = upload([], { uploadId, tickets });
  while ((await recordOf(uploadId).catch(() => undefined))?.counts.waitingFor === undefined) await setTimeout(10);
  t.like(await recordOf(uploadId), {
    state: 'running',
    counts: { waitingFor: 'workbook-reader', read: 0, total: null },
  });
  slot.resolve(undefined);
  t.like(await uploading, { processed: 3 });
  t.deepEqual((await recordOf(uploadId)).counts.waitingFor, undefined);
});

test('what an attempt stored without recording it is not counted as a duplicate by the next', async (t) => {
  const stop = new AbortController();
  const { upload, recordOf, needs, collectionId, tenantId, folder } = await open(t, (_texts, call) => {
    if (call === 2) stop.abort();
  });
  const uploadId = randomUUID();
  const blind = recordUpload({
    ...needs,
    uploads: { ...needs.uploads, tickets: () => Promise.resolve([]) },
  });
  const one = {
    tenantId,
    collectionId,
    uploadId,
    surface: 'api',
    fileName: null,
    format: 'json',
    digest: 'same',
    checkedFile: fileAt(join(folder, randomUUID())),
    yieldIfDue: () => undefined,
  } as const;
  await t.throwsAsync(upload(goodTickets(150), { uploadId, signal: stop.signal }), { message: /client has gone/ });
  const result = await blind({ ...one, tickets: listed(goodTickets(150)), signal: new AbortController().signal });
  t.deepEqual(result, { processed: 150, skipped: 0, collectionTicketCount: 150 });
  t.like((await recordOf(uploadId)).outcomes, { stored: 150, duplicate: 0 });
});

test('a refusal is final: a repeat gets it again', async (t) => {
  const { upload, recordOf } = await open(t);
  const uploadId = randomUUID();
  const tickets = [goodTicket(1), { ticket_id: null }];
  for (let round = 0; round < 2; round += 1) {
    await t.throwsAsync(upload(tickets, { uploadId }), { instanceOf: InvalidInput, message: /ticket_id is required/ });
  }
  t.like(await recordOf(uploadId), { state: 'failed', detail: 'tickets[1].ticket_id is required' });
  await t.throwsAsync(upload([goodTicket(1)], { uploadId, digest: 'other' }), { message: /another upload/ });
});

test('thousands of skipped tickets are recorded in events of a bounded size', async (t) => {
  const { upload, recordOf, needs } = await open(t);
  const uploadId = randomUUID();
  const tickets = Array.from({ length: 5_000 }, (_, index) => ({ ticket_id: `${'я'.repeat(190)}${index}` }));
  await upload(tickets, { uploadId });
  const record = await recordOf(uploadId);
  t.is(record.outcomes['no-solution'], 5_000);
  const events = await needs.streams.read(`upload-${record.userId}-${uploadId}`);
  t.true(events.every((event) => JSON.stringify(event.data).length < 300_000));
});

test('answers, the ledger and the read model agree for whatever is uploaded, also at the same time and interrupted', async (t) => {
  const anyTicket = fc.record({
    id: fc.nat(40),
    kind: fc.constantFrom('good', 'short', 'question', 'stock', 'no problem'),
  });
  const ticketOf = ({ id, kind }: { readonly id: number; readonly kind: string }) => {
    const good = goodTicket(id);
    const add = (text: string) => ({ ...good, messages: [...good.messages, { role: 'agent', text }] });
    if (kind === 'short') return { ...good, messages: [{ role: 'agent', text: 'Готово' }] };
    if (kind === 'question') return add('Получилось?');
    if (kind === 'stock') return add('Пришлите, пожалуйста, скриншот.');
    if (kind === 'no problem') return { ticket_id: id, messages: good.messages.slice(-1) };
    return good;
  };
  const anyUpload = fc.record({ tickets: fc.array(anyTicket, { maxLength: 30 }), cutAt: fc.option(fc.nat(60)) });
  await fc.assert(
    fc.asyncProperty(fc.array(anyUpload, { minLength: 1, maxLength: 4 }), async (all) => {
      const cutWhileEmbedding: AbortController[] = [];
      const { upload, recordOf, collections, collectionId } = await open(t, () => {
        for (const stop of cutWhileEmbedding) stop.abort();
      });
      let stored = 0;
      await Promise.all(
        all.map(async ({ tickets: kinds, cutAt }) => {
          const [uploadId, tickets] = [randomUUID(), kinds.map(ticketOf)];
          if (cutAt !== null) {
            const stop = new AbortController();
            if (cutAt >= tickets.length) cutWhileEmbedding.push(stop);
            let read = 0;
            const cutOff = async function* () {
              for await (const ticket of listed(tickets)()) {
                if ((read += 1) > cutAt) stop.abort();
                yield ticket;
              }
            };
            await upload([], { uploadId, tickets: cutOff, signal: stop.signal }).catch(() => undefined);
          }
          const result = await upload(tickets, { uploadId });
          const { state, outcomes, counts } = await recordOf(uploadId);
          t.is(state, 'finished');
          t.is(outcomes.stored, result.processed);
          t.is(
            ticketOutcomes.reduce((sum, outcome) => sum + outcomes[outcome], 0),
            tickets.length,
          );
          t.like(counts, { stored: result.processed, skipped: result.skipped, total: tickets.length });
          stored += result.processed;
        }),
      );
      t.is((await collections.byId(collectionId))?.ticketCount, stored);
    }),
    { numRuns: 15 },
  );
});
