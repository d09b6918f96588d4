import test from 'ava';
import { runInBackground } from '../../src/concurrency/background-service.ts';
import { noUploadCounts } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { ticketEraser } from '../../src/operations/erase-tickets.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { newEvent } from '../support/events.ts';
import { requestedErasure, until } from '../support/requested-erasure.ts';
import { exampleUpload } from '../support/upload-events.ts';

/** As an earlier version recorded it. */
const quoting = 'row 1: no column ticket_id ("Номер"); found "4711", "Сантехник залил подвал"';
const own = 'row 1: no column ticket_id ("Номер"); found "Проблема", "…"';

test('the records of uploads whose reasons quote their file are erased with a ticket, before the files are searched; others stay', async (t) => {
  const { context, failed, stop, events, proven, writer, collectionId, tenantId } = await requestedErasure(t);
  const { uploads } = context;
  const failing = async (detail: string, isExpired = false) => {
    const upload = exampleUpload({ ...exampleCollection(), collectionId, tenantId });
    const { name, run, uploadId } = upload;
    const data = { ...name, run, figures: noUploadCounts, status: 400, detail };
    const facts = [upload.started, { type: 'UploadFailed', data } as const, ...(isExpired ? [upload.expired(2)] : [])];
    const stream = streamOf.upload(tenantId, uploadId);
    const [outcome] = await writer.appendAll([
      {
        stream,
        expected: 'no stream',
        events: facts.map(({ type, data: of }) => newEvent({ type, data: of } as never)),
      },
    ]);
    if (outcome?.outcome !== 'appended') throw new Error('It was not appended');
    await writer.waitForPosition(['uploads'], [outcome.position]);
    return { stream, uploadId };
  };
  const all = [await failing(quoting), await failing(own), await failing(quoting, true), await failing(own, true)];
  const present = async () =>
    Promise.all(all.map(async ({ stream }) => (await writer.read(stream)).map(({ position }) => String(position))));
  const before = await present();
  let atSearch: readonly (readonly string[])[] = [];
  const files: typeof context.files = {
    ...context.files,
    search: async (wanted) => {
      atSearch = await present();
      return context.files.search(wanted);
    },
  };
  const running = runInBackground(ticketEraser({ ...context, files }).service, { signal: stop.signal, failed });
  await until(async () => (await proven()).includes('uploads'));
  stop.abort();
  await running;
  t.deepEqual(
    atSearch.map(({ length }) => length > 0),
    [false, true, false, true],
  );
  const details = await Promise.all(all.map(({ uploadId }) => uploads.byId({ collectionId, uploadId })));
  t.deepEqual(
    details.map((upload) => upload?.detail),
    [undefined, own, undefined, undefined],
  );
  const proof = (await events()).find(
    ({ type, data }) => type === 'ErasureProven' && 'step' in data && data.step === 'event_log',
  );
  const { positions = [] } = proof?.data as { readonly positions?: readonly string[] };
  // A log's server holds them until its scavenge.
  for (const position of [...(before[0] ?? []), ...(before[2] ?? [])]) t.true(positions.includes(position));
});
