import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { createCollection } from '../../src/commands/create-collection.ts';
import { abortableLimit } from '../../src/concurrency/abortable-limit.ts';
import { fairTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import type { Upload } from '../../src/uploads/upload.ts';
import { uploadTickets } from '../../src/uploads/upload-tickets.ts';
import { goodTicket } from './api.ts';
import { openEmbedded } from './embedded.ts';
import { type BeforeBatch, testEmbedders } from './embedders.ts';
import { noQuotas } from './quotas.ts';
import { fileAt } from './page-files.ts';

const context = { now: () => new Date('2026-01-02T03:04:05Z'), newId: randomUUID };

const pathOf = (index: number) => (path: string) => `tickets[${index}]${path === '' ? '' : `.${path}`}`;
/** The tickets of an upload, as they are read from a body. */
export const listed = (tickets: readonly unknown[]) =>
  async function* () {
    for (const [index, value] of tickets.entries()) yield await Promise.resolve({ value, pathOf: pathOf(index) });
  };

type Stores = Pick<Awaited<ReturnType<typeof openEmbedded>>, 'writer' | 'collections'>;

/** What an upload needs, on stores without a quota. */
export const uploadDependencies = (
  { writer, collections, embedders }: Stores & Pick<ReturnType<typeof testEmbedders>, 'embedders'>,
  uploadsAtOnce: number,
) => ({
  ...context,
  streams: writer,
  projected: writer,
  collections,
  embedders,
  limitUploads: { small: abortableLimit(uploadsAtOnce), large: abortableLimit(uploadsAtOnce) },
  quotas: noQuotas,
  admit: () => Promise.resolve(),
});

/** Uploads of one tenant into a collection of its own, on embedded stores. */
export const openUploads = async (t: ExecutionContext, mood?: BeforeBatch, uploadsAtOnce = 2) => {
  const { folder, writer, collections, store } = await openEmbedded(t);
  const { embedders, batches } = testEmbedders(mood);
  const tenantId = randomUUID();
  const dependencies = uploadDependencies({ writer, collections, embedders }, uploadsAtOnce);
  const collection = await createCollection(dependencies)({ userId: tenantId, name: 'Поддержка' });
  const run = uploadTickets(dependencies);
  const upload = (tickets: readonly unknown[], more: Partial<Upload> = {}) =>
    run({
      tenantId,
      collectionId: collection.id,
      uploadId: randomUUID(),
      tickets: listed(tickets),
      checkedFile: fileAt(join(folder, randomUUID())),
      signal: new AbortController().signal,
      yieldIfDue: fairTimeSlices().of(tenantId),
      ...more,
    });
  const count = async () => (await collections.byId(collection.id))?.ticketCount;
  return { tenantId, upload, count, batches, collection, needs: dependencies, writer, store };
};

export const goodTickets = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => goodTicket(from + index));
