import { requireBytes } from '../commands/admit-changes.ts';
import {
  CollectionNotFound,
  InvalidInput,
  QuotaExceeded,
  LogUnavailable,
  Refusal,
  Superseded,
  Unavailable,
  UploadRunning,
  StoppedByUser,
} from '../domain/errors.ts';
import { uploadEventBytes } from '../domain/stored-bytes.ts';
import type { UploadCounts, UploadStarted } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { UploadCommand, UploadState } from '../domain/upload.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import { hasEventAfter } from '../ports/stream-events.ts';
import type { UploadKey, Uploads } from '../ports/uploads.ts';
import { logLimit, retryingReads } from '../commands/retrying-reads.ts';
import { progressRecorder } from './record-progress.ts';
import { holdLease, leaseOf } from './upload-lease.ts';
import { type UploadStream, uploadStream } from './upload-stream.ts';
import type { PreviousAttempt, Upload, UploadResult } from './upload.ts';
import { type UploadDependencies, uploadTickets } from './upload-tickets.ts';

/** An upload with its recorded fields; `digest` is null unless the client chose the upload's id. */
export type RecordedUpload = Upload &
  Pick<UploadStarted['data'], 'surface' | 'fileName' | 'format' | 'digest'> & {
    /** Called with the position at which the start of this attempt is recorded; not for a repeat of an upload that has ended. */
    readonly onStart?: (position: bigint) => void;
  };

export type RecordUpload = (upload: RecordedUpload) => Promise<UploadResult>;

type Dependencies = UploadDependencies & {
  readonly uploads: Uploads;
  readonly leases: Pick<UploadLeases, 'renew' | 'release' | 'isHeld'>;
};

type Attempt = { readonly attemptId: string; readonly stream: UploadStream };

/**
 * Records an upload in a stream: its start, its progress, which tickets it skipped by which rule, and its end. A repeat of an upload that has ended
 * returns the recorded result; one that was interrupted or stopped is continued. Throws what uploadTickets throws, InvalidInput if the id belongs to
 * another upload, UploadRunning, StoppedByUser, and Superseded.
 */
export const recordUpload = (dependencies: Dependencies): RecordUpload => {
  const process = recordedProcess(dependencies);
  return async (upload) => {
    const { tenantId: userId, uploadId } = upload;
    const attempt = { attemptId: dependencies.newId(), stream: uploadStream(dependencies, { userId, uploadId }) };
    const loaded = attempt.stream.load();
    // Whoever waits for it finds the error.
    loaded.catch(() => undefined);
    const lease = await holdLease(dependencies.leases, leaseOf({ ...upload, attemptId: attempt.attemptId }));
    try {
      await loaded;
      // Whatever a new one stores, its record occupies some.
      if (attempt.stream.state().status === 'missing')
        await requireBytes(dependencies.quotas, userId, uploadEventBytes([], upload.fileName));
      const startedAt = await recordStart(dependencies, upload, attempt);
      const recorded = recordedResult(attempt.stream.state());
      if (recorded) return recorded;
      upload.onStart?.(startedAt);
      // The outcomes of previous attempts are read from the read model.
      if (attempt.stream.revision() > 0) await dependencies.projected.waitForPosition(['uploads'], [startedAt]);
      return await process(upload, attempt);
    } finally {
      const released = lease.release();
      // Of an upload that is recorded as finished nobody asks whether it still runs.
      if (attempt.stream.state().status !== 'finished') await released;
    }
  };
};

/**
 * Records that an attempt starts; returns the position. An attempt before it that has released its lease, but could not record its end because the log
 * failed, is recorded as interrupted. Throws UploadRunning and InvalidInput.
 */
const recordStart = async (
  { leases, uploads }: Dependencies,
  upload: RecordedUpload,
  { attemptId, stream }: Attempt,
): Promise<bigint> => {
  const start = { type: 'StartUpload', data: startOf(upload, attemptId) } as const;
  try {
    return await stream.record(start);
  } catch (error) {
    const state = stream.state();
    if (!(error instanceof UploadRunning) || state.status !== 'running') throw error;
    const { collectionId } = state.started;
    if (await leases.isHeld(leaseOf({ ...upload, collectionId, attemptId: state.attemptId }))) throw error;
    const before = await uploads.byId({ ...upload, collectionId });
    const recorded = { stored: before?.outcomes.stored ?? 0, detail: 'Its end could not be recorded' };
    try {
      return await stream.record({ type: 'InterruptUpload', attemptId: state.attemptId, ...recorded }, start);
    } catch (later) {
      // Another repeat was faster.
      throw later instanceof Superseded ? error : later;
    }
  }
};

