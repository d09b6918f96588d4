import { noUndoCounts } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { Generation } from '../../src/ports/read-model.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { applyRecorded } from '../support/recorded-events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { exampleUpload, inLog, skipped } from '../support/upload-events.ts';
import type { UploadsSuite } from './uploads.ts';

const purge = async (generation: Generation<never>): Promise<readonly string[]> => {
  const removed: string[] = [];
  for (let found = await generation.orphans(1); found.length > 0; found = await generation.orphans(1)) {
    removed.push(...found.map(({ recordId }) => recordId));
    await generation.remove(found);
  }
  return removed;
};

/** An upload whose record has expired does not exist, and leaves nothing but what names its stream. */
export const expiredUploads = ({ test, name, open }: UploadsSuite): void => {
  test(`${name}: an expired upload is not found from then on, its outcomes are purged, and a repeat changes nothing`, async (t) => {
    const { uploads, model } = await open(t);
    const home = exampleCollection();
    const [upload, other] = [exampleUpload(home), exampleUpload(home)];
    const copy = await model.current();
    const events = inLog(
      ...[upload.started, upload.stored(0), upload.progressed(1, [skipped(1)]), upload.finished(2)],
      ...[other.started, other.stored(0), upload.expired(3), upload.stored(5)],
    );
    const apply = applyRecorded(uploadsProjection, copy);
    await apply(events);
    const isGone = async () => {
      t.is(await uploads.byId(upload), undefined);
      t.deepEqual(await uploads.tickets(upload, { after: undefined, limit: 5 }), []);
      const listed = await uploads.ofCollection(home.collectionId, { before: undefined, limit: 5 });
      t.deepEqual(
        listed.map(({ uploadId }) => uploadId),
        [other.uploadId],
      );
      t.is((await checksumOf(copy)).count, 2);
      t.deepEqual(
        (await copy.counts(undefined)).map(({ id }) => id),
        [`${home.collectionId}/${other.uploadId}`],
      );
    };
    await isGone();
    const id = upload.uploadId;
    t.true([`${id}/0,${id}/1,${id}`, id].includes((await purge(copy)).join()));
    await isGone();
    await apply(events);
    for (const event of events) await apply([event]);
    t.deepEqual(await copy.orphans(5), []);
    await isGone();
    t.deepEqual(await uploads.tickets(other, { after: undefined, limit: 5 }), [
      { ticketId: 't0', index: 0, row: null, outcome: 'stored' },
    ]);
  });

  test(`${name}: outcomes that were there when an upload expired are purged one by one`, async (t) => {
    const { model } = await open(t);
    const upload = exampleUpload();
    const copy = await model.current();
    const apply = applyRecorded(uploadsProjection, copy);
    const events = [upload.started, upload.stored(0), upload.progressed(1, [skipped(1)]), upload.finished(2)];
    await apply(inLog(...events));
    await apply(inLog(...events, upload.expired(3)).slice(-1));
    const id = upload.uploadId;
    const removed = await purge(copy);
    t.is(removed.at(-1), id);
    t.deepEqual(removed.toSorted(), [id, `${id}/0`, `${id}/1`]);
  });

  test(`${name}: after the deletion of its collection the stream of an expired upload is found`, async (t) => {
    const { model } = await open(t);
    const home = exampleCollection();
    const upload = exampleUpload(home);
    const copy = await model.current();
    const events = inLog(upload.started, upload.finished(1), upload.expired(2), home.deleted);
    const apply = applyRecorded(uploadsProjection, copy);
    await apply(events.slice(0, 3));
    t.deepEqual(await purge(copy), [upload.uploadId]);
    await apply(events);
    t.deepEqual(await purge(copy), [streamOf.upload(upload.userId, upload.uploadId)]);
  });

  test(`${name}: uploads that have ended before a time are listed, but none that runs or whose undo does`, async (t) => {
    const { uploads, model } = await open(t);
    const all = Array.from({ length: 6 }, () => exampleUpload());
    const [running, finished, undoing, undone, resumed, expired] = all as [
      Upload,
      Upload,
      Upload,
      Upload,
      Upload,
      Upload,
    ];
    await applyRecorded(
      uploadsProjection,
      await model.current(),
    )(
      inLog(
        ...all.map(({ started }) => started),
        finished.finished(1),
        ...[undoing.finished(1), undoing.undoStarted(2)],
        ...[undone.finished(1), undone.undoStarted(2), undone.undone(3, noUndoCounts)],
        ...[resumed.interrupted(1), resumed.resumed(2, '2026-01-02T03:04:05.000Z')],
        ...[expired.finished(1), expired.expired(2)],
        running.progressed(1, []),
      ),
    );
    t.deepEqual(await uploads.expired(expired.collectionId, { after: undefined, limit: 10 }), [expired.uploadId]);
    t.deepEqual(await uploads.expired(expired.collectionId, { after: expired.uploadId, limit: 10 }), []);
    const idsBefore = async (time: string, limit = 10) =>
      (await uploads.endedBefore(time, limit)).map(({ uploadId }) => uploadId).toSorted();
    t.deepEqual(await idsBefore('2026-01-02T03:04:05.000Z'), []);
    t.deepEqual(await idsBefore('2026-01-02T03:04:05.001Z'), [finished.uploadId, undone.uploadId].toSorted());
    t.is((await idsBefore('2027-01-01T00:00:00.000Z', 1)).length, 1);
  });
};

type Upload = ReturnType<typeof exampleUpload>;
