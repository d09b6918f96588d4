import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { CommandContext } from '../../src/commands/command-handler.ts';
import { UploadNotFound } from '../../src/domain/errors.ts';
import { expireUploads, expiryService } from '../../src/uploads/expire-uploads.ts';
import { requestUndo } from '../../src/uploads/request-undo.ts';
import { openRecordedUploads } from '../support/recorded-uploads.ts';
import { goodTickets } from '../support/uploading.ts';

const { signal } = new AbortController();
const dayMs = 86_400_000;
const inDays = (days: number, { now }: CommandContext) => {
  const later = now().getTime() + days * dayMs;
  return () => new Date(later);
};

test('records expire so many days after their end, with the bytes of what they list; what is stored stays', async (t) => {
  const home = await openRecordedUploads(t);
  const { upload, needs, uploads, collections, collectionId, tenantId } = home;
  const [uploadId, repeated] = [randomUUID(), randomUUID()];
  await upload(goodTickets(40), { uploadId });
  await upload(goodTickets(40), { uploadId: repeated });
  const record = await home.recordOf(repeated);
  t.is(record.outcomes.duplicate, 40);
  const before = await collections.usage(tenantId);

  t.is(await expireUploads({ ...needs, now: inDays(29, needs) }, 30, signal), 0);
  t.is(await expireUploads({ ...needs, now: inDays(31, needs) }, 30, signal), 2);
  t.deepEqual(await uploads.ofCollection(collectionId, { before: undefined, limit: 5 }), []);
  t.is(await uploads.byId({ collectionId, uploadId }), undefined);
  t.is(await expireUploads({ ...needs, now: inDays(31, needs) }, 30, signal), 0);

  const after = await collections.usage(tenantId);
  t.is(after.tickets, 40);
  t.true(after.bytes < before.bytes, `${after.bytes} of ${before.bytes} bytes`);
  await t.throwsAsync(requestUndo({ ...needs, isHeld: needs.leases.isHeld })(record, { surface: 'web' }), {
    instanceOf: UploadNotFound,
  });
  t.deepEqual(await upload(goodTickets(40), { uploadId }), {
    ...{ processed: 40, skipped: 0, collectionTicketCount: 40 },
  });
});

test('an upload that goes on while the list is read keeps its record', async (t) => {
  const { upload, needs, uploads, recordOf } = await openRecordedUploads(t);
  const uploadId = randomUUID();
  await upload(goodTickets(2), { uploadId });
  const request = requestUndo({ ...needs, isHeld: needs.leases.isHeld });
  const late = {
    endedBefore: async (time: string, limit: number) => {
      const found = await uploads.endedBefore(time, limit);
      await request(await recordOf(uploadId), { surface: 'web' });
      return found;
    },
  };
  t.is(await expireUploads({ ...needs, uploads: late, now: inDays(2, needs) }, 1, signal), 0);
  t.not((await recordOf(uploadId)).undo, null);
});

test('the service expires only where the projections run, and looks again soon while there are more', async (t) => {
  const { upload, needs, uploads } = await openRecordedUploads(t);
  await upload(goodTickets(1));
  const { promise, resolve } = Promise.withResolvers<AbortSignal>();
  const service = expiryService(
    { ...needs, uploads, now: inDays(2, needs) },
    { days: 1, leadership: { acquire: () => promise } },
  );
  const first = service.runOnce();
  t.is((await uploads.endedBefore(inDays(2, needs)().toISOString(), 5)).length, 1);
  resolve(signal);
  t.is(await first, 1_000);
  t.is(await service.runOnce(), service.intervalMs);
});
