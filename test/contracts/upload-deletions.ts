import { streamOf } from '../../src/domain/streams.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { applyRecorded } from '../support/recorded-events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { inLog, skipped, exampleUpload } from '../support/upload-events.ts';
import { expiredUploads } from './expired-uploads.ts';
import type { UploadsSuite } from './uploads.ts';

/** What is deleted stays deleted, and is purged; so does what has expired. */
export const uploadDeletions = ({ test, name, open }: UploadsSuite): void => {
  test(`${name}: uploads of a deleted collection are not found from then on, and are purged with their outcomes`, async (t) => {
    const { uploads, model } = await open(t);
    const home = exampleCollection();
    const [upload, late, living] = [exampleUpload(home), exampleUpload(home), exampleUpload()];
    const copy = await model.current();
    const events = inLog(
      ...[upload.started, upload.stored(0), living.started, living.stored(0)],
      ...[home.deleted, upload.progressed(1, [skipped(1)]), late.started],
    );
    const apply = applyRecorded(uploadsProjection, copy);
    await apply(events);
    for (const event of events) await apply([event]);
    t.is(await uploads.byId(upload), undefined);
    t.deepEqual(await uploads.tickets(upload, { after: undefined, limit: 5 }), []);
    t.deepEqual(await uploads.ofCollection(home.collectionId, { before: undefined, limit: 5 }), []);
    t.deepEqual(
      (await uploads.running()).map(({ uploadId }) => uploadId),
      [living.uploadId],
    );
    t.is((await checksumOf(copy)).count, 2);

    const streams: string[] = [];
    for (let found = await copy.orphans(1); found.length > 0; found = await copy.orphans(1)) {
      streams.push(...found.map(({ recordId }) => recordId).filter((one) => one.startsWith('upload-')));
      await copy.remove(found);
    }
    t.deepEqual(
      streams.toSorted(),
      [upload, late].map(({ userId, uploadId }) => streamOf.upload(userId, uploadId)).toSorted(),
    );
    await copy.markPurged();
    await apply(events.slice(-1));
    t.is((await copy.orphans(5)).length, 1);
    t.not(await uploads.byId(living), undefined);
  });

  expiredUploads({ test, name, open });
};
