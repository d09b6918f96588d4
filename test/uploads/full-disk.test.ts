import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import { memoryUploadLeases } from '../../src/adapters/memory/upload-leases.ts';
import { createCollection } from '../../src/commands/create-collection.ts';
import { fairLimit } from '../../src/concurrency/fair-limit.ts';
import { fairTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { recordUpload } from '../../src/uploads/record-upload.ts';
import { goodTicket } from '../support/api.ts';
import { openEmbedded } from '../support/embedded.ts';
import { testEmbedders } from '../support/embedders.ts';
import { smallDisk } from '../support/small-disk.ts';

const disk = smallDisk(48);
const count = 600;

async function* tickets() {
  for (let index = 0; index < count; index += 1) {
    yield await Promise.resolve({ value: goodTicket(index), place: (path: string) => `tickets[${index}].${path}` });
  }
}

if (disk) {
  test.after.always(() => disk.remove());

  test('a disk that becomes full during an upload ends it by name, and once there is room the rest is stored', async (t) => {
    const { writer, collections, uploads } = await openEmbedded(t, disk);
    const { embedders } = testEmbedders((_texts, call) => {
      if (call === 2) disk.fill();
    });
    const dependencies = {
      ...{
        now: () => new Date(),
        newId: randomUUID,
        streams: writer,
        projected: writer,
        collections,
        uploads,
        embedders,
      },
      ...{ leases: memoryUploadLeases(), limitLargeUploads: fairLimit(2) },
      quota: { tickets: undefined, bytes: undefined },
    };
    const tenantId = randomUUID();
    const { id: collectionId } = await createCollection(dependencies)({ userId: tenantId, name: 'Поддержка' });
    const upload = () =>
      recordUpload(dependencies)({
        ...{ tenantId, collectionId, uploadId: randomUUID(), surface: 'api', fileName: null, format: 'json' },
        ...{ digest: null, tickets, checkedPath: join(disk.folder, 'tmp-checked') },
        ...{ signal: new AbortController().signal, yieldIfDue: fairTimeSlices().of(tenantId) },
      });
    await t.throwsAsync(upload(), { instanceOf: Unavailable, message: /Disk is full/ });
    disk.empty();
    const { processed, skipped, collectionTicketCount } = await upload();
    t.deepEqual([processed + skipped, collectionTicketCount], [count, count]);
  });
} else {
  test.skip('an upload on a full disk needs the right to mount (Linux: CAP_SYS_ADMIN)', () => undefined);
}
