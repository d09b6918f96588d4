import { CollectionNotFound, Unavailable } from '../domain/errors.ts';
import type { EmbeddingModel, SkippedTicket } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { TenantQuotas } from '../domain/quotas.ts';
import { encodedLength } from '../domain/vector.ts';
import type { Collections } from '../ports/collections.ts';
import { type Embedders, embedderOf } from '../ports/embedders.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { CommandContext, RetryLimit } from '../commands/command-handler.ts';
import { readLog } from '../commands/open-log.ts';
import { reembedTickets } from '../commands/reembed-tickets.ts';
import type { AbortableLimit } from '../concurrency/abortable-limit.ts';
import type { IsWanted, YieldSlot } from '../concurrency/fair-limit.ts';
import { sharedCall } from '../concurrency/shared-call.ts';
import { unlessAborted } from '../concurrency/timeout.ts';
import { type CheckedTicket, checkedTickets } from './checked-tickets.ts';
import { checkTickets, readChecked } from './check-tickets.ts';
import { batchEmbedder, embeddingFailures } from './embed-batch.ts';
import type { EvaluationWorkers } from './upload-helpers.ts';
import { logLimit, retryingReads } from '../commands/retrying-reads.ts';
import { prepareBatches } from './prepare-batches.ts';
import { quotaCheck } from './quota.ts';
import { storeBatch } from './store-batch.ts';
import {
  type PreparedBatch,
  type PreparedTicket,
  throwIfStopped,
  type Upload,
  type UploadResult,
  type UploadWatch,
} from './upload.ts';
import { type UploadTally, uploadTally } from './upload-tally.ts';

export type UploadTickets = (upload: Upload) => Promise<UploadResult>;

export type UploadDependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly collections: Collections;
  readonly embedders: Embedders;
  readonly limitUploads: UploadLimits;
  /** This thread alone without it. */
  readonly evaluation?: EvaluationWorkers;
  readonly quotas: TenantQuotas;
  /** Throws DiskFull if the disk of the stores has no more than the reserve that other requests need; not looked at without it. */
  readonly requireRoom?: () => Promise<void>;
  /** How long a running upload waits for a log that fails, in ms; 30 s without it. */
  readonly logTimeoutMs?: number;
};

/** How many batches of one upload are embedded and appended at a time: enough to hide a gateway's latency. */
const maxBatchesInFlight = 4;

/** Limits of uploads by their number of tickets: what is in work of each takes some megabytes. Tiny ones are processed at once. */
export type UploadLimits = { readonly small: AbortableLimit; readonly large: AbortableLimit };

/** Uploads of more tickets are small or large ones. */
const moreThan = { tiny: 20, small: 1_000 };

const limitFor = (total: number, { small, large }: UploadLimits): AbortableLimit | undefined =>
  total > moreThan.small ? large : total > moreThan.tiny ? small : undefined;

/**
 * Rules 1 to 7 (docs/contract.md, "Uploads") for one upload: every ticket is checked before any is stored; resolves when the stored tickets can be found
 * and are counted. Throws InvalidInput, CollectionNotFound, Stopping, or Unavailable that says how many tickets were stored.
 */
export const uploadTickets = (dependencies: UploadDependencies): UploadTickets => {
  return async (upload) => {
    const { tenantId, customer, signal } = upload;
    const checked = checkedTickets(upload.checkedFile, upload.yieldIfDue);
    const stage = { hasBegun: false };
    try {
      const total = await checkTickets(upload, checked);
      const retryLimit = logLimit(signal, dependencies.logTimeoutMs);
      const running = { ...dependencies, streams: retryingReads(dependencies.streams, retryLimit), retryLimit };
      const process = (_isWanted?: IsWanted, yieldSlot?: YieldSlot) => {
        stage.hasBegun = true;
        return processTickets(running, upload, { tickets: readChecked(upload, checked), total, yieldSlot });
      };
      const limit = limitFor(total, dependencies.limitUploads);
      if (!limit) return await process();
      await checked.toFile();
      return await limit({ tenantId, customer, signal }, process);
    } catch (error) {
      if (!stage.hasBegun) throwIfStopped(signal, 0);
      throw error;
    } finally {
      await checked.remove();
    }
  };
};

type Checked = {
  readonly tickets: AsyncIterable<CheckedTicket>;
  readonly total: number;
  /** Called between two batches; a tiny upload has no slot to yield. */
  readonly yieldSlot: YieldSlot | undefined;
};

type Running = UploadDependencies & { readonly retryLimit: RetryLimit };

const processTickets = async (
  dependencies: Running,
  upload: Upload,
  { tickets, total, yieldSlot }: Checked,
): Promise<UploadResult> => {
  throwIfStopped(upload.signal, 0);
  const tally = uploadTally(total);
  const failures = embeddingFailures();
  const failure = await processBatches(dependencies, upload, { tickets, yieldSlot, tally, failures });
  if (failure !== undefined) throw asIncomplete(failure, tally);
  throwIfStopped(upload.signal, tally.stored());
  const result = await waitUntilFound(dependencies, upload, tally);
  if (tally.unfinished() > 0) throw tally.incomplete(failures.reason());
  return result;
};

type Processing = Omit<Checked, 'total'> & {
  readonly tally: UploadTally;
  readonly failures: ReturnType<typeof embeddingFailures>;
};

