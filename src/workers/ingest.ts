import { randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { chooseFirstModel } from '../commands/open-log.ts';
import { uploadTickets } from '../commands/upload-tickets.ts';
import { uploadTurns } from '../commands/upload-turns.ts';
import { InvalidInput, Stopping } from '../domain/errors.ts';
import type { SpooledUpload } from '../http/tickets.ts';
import { readTicketsBody } from '../ticket-files/json-body.ts';
import { type RawTicket, UnreadableFile } from '../ticket-files/raw-ticket.ts';
import { readTicketFile } from '../ticket-files/read-ticket-file.ts';
import { embeddersOf } from './models.ts';
import { openRows } from './open-readers.ts';
import type { IngestMethods } from './ingest-methods.ts';
import { type WriterMethods, writerMethods } from './writer-methods.ts';
import { remote, serve } from './rpc.ts';
import { fail, notify, onLink, threadData } from './thread.ts';

/** On Linux this moves the calling thread alone: a search goes before an upload. Elsewhere it would slow the whole service down. */
const stepBack = () => {
  if (process.platform === 'linux') setPriority(5);
};

/** The thread that reads bodies and files, checks, cleans and embeds, so that no upload is in a search's way. */
const start = async () => {
  stepBack();
  const { config } = threadData();
  const writer = remote<WriterMethods>(writerMethods);
  const surroundings = { now: () => new Date(), newId: randomUUID };
  const embedders = embeddersOf(config);
  const upload = uploadTickets({
    ...surroundings,
    streams: writer.calls,
    projected: writer.calls,
    collections: openRows(config).collections,
    embedders,
    turns: uploadTurns(config.uploadsAtOnce),
  });

  const running = new Map<string, { readonly controller: AbortController; readonly done: Promise<unknown> }>();
  const methods: IngestMethods = {
    upload: ({ tenantId, collectionId, uploadId, ...spooled }) => {
      const controller = new AbortController();
      const work = upload({
        tenantId,
        collectionId,
        uploadId,
        tickets: () => ticketsOf(spooled),
        signal: controller.signal,
      }).finally(() => running.delete(uploadId));
      running.set(uploadId, { controller, done: work.catch(() => undefined) });
      return work;
    },
    abandon: (uploadId) => {
      running.get(uploadId)?.controller.abort();
      return Promise.resolve();
    },
    stop: async () => {
      for (const { controller } of running.values()) controller.abort(new Stopping());
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
  onLink(({ role, port }) => {
    if (role === 'serve') serve(port, methods);
    else writer.connect(port);
  });

  const { model, dimensions } = embedders.configured;
  const known = dimensions();
  if (known !== undefined) await chooseFirstModel(writer.calls, surroundings, { model, dimensions: known });
  notify({ kind: 'ready' });
};

/** A file that cannot be read is the caller's to mend, like any other invalid input. */
async function* ticketsOf({
  kind,
  ...file
}: Pick<SpooledUpload, 'kind' | 'path' | 'name' | 'type'>): AsyncIterable<RawTicket> {
  try {
    for await (const ticket of kind === 'body' ? readTicketsBody(file.path) : readTicketFile(file)) yield ticket;
  } catch (error) {
    throw error instanceof UnreadableFile ? new InvalidInput(error.message) : error;
  }
}

start().catch((error: unknown) => fail(String(error)));
