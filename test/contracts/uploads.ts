import { randomUUID } from 'node:crypto';
import type { ExecutionContext, TestFn } from 'ava';
import { noUndoCounts } from '../../src/domain/events.ts';
import type { ReadModel } from '../../src/ports/read-model.ts';
import { noOutcomes, type UploadChange, type Uploads } from '../../src/ports/uploads.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { applyRecorded } from '../support/recorded-events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { inLog, skipped, exampleUpload } from '../support/upload-events.ts';
import { unlistedTickets } from './unlisted-tickets.ts';
import { uploadDeletions } from './upload-deletions.ts';

/** An empty read model of uploads with those who read it. */
export type UploadsSubject = { readonly uploads: Uploads; readonly model: ReadModel<UploadChange> };

type Open = (t: ExecutionContext) => Promise<UploadsSubject>;

/** The promises of every read model of uploads. */
export const uploadsContract = (test: TestFn, name: string, open: Open): void => {
  reading({ test, name, open });
  repeats({ test, name, open });
  unlistedTickets({ test, name, open });
  uploadDeletions({ test, name, open });
};

export type UploadsSuite = { readonly test: TestFn; readonly name: string; readonly open: Open };

const reading = ({ test, name, open }: UploadsSuite): void => {
  test(`${name}: an upload has its state, its counts and a count of each outcome`, async (t) => {
    const { uploads, model } = await open(t);
    const upload = exampleUpload();
    const counts = { read: 3, cleaned: 3, embedded: 1, stored: 1, skipped: 2, total: 3 };
    const events = inLog(
      upload.started,
      upload.stored(0, 2),
      upload.progressed(1, [skipped(1, 'duplicate', 3), skipped(2, 'stock-phrase', 4)], counts),
      upload.finished(2, counts),
    );
    await applyRecorded(uploadsProjection, await model.current())(events);
    t.deepEqual(await uploads.byId(upload), {
      ...{
        ...upload.name,
        attemptId: upload.run,
        surface: 'api',
        fileName: 'май.csv',
        format: 'csv',
        onDuplicate: 'skip',
        undo: null,
      },
      ...{ state: 'finished', detail: null, counts, position: 1n, revision: 2 },
      ...{ startedAt: '2026-01-02T03:04:05.000Z', finishedAt: '2026-01-02T03:04:05.000Z' },
      outcomes: { ...noOutcomes, stored: 1, duplicate: 1, 'stock-phrase': 1 },
      unlisted: 0,
    });
    t.deepEqual(await uploads.tickets(upload, { after: undefined, limit: 10 }), [
      { ticketId: 't0', index: 0, row: 2, outcome: 'stored' },
      { ticketId: 't1', index: 1, row: 3, outcome: 'duplicate' },
      { ticketId: 't2', index: 2, row: 4, outcome: 'stock-phrase' },
    ]);
    t.is(await uploads.byId({ ...upload, uploadId: randomUUID() }), undefined);
    t.is(await uploads.byId({ ...upload, collectionId: randomUUID() }), undefined);
  });

  test(`${name}: an upload that was stopped says so, and when it is resumed it has the time of that`, async (t) => {
    const { uploads, model } = await open(t);
    const upload = exampleUpload();
    const apply = applyRecorded(uploadsProjection, await model.current());
    const events = [upload.started, upload.stored(0), upload.stopped(1, [skipped(1)])];
    await apply(inLog(...events));
    t.like(await uploads.byId(upload), { state: 'stopped', startedAt: '2026-01-02T03:04:05.000Z' });
    await apply(inLog(...events, upload.resumed(2, '2026-02-03T04:05:06.000Z')).slice(-1));
    t.like(await uploads.byId(upload), {
      ...{ state: 'running', attemptId: 'another', startedAt: '2026-02-03T04:05:06.000Z', finishedAt: null },
      outcomes: { stored: 1, duplicate: 1 },
    });
  });

  test(`${name}: tickets are listed in the order of the upload, by page and by outcome`, async (t) => {
    const { uploads, model } = await open(t);
    const upload = exampleUpload();
    const odd = Array.from({ length: 600 }, (_, index) =>
      skipped(2 * index + 1, index < 5 ? 'no-problem' : 'duplicate'),
    );
    const even = Array.from({ length: 600 }, (_, index) => upload.stored(2 * index));
    await applyRecorded(
      uploadsProjection,
      await model.current(),
    )(inLog(upload.started, upload.progressed(1, odd), ...even));
    const seen: number[] = [];
    for (let after: number | undefined; ;) {
      const page = await uploads.tickets(upload, { after, limit: 500 });
      seen.push(...page.map(({ index }) => index));
      if (page.length < 500) break;
      after = page.at(-1)?.index;
    }
    t.deepEqual(
      seen,
      Array.from({ length: 1200 }, (_, index) => index),
    );
    const some = await uploads.tickets(upload, { after: 3, limit: 10, outcome: 'no-problem' });
    t.deepEqual(
      some.map(({ index }) => index),
      [5, 7, 9],
    );
    t.like((await uploads.byId(upload))?.outcomes, { stored: 600, duplicate: 595, 'no-problem': 5 });
  });

  test(`${name}: a collection’s uploads are listed newest first, and running ones can be found`, async (t) => {
    const { uploads, model } = await open(t);
    const home = exampleCollection();
    const all = Array.from({ length: 5 }, () => exampleUpload(home));
    const other = exampleUpload();
    const events = inLog(
      ...all.map(({ started }) => started),
      other.started,
      ...all.slice(1).map((one) => one.finished(1)),
    );
    await applyRecorded(uploadsProjection, await model.current())(events);
    const first = await uploads.ofCollection(home.collectionId, { before: undefined, limit: 2 });
    const second = await uploads.ofCollection(home.collectionId, { before: first.at(-1)?.position, limit: 10 });
    t.deepEqual(
      [...first, ...second].map(({ uploadId }) => uploadId),
      all.map(({ uploadId }) => uploadId).toReversed(),
    );
    const running = await uploads.running();
    t.deepEqual(running.map(({ uploadId }) => uploadId).toSorted(), [all[0]?.uploadId, other.uploadId].toSorted());
    t.deepEqual(await uploads.ofCollection(randomUUID(), { before: undefined, limit: 2 }), []);
  });

  test(`${name}: an undo is part of its upload, which is found while it runs`, async (t) => {
    const { uploads, model } = await open(t);
    const upload = exampleUpload();
    const apply = applyRecorded(uploadsProjection, await model.current());
    const counts = { withdrawn: 1, corrected: 1, takenBack: 1, left: 0, gone: 0 };
    const events = inLog(
      upload.started,
      upload.stored(0),
      upload.updated(1),
      upload.finished(1),
      upload.undoStarted(2),
    );
    await apply(events);
    const undo = { state: 'running', surface: 'web', startedAt: '2026-01-02T03:04:05.000Z', finishedAt: null } as const;
    t.like(await uploads.byId(upload), { state: 'finished', outcomes: { stored: 1, updated: 1 } });
    t.deepEqual((await uploads.byId(upload))?.undo, { ...undo, counts: noUndoCounts });
    t.deepEqual(
      (await uploads.undoing()).map(({ uploadId }) => uploadId),
      [upload.uploadId],
    );
    const [last] = inLog(upload.undone(4, counts));
    if (last) await apply([last]);
    await apply(inLog(upload.undoProgressed(3, 0, noUndoCounts)));
    t.deepEqual((await uploads.byId(upload))?.undo, {
      ...undo,
      ...{ state: 'finished', finishedAt: '2026-01-02T03:04:05.000Z', counts },
    });
    t.deepEqual(await uploads.undoing(), []);
    t.like(await uploads.byId(upload), { state: 'finished', finishedAt: '2026-01-02T03:04:05.000Z', revision: 4 });
  });

  test(`${name}: there is no upload before an event was projected`, async (t) => {
    const { uploads } = await open(t);
    const upload = exampleUpload();
    t.is(await uploads.byId(upload), undefined);
    t.deepEqual(await uploads.tickets(upload, { after: undefined, limit: 5 }), []);
    t.deepEqual(await uploads.running(), []);
    t.deepEqual(await uploads.undoing(), []);
  });
};