/** Processes batches, several at a time, until all are done, one fails or the upload has to end; returns the first failure. */
const processBatches = async (
  dependencies: Running,
  upload: Upload,
  { tickets, yieldSlot, tally, failures }: Processing,
): Promise<unknown> => {
  const modelInUse = modelIn(dependencies.streams);
  // Beside the first batch, which is embedded with it; who needs it finds the error.
  modelInUse().catch(() => undefined);
  const process = batchProcessor({ ...dependencies, modelInUse }, upload, { tally, failures });
  const vectorLength = async () => encodedLength((await modelInUse())?.dimensions ?? 0);
  const admit = quotaCheck({ ...dependencies, vectorLength }, upload.tenantId);
  const inFlight = new Set<Promise<void>>();
  let failure: unknown;
  for await (const batch of prepareBatches(dependencies, upload, tickets)) {
    tally.prepared(batch);
    reportPrepared(upload.watch, batch);
    failure ??= await dependencies.requireRoom?.().catch((error: unknown) => error);
    if (failure !== undefined) break;
    const admission = await admit(batch.tickets);
    failure ??= admission.refusal;
    const work = process(admission.tickets)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => inFlight.delete(work));
    inFlight.add(work);
    if (inFlight.size >= maxBatchesInFlight) await Promise.race(inFlight);
    if (failure !== undefined || failures.shouldGiveUp() || upload.signal.aborted) break;
    if (!(await dependencies.collections.byId(upload.collectionId))) break;
    await yieldSlot?.();
  }
  await Promise.all(inFlight);
  return failure;
};

/** The model in use when it is asked for first; of a log without one it is asked for again. */
const modelIn = (streams: Running['streams']) => {
  const read = sharedCall(async () => (await readLog(streams)).model);
  let model: EmbeddingModel | undefined;
  return async (): Promise<EmbeddingModel | undefined> => (model ??= await read());
};

const batchProcessor = (
  dependencies: Running & { readonly modelInUse: ReturnType<typeof modelIn> },
  upload: Upload,
  { tally, failures }: Pick<Processing, 'tally' | 'failures'>,
) => {
  const embed = batchEmbedder({ ...dependencies, yieldIfDue: upload.yieldIfDue }, failures);
  return async (tickets: readonly PreparedTicket[]): Promise<void> => {
    // The reply of a gateway, which may take minutes, is not awaited, and nothing of it is stored.
    const embedded = await unlessAborted(embed(tickets), upload.signal, () => []);
    upload.watch?.embedded(embedded.length);
    const stored = await storeBatch(dependencies, upload, embedded);
    tally.add(stored);
    upload.watch?.stored(stored.stored.length);
    upload.watch?.skipped(stored.duplicates.map(asSkipped));
  };
};

const reportPrepared = (
  watch: UploadWatch | undefined,
  { tickets, skipped, alreadyProcessed, noticed }: PreparedBatch,
): void => {
  watch?.cleaned(tickets.length + skipped.length + alreadyProcessed.stored + alreadyProcessed.skipped);
  watch?.alreadyProcessed(alreadyProcessed);
  watch?.noticed(noticed);
  watch?.skipped(skipped);
};

const asSkipped = ({
  ticket: { ticketId },
  index,
  row,
  rule,
}: PreparedTicket & Pick<SkippedTicket, 'rule'>): SkippedTicket => ({ ticketId, index, row, rule });

const reembedBatchSize = 100;

/**
 * If another model was chosen while the upload ran, its tickets are found only once they have a vector of that one too. Returns whether some got one.
 * Throws Unavailable.
 */
const followModel = async (
  { streams, embedders, now, retryLimit }: Running,
  { collectionId, uploadId }: Upload,
  tally: UploadTally,
): Promise<boolean> => {
  const { model } = await readLog(streams);
  const outdated = model ? tally.outdated(model) : [];
  if (!model || outdated.length === 0) return false;
  const context = { streams, embedder: embedderOf(embedders, model), model, now, commandId: uploadId, retryLimit };
  for (let first = 0; first < outdated.length; first += reembedBatchSize) {
    const records = outdated.slice(first, first + reembedBatchSize);
    const { positions, refused } = await reembedTickets(
      context,
      records.map((recordId) => streamOf.ticket(collectionId, recordId)),
    );
    tally.reembedded(positions);
    if (refused > 0) throw new Unavailable(`${refused} tickets are refused by the model ${model.model}`);
  }
  return true;
};

/** Waits until what was stored can be found with the model in use; returns the counts. Throws CollectionNotFound and Unavailable. */
const waitUntilFound = async (dependencies: Running, upload: Upload, tally: UploadTally): Promise<UploadResult> => {
  const { projected, collections } = dependencies;
  const visible = () => projected.waitForPosition(['collections', 'ticket-index'], tally.positions());
  const [first, hasFollowed] = await Promise.all([
    visible(),
    followModel(dependencies, upload, tally).catch((error: unknown) => {
      throw asIncomplete(error, tally);
    }),
  ]);
  const result = hasFollowed ? await visible() : first;
  const collection = await collections.byId(upload.collectionId);
  if (!collection) throw new CollectionNotFound();
  throwIfStalled(result, 'sending again is safe', 'searchable');
  const { parked } = result;
  if (parked > 0) {
    throw new Unavailable(`${parked} ${parked === 1 ? 'ticket is' : 'tickets are'} stored but not searchable`);
  }
  return { processed: tally.stored(), skipped: tally.skipped(), collectionTicketCount: collection.ticketCount };
};

/** A refusal of the whole upload stays as it is; a failure of a store also says how many tickets were stored before it. */
const asIncomplete = (failure: unknown, tally: UploadTally): unknown =>
  failure instanceof Unavailable ? tally.incomplete(failure.message, failure) : failure;
