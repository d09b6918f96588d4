import { randomUUID } from 'node:crypto';
import { chooseFirstModel } from '../commands/open-log.ts';
import type { AbortableLimit, Turn } from '../concurrency/abortable-limit.ts';
import { fairTimeSlices } from '../concurrency/fair-time-slices.ts';
import type { Config } from '../config.ts';
import { cleanField, cleanQuery, visibleField } from '../personal-data/clean.ts';
import { openNames } from '../personal-data/find.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { Ingest, SpooledPreview, SpooledUpload } from '../ports/ingest.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { Tracing } from '../ports/tracing.ts';
import { tenantQuotas } from '../queries/find-usage.ts';
import { once } from '../platform/once.ts';
import { lowerPriority } from '../platform/priority.ts';
import { remote, serve } from '../threads/rpc.ts';
import { runningRequests } from '../threads/running-requests.ts';
import { fail, notify, onLink, threadData } from '../threads/thread.ts';
import { correctTicket } from '../uploads/correct-ticket.ts';
import { previewCorrection } from '../uploads/preview-correction.ts';
import type { Sender } from '../uploads/disk-rooms.ts';
import { evaluateDraft } from '../uploads/evaluate-draft.ts';
import { type EvaluationWorkers, uploadHelpers } from '../uploads/upload-helpers.ts';
import { previewTickets } from '../uploads/preview-tickets.ts';
import { pageRooms } from '../uploads/page-file.ts';
import { previewOf, uploadOf } from '../uploads/read-upload.ts';
import { recordUpload } from '../uploads/record-upload.ts';
import { runningPreviews } from '../uploads/running-previews.ts';
import type { UploadLimits } from '../uploads/upload-tickets.ts';
import type { ThreadData } from './threads.ts';
import { roomOf } from './limits.ts';
import { gatewayWatch } from './gateway-watch.ts';
import { ingestLimits } from './ingest-limits.ts';
import { embeddersOf } from './models.ts';
import { helperThreads } from './helper-threads.ts';
import { openReadModels, openTicketLists, type ReadModels } from './read-stores.ts';
import { callTracing, openTracing, tracedEmbedders, tracedEvaluation, tracedReading } from './tracing.ts';
import type { WriterMethods } from './thread-methods.ts';

const cleaners = { text: (text: string) => cleanQuery(text), field: cleanField, visible: visibleField };

const clock = { now: () => new Date(), newId: randomUUID };

/** The thread that reads bodies and files, checks, cleans and embeds, so that uploads do not delay searches. */
const start = async () => {
  lowerPriority();
  const data = threadData as ThreadData;
  const tracing = await openTracing(data.config, { thread: 'ingest' });
  const calls = callTracing(tracing, 'ingest');
  const writer = remote<WriterMethods>(calls);
  const { evaluation, divided } = uploadHelpers(helperThreads());
  const embedders = tracedEmbedders(tracing, embeddersOf(data.config, gatewayWatch(data.config, tracing), divided));
  openNames();
  const parts = { writer: writer.calls, embedders, evaluation: tracedEvaluation(tracing, evaluation), tracing };
  const methods = await ingestMethods(data, parts);
  const stop = async () => {
    await methods.stop();
    await tracing?.close();
  };
  onLink(({ role, port }) => {
    if (role === 'serve') serve(port, { ...methods, stop }, calls);
    else writer.connect(port);
  });
  const { model, dimensions } = embedders.configured;
  const known = dimensions();
  if (known !== undefined) await chooseFirstModel(writer.calls, clock, { model, dimensions: known });
  notify({ kind: 'ready' });
};

type Parts = {
  readonly writer: WriterMethods;
  readonly embedders: Embedders;
  readonly evaluation: EvaluationWorkers;
  readonly tracing: Tracing | undefined;
};

const ingestMethods = async (
  { config, fileStates }: ThreadData,
  { writer, embedders, evaluation, tracing }: Parts,
): Promise<Ingest> => {
  const readModels = await openReadModels(config, fileStates);
  const limits = ingestLimits(config);
  const models = { ...readModels, embedders, evaluation };
  const dependencies = uploadDependencies(config, writer, { ...models, limitUploads: limits.uploads });
  const upload = recordUpload(dependencies);
  const tickets = ticketsWithTexts(config, fileStates);
  const preview = previewTickets({ ...readModels, tickets, streams: writer, evaluation });
  const timeSlices = fairTimeSlices();
  const { run, abandon, stop } = runningRequests();
  const [starts, previews] = [recordedStarts(writer), runningPreviews()];
  const readingOf = fairReading(timeSlices, limits.workbooks);
  const previewed = (spooled: SpooledPreview, signal: AbortSignal) =>
    previews.run(spooled, (watch) => {
      const reading = { ...readingOf(spooled, signal), watch };
      return limits.previews(spooled, signal, (yieldSlot) => preview(previewOf(spooled, { ...reading, yieldSlot })));
    });
  return {
    upload: (spooled, requestId) =>
      run(requestId, (signal) => {
        const read = tracedReading(tracing, uploadOf(spooled, readingOf(spooled, signal)));
        return starts.of(requestId, (onStart) => upload({ ...read, onStart }));
      }),
    uploadStarted: starts.visible,
    preview: (spooled, requestId) => run(requestId, (signal) => previewed(spooled, signal)),
    previewProgress: (key) => Promise.resolve(previews.progress(key)),
    firstOfPreview: (key) => Promise.resolve(previews.first(key)),
    ...singleTickets({ dependencies, evaluation, timeSlices, limit: limits.singles, run }),
    clean: (text, as) => Promise.resolve(cleaners[as](text)),
    queues: () => Promise.resolve(limits.queues()),
    abandon,
    stop,
  };
};

