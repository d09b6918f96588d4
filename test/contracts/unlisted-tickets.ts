import { noUploadCounts } from '../../src/domain/events.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { applyRecorded } from '../support/recorded-events.ts';
import { exampleUpload, inLog, skipped } from '../support/upload-events.ts';
import type { UploadsSuite } from './uploads.ts';

/** The promises of every read model of uploads about skipped tickets that are counted without their ids. */
export const unlistedTickets = ({ test, name, open }: UploadsSuite): void => {
  test(`${name}: tickets that are counted alone are in the counts, once; an attempt that goes on counts its own`, async (t) => {
    const { uploads, model } = await open(t);
    const upload = exampleUpload();
    const some = [skipped(1), skipped(2)];
    const events = inLog(
      upload.started,
      upload.progressed(1, some, noUploadCounts, { duplicate: 3 }),
      upload.progressed(2, [], noUploadCounts, { duplicate: 7, 'no-problem': 1 }),
    );
    const apply = applyRecorded(uploadsProjection, await model.current());
    await apply(events);
    await apply(events.slice(1));
    t.like(await uploads.byId(upload), { outcomes: { duplicate: 9, 'no-problem': 1 }, unlisted: 8 });
    const more = inLog(
      upload.started,
      upload.progressed(1, some, noUploadCounts, { duplicate: 3 }),
      upload.progressed(2, [], noUploadCounts, { duplicate: 7, 'no-problem': 1 }),
      upload.interrupted(3),
      upload.resumed(4, '2026-01-02T03:05:05.000Z'),
    );
    await apply(more);
    t.like(await uploads.byId(upload), { outcomes: { duplicate: 2, 'no-problem': 0 }, unlisted: 0 });
  });
};
