import { randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { chooseFirstModel } from '../commands/open-log.ts';
import { recordUpload } from '../uploads/record-upload.ts';
import { limitConcurrency } from '../concurrency/limit.ts';
import type { Ingest } from '../ports/ingest.ts';
import { previewTickets } from '../uploads/preview-tickets.ts';
import { embeddersOf } from './models.ts';
import { openRows } from './open-readers.ts';
import { previewOf, uploadOf } from '../uploads/read-upload.ts';
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

  const preview = previewTickets({ collections });
  const limitLargePreviews = limitConcurrency(largePreviewsAtOnce);

  const { run, abandon, stop } = runningRequests();
  const methods: Ingest = {
    upload: (spooled, requestId) => run(requestId, (signal) => upload(uploadOf(spooled, signal))),
    preview: (spooled, requestId) =>
      run(requestId, (signal) => {
        const work = () => preview(previewOf(spooled, signal));
        return spooled.bytes > largePreviewBytes ? limitLargePreviews(work) : work();
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

start().catch((error: unknown) => fail(String(error)));
