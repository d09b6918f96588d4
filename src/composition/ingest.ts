import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { chooseFirstModel } from '../commands/open-log.ts';
import { type RecordedUpload, recordUpload } from '../uploads/record-upload.ts';
import { eventLoopYielder } from '../concurrency/yield-to-event-loop.ts';
import { limitConcurrency } from '../concurrency/limit.ts';
import { InvalidInput } from '../domain/errors.ts';
import type { Ingest, SpooledPreview, SpooledUpload } from '../ports/ingest.ts';
import { type Preview, previewTickets } from '../uploads/preview-tickets.ts';
import { detectFormat } from '../ticket-files/file-format.ts';
import { type RawTicket, UnreadableFile } from '../ticket-files/ticket-item.ts';
import { readTickets, ticketItems } from '../ticket-files/read-tickets.ts';
import { embeddersOf } from './models.ts';
import { openRows } from './open-readers.ts';
import { uploadDigest } from '../uploads/upload-digest.ts';
import { type WriterMethods, writerMethods } from './writer-methods.ts';
import { remote, serve } from '../threads/rpc.ts';
import { runningRequests } from '../threads/running-requests.ts';
import { fail, notify, onLink, threadData } from '../threads/thread.ts';
import type { ThreadData } from './api.ts';

/** On Linux this moves the calling thread alone: a search goes before an upload. Elsewhere it would slow the whole service down. */
const stepBack = () => {
  if (process.platform === 'linux') setPriority(5);
};

/** From this many bytes on a preview is a large one; large ones are limited apart from large uploads, which may take minutes. */
const largePreviewBytes = 1024 * 1024;
const largePreviewsAtOnce = 1;

/** The thread that reads bodies and files, checks, cleans and embeds, so that no upload is in a search's way. */
const start = async () => {
  stepBack();
  const { config } = threadData as ThreadData;
  const writer = remote<WriterMethods>(writerMethods);
  const context = { now: () => new Date(), newId: randomUUID };
  const embedders = embeddersOf(config);
  const { collections, uploads } = openRows(config);
  const upload = recordUpload({
    ...context,
    streams: writer.calls,
    projected: writer.calls,
    collections,
    uploads,
    leases: { renew: writer.calls.renewUpload, release: writer.calls.releaseUpload },
    embedders,
    limitLargeUploads: limitConcurrency(config.uploadsAtOnce),
  });

  const preview = previewTickets({ collections, breather: eventLoopYielder });
  const limitLargePreviews = limitConcurrency(largePreviewsAtOnce);

  const { run, abandon, stop } = runningRequests();
  const methods: Ingest = {
    upload: (spooled, requestId) =>
      run(requestId, async (signal) => upload({ ...(await recordedOf(spooled)), signal })),
    preview: (spooled, requestId) =>
      run(requestId, async (signal) => {
        const work = () => preview({ ...spooled, signal, items: itemsOf(spooled) });
        return (await stat(spooled.path)).size > largePreviewBytes ? limitLargePreviews(work) : work();
      }),
    abandon,
    stop,
  };
  onLink(({ role, port }) => {
    if (role === 'serve') serve(port, methods);
    else writer.connect(port);
  });

  const { model, dimensions } = embedders.configured;
  const known = dimensions();
  if (known !== undefined) await chooseFirstModel(writer.calls, context, { model, dimensions: known });
  notify({ kind: 'ready' });
};

/** What the ledger tells of an upload beside what is in it. */
const recordedOf = async (spooled: SpooledUpload): Promise<Omit<RecordedUpload, 'signal'>> => {
  const { kind, tenantId, collectionId, uploadId, surface } = spooled;
  return {
    ...{ tenantId, collectionId, uploadId, surface },
    fileName: kind === 'body' ? null : spooled.name,
    format: kind === 'body' ? 'json' : await formatOf(spooled),
    digest: spooled.repeatable ? await uploadDigest(spooled) : null,
    tickets: () => ticketsOf(spooled),
  };
};

/** The format, null where the file is none that can be read: whoever reads it says so. */
const formatOf = async (file: Parameters<typeof detectFormat>[0]): Promise<RecordedUpload['format']> => {
  try {
    return await detectFormat(file);
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
};

/** A file that cannot be read is the caller's to mend, like any other invalid input. */
async function* ticketsOf(spooled: SpooledUpload): AsyncIterable<RawTicket> {
  try {
    for await (const ticket of readTickets(spooled, { columns: spooled.columns })) yield ticket;
  } catch (error) {
    throw error instanceof UnreadableFile ? new InvalidInput(error.message) : error;
  }
}

const itemsOf =
  (spooled: SpooledPreview): Preview['items'] =>
  (options) =>
    ticketItems(spooled, { ...options, columns: spooled.columns });

start().catch((error: unknown) => fail(String(error)));