const repeats = ({ test, name, open }: UploadsSuite): void => {
  test(`${name}: changes applied again, even the oldest after the newest, change nothing`, async (t) => {
    const { uploads, model } = await open(t);
    const upload = exampleUpload();
    const events = inLog(
      upload.started,
      upload.stored(0),
      upload.progressed(1, [skipped(1)]),
      upload.interrupted(2),
      upload.progressed(3, [skipped(2)]),
      upload.finished(4),
    );
    const apply = applyRecorded(uploadsProjection, await model.current());
    await apply(events);
    const before = await uploads.byId(upload);
    await apply(events);
    for (const event of events) await apply([event]);
    t.deepEqual(await uploads.byId(upload), before);
    t.is(before?.state, 'finished');
    t.is(before?.detail, null);
  });

  test(`${name}: two generations of the same events have the same checksum, and another outcome changes it`, async (t) => {
    const { model } = await open(t);
    const [copy, other] = [await model.current(), await model.building()];
    const [upload, second] = [exampleUpload(), exampleUpload()];
    const skips = Array.from({ length: 1500 }, (_, index) => skipped(index));
    const events = inLog(
      upload.started,
      upload.progressed(1, skips),
      second.started,
      second.stored(0),
      second.stored(1),
    );
    await applyRecorded(uploadsProjection, copy)(events);
    await applyRecorded(uploadsProjection, other)(events.slice(0, -1));
    t.is((await checksumOf(copy)).count, 1504);
    t.not((await checksumOf(copy)).sum, (await checksumOf(other)).sum);
    await applyRecorded(uploadsProjection, other)(events.slice(-1));
    t.deepEqual(await checksumOf(copy), await checksumOf(other));
  });

  test(`${name}: tickets of an unknown upload are not found`, async (t) => {
    const { uploads, model } = await open(t);
    const upload = exampleUpload();
    const copy = await model.current();
    await applyRecorded(uploadsProjection, copy)(inLog(upload.stored(0), upload.progressed(1, [skipped(1)])));
    t.is(await uploads.byId(upload), undefined);
    t.deepEqual(await copy.ids(undefined), []);
  });
};
