import { CollectionNotFound, InvalidInput, Stopping, Unavailable } from '../domain/errors.ts';
import type { SkippedTicket } from '../domain/events.ts';
import { parseTicket, ticketLimits, tooManyTickets } from '../domain/ticket-input.ts';
import { streamOf } from '../domain/streams.ts';
import type { Collections } from '../ports/collections.ts';
import { type Embedders, embedderOf } from '../ports/embedders.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import type { CommandContext } from '../commands/command-handler.ts';
import { embedBatch } from './embed-batch.ts';
import { readLog } from '../commands/open-log.ts';
import { prepareBatches } from './prepare-batches.ts';
import type { PreparedBatch, PreparedTicket, Upload, UploadResult, UploadWatch } from './upload.ts';
import { eventLoopYielder } from '../concurrency/yield-to-event-loop.ts';
import { reembedTickets } from '../commands/reembed-tickets.ts';
import { storeBatch } from './store-batch.ts';
import { uploadTally } from './upload-tally.ts';
import type { Limit } from '../concurrency/limit.ts';

export type UploadTickets = (upload: Upload) => Promise<UploadResult>;

export type UploadDependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly collections: Collections;
  readonly embedders: Embedders;
  readonly limitLargeUploads: Limit;
};

/** How many batches of one upload are embedded and appended at a time: enough to hide a gateway's latency. */
const batchesInFlight = 4;

/** An upload of more tickets is a large one; only so many of those run at a time. */
const largeUpload = 1_000;

/**
 * Rules 1 to 7 of the contract for one upload: everything is checked before anything is stored, and the answer comes when the tickets
 * can be found and are counted. Throws InvalidInput, CollectionNotFound, Stopping, or Unavailable that says how much was stored.
 */
export const uploadTickets = (dependencies: UploadDependencies): UploadTickets => {
  return async (upload) => {
    const total = await checkAll(upload);
    return total > largeUpload
      ? dependencies.limitLargeUploads(() => processAll(dependencies, upload, total))
      : processAll(dependencies, upload, total);
  };
};

/** Checks every ticket of the upload; returns how many there are. Throws InvalidInput for the first that cannot be read. */
const checkAll = async ({ tickets, signal, watch }: Upload): Promise<number> => {
  const breathe = eventLoopYielder();
  let total = 0;
  for await (const { value, place } of tickets()) {
    if (total >= ticketLimits.ticketsPerUpload) throw new InvalidInput(tooManyTickets);
    parseTicket(value, place);
    total += 1;
    watch?.read(1);
    await breathe();
    throwIfStopped(signal, 0);
  }
  watch?.total(total);
  return total;
};

const processAll = async (dependencies: UploadDependencies, upload: Upload, total: number): Promise<UploadResult> => {
  const tally = uploadTally(total);
  const inFlight = new Set<Promise<void>>();
  const process = async (batch: PreparedBatch) => {
    const embedded = await unlessAborted(embedBatch(dependencies, batch.tickets, tally), upload.signal);
    upload.watch?.embedded(embedded.length);
    const stored = await storeBatch(dependencies, upload, embedded);
    tally.add(stored);
    upload.watch?.stored(stored.stored.length);
    upload.watch?.skipped(stored.duplicates.map(asDuplicate));
  };

  let failure: unknown;
  for await (const batch of prepareBatches(dependencies, upload)) {
    tally.prepared(batch);
    tellPrepared(upload.watch, batch);
    const work = process(batch)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => inFlight.delete(work));
    inFlight.add(work);
    if (inFlight.size >= batchesInFlight) await Promise.race(inFlight);
    if (failure !== undefined || tally.hopeless() || upload.signal.aborted) break;
    if (!(await dependencies.collections.byId(upload.collectionId))) break;
  }
  await Promise.all(inFlight);
  failure ??= await followModel(dependencies, upload, tally).catch((error: unknown) => error);
  if (failure !== undefined) throw asIncomplete(failure, tally.incomplete);
  throwIfStopped(upload.signal, tally.stored());
  return finish(dependencies, upload, tally);
};

const tellPrepared = (watch: UploadWatch | undefined, { tickets, skipped, alreadyProcessed }: PreparedBatch): void => {
  watch?.cleaned(tickets.length + skipped.length + alreadyProcessed.stored + alreadyProcessed.skipped);
  watch?.alreadyProcessed(alreadyProcessed);
  watch?.skipped(skipped);
};

const asDuplicate = ({ ticket: { ticketId }, place, row }: PreparedTicket): SkippedTicket => ({
  ...{ ticketId, index: place, row, rule: 'duplicate' },
});

/** Another model may have been chosen while the upload ran: its tickets are found only once they have a vector of that one too. */
const followModel = async (
  { streams, embedders, now }: UploadDependencies,
  { collectionId, uploadId }: Upload,
  tally: ReturnType<typeof uploadTally>,
): Promise<undefined> => {
  const { model } = await readLog(streams);
  const outdated = model ? tally.outdated(model) : [];
  if (!model || outdated.length === 0) return;
  const run = { streams, embedder: embedderOf(embedders, model), model, now, commandId: uploadId };
  for (let first = 0; first < outdated.length; first += reembeddedAtOnce) {
    const some = outdated.slice(first, first + reembeddedAtOnce);
    const { positions, refused } = await reembedTickets(
      run,
      some.map((recordId) => streamOf.ticket(collectionId, recordId)),
    );
    tally.reembedded(positions);
    if (refused > 0) throw new Unavailable(`${refused} tickets are refused by the model ${model.model}`);
  }
};

const reembeddedAtOnce = 100;

/** What a gateway may still answer in minutes is not waited for when the upload ends: nothing of it was stored. */
const unlessAborted = async <Item>(work: Promise<readonly Item[]>, signal: AbortSignal): Promise<readonly Item[]> => {
  const { promise, resolve } = Promise.withResolvers<readonly Item[]>();
  const giveUp = () => resolve([]);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};

const finish = async (
  { projected, collections }: UploadDependencies,
  { collectionId }: Upload,
  tally: ReturnType<typeof uploadTally>,
): Promise<UploadResult> => {
  const { status, parked } = await projected.waitForPosition(['collections', 'ticket-index'], tally.positions());
  const collection = await collections.byId(collectionId);
  if (!collection) throw new CollectionNotFound();
  if (status === 'stalled') throw new Unavailable('Stored, not yet searchable; sending again is safe');
  if (parked > 0) {
    throw new Unavailable(`${parked} ${parked === 1 ? 'ticket is' : 'tickets are'} stored but not searchable`);
  }
  if (tally.unfinished() > 0) throw tally.incomplete();
  return { processed: tally.stored(), skipped: tally.skipped(), collectionTicketCount: collection.ticketCount };
};

const throwIfStopped = (signal: AbortSignal, stored: number): void => {
  if (!signal.aborted) return;
  if (signal.reason instanceof Stopping) throw new Stopping(`Service is stopping; ${stored} tickets stored`);
  throw new Unavailable(`The client has gone; ${stored} tickets stored`);
};

/** A refusal of the whole upload stays what it is; anything the stores did says how much was stored before it. */
const asIncomplete = (failure: unknown, incomplete: (reason: string) => Unavailable): unknown =>
  failure instanceof Unavailable ? incomplete(failure.message) : failure;
