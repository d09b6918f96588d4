import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { memoryUploadLeases } from '../../src/adapters/memory/upload-leases.ts';
import { createCollection } from '../../src/commands/create-collection.ts';
import { abortableLimit } from '../../src/concurrency/abortable-limit.ts';
import { fairTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { recordUpload } from '../../src/uploads/record-upload.ts';
import { goodTicket } from '../support/api.ts';
import { openEmbedded } from '../support/embedded.ts';
import { testEmbedders } from '../support/embedders.ts';
import { smallDisk } from '../support/small-disk.ts';
import { noQuotas } from '../support/quotas.ts';
import { fileAt } from '../support/page-files.ts';

const disk = smallDisk(48);
const count = 600;

async function* tickets() {
  for (let index = 0; index < count; index += 1) {
    yield await Promise.resolve({ value: goodTicket(index), pathOf: (path: string) => `tickets[${index}].${path}` });
  }
}

if (disk) {
  test.after.always(() => disk.remove());

  /** Uploads on that disk, which becomes full with the second batch; a running one waits so long for the log. */
  const opened = async (t: ExecutionContext, name: string, logTimeoutMs?: number) => {
    const folder = join(disk.folder, name);
    mkdirSync(folder);
    const { writer, collections, uploads } = await openEmbedded(t, { folder });
    const filled = Promise.withResolvers<undefined>();
    const { embedders } = testEmbedders((_texts, call) => {
      if (call !== 2) return;
      disk.fill();
      filled.resolve(undefined);
    });
    const dependencies = {
      ...(logTimeoutMs === undefined ? {} : { logTimeoutMs }),
      ...{
        now: () => new Date(),
        newId: randomUUID,
        streams: writer,
        projected: writer,
        collections,
        uploads,
        embedders,
      },
      ...{ leases: memoryUploadLeases(), limitUploads: { small: abortableLimit(2), large: abortableLimit(2) } },
      quotas: noQuotas,
      admit: () => Promise.resolve(),
    };
    const tenantId = randomUUID();
    const { id: collectionId } = await createCollection(dependencies)({ userId: tenantId, name: 'Поддержка' });
    const upload = () =>
      recordUpload(dependencies)({
        ...{ tenantId, collectionId, uploadId: randomUUID(), surface: 'api', fileName: null, format: 'json' },
        ...{ digest: null, tickets, checkedFile: fileAt(join(folder, 'tmp-checked')) },
        ...{ signal: new AbortController().signal, yieldIfDue: fairTimeSlices().of(tenantId) },
      });
    const create = () => createCollection(dependencies)({ userId: tenantId, name: 'Другая' });
    return { upload, create, filled: filled.promise };
  };

  test.serial(
    'a disk that is full for some seconds ends no upload that runs; what begins meanwhile is refused by name',
    async (t) => {
      const { upload, create, filled } = await opened(t, 'first');
      const uploading = upload();
      await filled;
      await setTimeout(2_500);
      const start = performance.now();
      const refused = await t.throwsAsync(create(), { instanceOf: Unavailable, message: /Disk is full/ });
      t.true(performance.now() - start < 10_000, refused.message);
      disk.empty();
      const { processed, skipped, collectionTicketCount } = await uploading;
      t.deepEqual([processed + skipped, collectionTicketCount], [count, count]);
    },
  );

  test.serial('a disk that stays full ends an upload by name, and once there is room the rest is stored', async (t) => {
    const { upload } = await opened(t, 'second', 1_000);
    await t.throwsAsync(upload(), { instanceOf: Unavailable, message: /Disk is full/ });
    disk.empty();
    const { processed, skipped, collectionTicketCount } = await upload();
    t.deepEqual([processed + skipped, collectionTicketCount], [count, count]);
  });
} else {
  test.skip('an upload on a full disk needs the right to mount (Linux: CAP_SYS_ADMIN)', () => undefined);
}