type OfSingles = {
  readonly dependencies: ReturnType<typeof uploadDependencies>;
  readonly evaluation: EvaluationWorkers;
  readonly timeSlices: ReturnType<typeof fairTimeSlices>;
  readonly limit: AbortableLimit;
  readonly run: ReturnType<typeof runningRequests>['run'];
};

/** What is evaluated one by one, beside uploads: corrections, their previews, and drafts. */
const singleTickets = ({ dependencies, evaluation, timeSlices, limit, run }: OfSingles) => {
  const correct = correctTicket(dependencies);
  const preview = previewCorrection(dependencies, ({ tenantId, customer }) => timeSlices.of(tenantId, customer));
  const turnOf =
    ({ tenantId, customer }: Sender, signal: AbortSignal): Turn =>
    (work) =>
      limit({ tenantId, customer, signal }, work);
  return {
    correct: (correction, requestId) =>
      run(requestId, (signal) => {
        const yieldIfDue = timeSlices.of(correction.tenantId, correction.customer);
        return correct(correction, { turn: turnOf(correction, signal), yieldIfDue, signal });
      }),
    previewCorrection: (correction, requestId) =>
      run(requestId, (signal) => turnOf(correction, signal)(() => preview(correction))),
    evaluateDraft: (draft, requestId) =>
      run(requestId, (signal) =>
        turnOf(draft, signal)(() => evaluateDraft(evaluation, draft, timeSlices.of(draft.tenantId, draft.customer))),
      ),
  } satisfies Partial<Ingest>;
};

/** What keeps the reading of each upload and preview from delaying those of others, and from filling the disk. */
const fairReading = (
  timeSlices: ReturnType<typeof fairTimeSlices>,
  limitWorkbooks: ReturnType<typeof ingestLimits>['workbooks'],
) => {
  const rooms = pageRooms();
  return (spooled: SpooledPreview | SpooledUpload, signal: AbortSignal) => ({
    ...{ signal, yieldIfDue: timeSlices.of(spooled.tenantId, spooled.customer), limitWorkbooks, room: rooms(spooled) },
  });
};

/** Previews alone read the lists of tickets: their client is loaded with the first. */
const ticketsWithTexts = (config: Config, fileStates: SharedArrayBuffer): Pick<Tickets, 'withTexts'> => {
  const lists = once(() => openTicketLists(config, fileStates));
  return { withTexts: async (query) => (await lists()).withTexts(query) };
};

type Stores = Pick<ReadModels, 'accounts' | 'collections' | 'uploads' | 'questions'> &
  Pick<Parts, 'embedders' | 'evaluation'> & { readonly limitUploads: UploadLimits };

const uploadDependencies = (
  config: Config,
  writer: WriterMethods,
  { accounts, collections, uploads, questions, embedders, evaluation, limitUploads }: Stores,
) => ({
  ...clock,
  streams: writer,
  projected: writer,
  collections,
  uploads,
  leases: { renew: writer.renewUpload, release: writer.releaseUpload, isHeld: writer.isUploadHeld },
  embedders,
  evaluation,
  limitUploads,
  quotas: tenantQuotas({ accounts, collections, questions }, config.tenantMax),
  ...roomOf(config),
});

/** Which running uploads have recorded their start, by the ids of their requests. */
const recordedStarts = ({ waitForPosition }: Pick<WriterMethods, 'waitForPosition'>) => {
  const starts = new Map<string, PromiseWithResolvers<bigint | undefined>>();
  return {
    of: <Result>(
      requestId: string,
      work: (onStart: (position: bigint) => void) => Promise<Result>,
    ): Promise<Result> => {
      const start = Promise.withResolvers<bigint | undefined>();
      starts.set(requestId, start);
      return work(start.resolve).finally(() => {
        start.resolve(undefined);
        starts.delete(requestId);
      });
    },
    visible: async (requestId: string): Promise<boolean> => {
      const position = await starts.get(requestId)?.promise;
      if (position === undefined) return false;
      await waitForPosition(['uploads'], [position]);
      return true;
    },
  };
};

start().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