/** Processes an upload, records how it ends, and waits until that can be read. */
const recordedProcess = (dependencies: Dependencies) => {
  const process = uploadTickets(dependencies);
  return async (upload: RecordedUpload, { attemptId, stream }: Attempt): Promise<UploadResult> => {
    const superseded = new AbortController();
    const progress = progressRecorder(attemptId, {
      record: stream.record,
      failed: (error) => {
        if (error instanceof Superseded) superseded.abort(error);
      },
    });
    const end = async (...final: Parameters<typeof progress.end>) => {
      await dependencies.projected.waitForPosition(['uploads'], [await progress.end(...final)]);
    };
    const unwatch = watchForStop(dependencies, { ...upload, attemptId }, (error) => superseded.abort(error));
    const signal = AbortSignal.any([upload.signal, superseded.signal]);
    const startedAt = stream.positionOf('UploadStarted') ?? 0n;
    const previousAttempt =
      stream.revision() > 0 ? { previousAttempt: previousAttemptOf(dependencies, { ...upload, startedAt }) } : {};
    let result: UploadResult;
    try {
      result = await process({ ...upload, signal, watch: progress.watch, startedAt, ...previousAttempt });
    } catch (error) {
      // The caller needs this error rather than one of recording it; an upload without a recorded end is found by its lease.
      const recorded = end((counts) => failureCommand(error, { attemptId, counts, interrupted: signal.aborted })).catch(
        () => undefined,
      );
      if (!isOfLog(error)) await recorded;
      if (!superseded.signal.aborted) throw error;
      // Of a deleted collection the purge erases the stream of the upload too.
      const isLeft = (await dependencies.collections.byId(upload.collectionId)) !== undefined;
      throw isLeft ? superseded.signal.reason : new CollectionNotFound();
    } finally {
      unwatch();
    }
    const retryLimit = logLimit(signal, dependencies.logTimeoutMs);
    const record = stream.recordOn(retryingReads(dependencies.streams, retryLimit), retryLimit);
    await end((counts) => ({ type: 'FinishUpload', attemptId, counts, result }), record);
    return result;
  };
};

/** How often a running upload checks whether its user has stopped it, maybe on another instance. */
const stopIntervalMs = 1_000;

/** Calls `stopped` once the read model says that the user has stopped this attempt; returns the function that ends the watch. */
const watchForStop = (
  { uploads }: Pick<Dependencies, 'uploads'>,
  upload: UploadKey & { readonly attemptId: string },
  stopped: (error: StoppedByUser) => void,
): (() => void) => {
  const checkForStop = async () => {
    const record = await uploads.byId(upload);
    if (record?.state === 'stopped' && record.attemptId === upload.attemptId) stopped(new StoppedByUser());
  };
  const timer = setInterval(() => void checkForStop().catch(() => undefined), stopIntervalMs);
  return () => clearInterval(timer);
};

const startOf = (upload: RecordedUpload, attemptId: string): UploadStarted['data'] => {
  const { uploadId, tenantId: userId, collectionId, surface, fileName, format, digest, onDuplicate } = upload;
  const named = { uploadId, userId, collectionId, run: attemptId, surface, fileName, format, digest };
  return { ...named, ...(onDuplicate && { onDuplicate }) };
};

/** The result of an upload that has finished, undefined if it is to be processed. Throws the recorded refusal. */
const recordedResult = (state: UploadState): UploadResult | undefined => {
  if (state.status === 'finished') return state.result;
  if (state.status !== 'refused') return undefined;
  const { status, detail } = state.refusal;
  throw status === 404 ? new CollectionNotFound(detail) : new InvalidInput(detail);
};

/** Whether the event log has failed, so that the end of an upload cannot be recorded now. */
const isOfLog = (error: unknown): boolean =>
  error instanceof LogUnavailable || (error instanceof Unavailable && error.cause instanceof LogUnavailable);

type Failure = { readonly attemptId: string; readonly counts: UploadCounts; readonly interrupted: boolean };

/** Only a refusal of the content is final (`upload` in the domain); after any other failure the upload can be continued. */
const failureCommand = (error: unknown, { attemptId, counts, interrupted }: Failure): UploadCommand => {
  const detail = error instanceof Refusal ? error.recorded : 'Internal error';
  if (interrupted) return { type: 'InterruptUpload', attemptId, stored: counts.stored, detail };
  return { type: 'FailUpload', attemptId, counts, status: statusOf(error), detail };
};

const statusOf = (error: unknown): number => {
  if (error instanceof InvalidInput) return 400;
  if (error instanceof QuotaExceeded) return 403;
  return error instanceof CollectionNotFound ? 404 : 500;
};

/** From the read model; a ticket that was stored without a recorded outcome is recognised by its event. */
const previousAttemptOf = (
  { uploads, streams }: Dependencies,
  upload: Pick<Upload, 'collectionId' | 'uploadId'> & { readonly startedAt: bigint },
): PreviousAttempt => ({
  decided: async (from, count) => {
    const known = await uploads.tickets(upload, { after: from - 1, limit: count });
    return new Map(known.map(({ index, outcome }) => [index, outcome]));
  },
  isOwn: (recordId, index) =>
    hasEventAfter(streams, streamOf.ticket(upload.collectionId, recordId), {
      position: upload.startedAt,
      isWanted: ({ metadata }) => metadata.uploadId === upload.uploadId && metadata.place === index,
    }),
});
