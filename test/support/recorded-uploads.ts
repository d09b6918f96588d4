import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { memoryUploadLeases } from '../../src/adapters/memory/upload-leases.ts';
import { createCollection } from '../../src/commands/create-collection.ts';
import { fairTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import { type RecordedUpload, recordUpload } from '../../src/uploads/record-upload.ts';
import { openEmbedded } from './embedded.ts';
import { type BeforeBatch, testEmbedders } from './embedders.ts';
import { uploadDependencies } from './uploading.ts';
import { ownWords } from '../../src/domain/sentence.ts';
import { fileAt } from './page-files.ts';

/** The tickets of an upload, as they are read from the rows of a table. */
export const listedByRow = (tickets: readonly unknown[]) =>
  async function* () {
    for (const [index, value] of tickets.entries()) {
      yield await Promise.resolve({
        value,
        pathOf: (path: string) => ownWords(`tickets[${index}].${path}`),
        row: index + 2,
      });
    }
  };

type Dependencies = Parameters<typeof recordUpload>[0];

type More = {
  /** Replaces ports by others. */
  readonly change?: (needs: Dependencies) => Partial<Dependencies>;
  /** Whether the service undoes uploads and purges deleted collections; true by default. */
  readonly purge?: boolean;
};

/** Recorded uploads of one tenant into a collection of its own, on embedded stores. */
export const openRecordedUploads = async (
  t: ExecutionContext,
  mood?: BeforeBatch,
  { change = () => ({}), purge = true }: More = {},
) => {
  const { folder, writer, collections, uploads, store } = await openEmbedded(t, { purge });
  const { embedders } = testEmbedders(mood);
  const needs = { ...uploadDependencies({ writer, collections, embedders }, 2), uploads, leases: memoryUploadLeases() };
  const tenantId = randomUUID();
  const { id: collectionId } = await createCollection(needs)({ userId: tenantId, name: 'Поддержка' });
  const run = recordUpload({ ...needs, ...change(needs) });
  const upload = (tickets: readonly unknown[], more: Partial<RecordedUpload> = {}) =>
    run({
      ...{ tenantId, collectionId, uploadId: randomUUID(), surface: 'api', fileName: null, format: 'json' },
      ...{ digest: 'same', tickets: listedByRow(tickets), checkedFile: fileAt(join(folder, randomUUID())) },
      ...{ signal: new AbortController().signal, yieldIfDue: fairTimeSlices().of(tenantId), ...more },
    });
  const recordOf = async (uploadId: string) => {
    const record = await uploads.byId({ collectionId, uploadId });
    if (!record) throw new Error('No such upload');
    return record;
  };
  return { upload, recordOf, needs, uploads, collectionId, tenantId, store, collections, folder };
};
