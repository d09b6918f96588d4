import { ApiError, asApiError } from '../../../api/api-error.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Progress, UploadRecord } from '../upload-records.ts';
import { isReadable } from './check-file.ts';
import type { ChosenFile, Stage } from './flow-state.ts';
import { followProgress } from './follow-progress.ts';
import { postKept } from './post-file.ts';
import { forgetUpload, rememberUpload } from './remembered-uploads.ts';
import { wait, type WakeSource } from './wait.ts';

export type UploadTarget = {
  readonly collectionId: string;
  /** The same for all attempts, so that no ticket is stored twice. */
  readonly uploadId: string;
  readonly signal: AbortSignal;
};

type Following = UploadTarget & {
  readonly onStage: (stage: Stage) => void;
  /** Aborted when the user stops the upload. */
  readonly stop: AbortSignal;
};

type Sending = Following &
  ChosenFile & {
    /** Ends the wait before a retry early, for example when the browser is online again. */
    readonly wakeSource: WakeSource;
  };

type Dependencies = Pick<AppContext, 'api' | 'session'>;

/** The file was changed, moved or removed while it was being sent. */
export class FileChanged extends Error {}

/** How often an upload that was broken off is continued without being asked. */
const maxContinuations = 3;

/**
 * Sends a file; returns the record of the ended upload. Retries after connection errors, gateway errors (502 to 504), rate limits and conflicts, and
 * continues an upload that was broken off. Throws other ApiErrors, FileChanged, and the signal's AbortError.
 */
export const sendFile = async (dependencies: Dependencies, sending: Sending): Promise<UploadRecord> => {
  let continuations = 0;
  let mayHaveArrived = false;
  for (let attempts = 0; ; attempts += 1) {
    try {
      const before = mayHaveArrived ? await previousAttempt(dependencies, sending) : undefined;
      const ended = before ?? (await attempt(dependencies, sending));
      const isOver = ended.state !== 'interrupted' || continuations >= maxContinuations;
      if (isOver || !(await isReadable(sending.file))) return ended;
      continuations += 1;
      mayHaveArrived = false;
    } catch (error) {
      mayHaveArrived = true;
      const failure = asApiError(error);
      const seconds = retryDelay(failure, attempts);
      if (seconds === undefined) throw failure;
      if (!(await isReadable(sending.file))) throw new FileChanged();
      sending.onStage({
        phase: 'waiting',
        failure: new ApiError(failure.status, failure.detail, { retryAfter: seconds }),
      });
      await wait(seconds, sending.signal, failure.status === 0 ? sending.wakeSource : undefined);
    }
  }
};

/** Seconds before a retry; undefined if a retry cannot succeed. */
const retryDelay = ({ status, retryAfter }: ApiError, attempts: number): number | undefined => {
  if (status === 429) return retryAfter ?? 60;
  // The attempt whose connection broke is still being processed.
  if (status === 409) return 2;
  return status === 0 || (status >= 502 && status <= 504) ? Math.min(2 ** (attempts + 1), 30) : undefined;
};

const pathOf = ({ collectionId, uploadId }: Pick<UploadTarget, 'collectionId' | 'uploadId'>): string =>
  `/api/collections/${collectionId}/uploads/${uploadId}`;

const attempt = async (dependencies: Dependencies, sending: Sending): Promise<UploadRecord> => {
  const { file, columns, previewId, uploadId, signal, onStage, collectionId } = sending;
  const onTransfer = (share: number) =>
    onStage(share < 1 ? { phase: 'transfer', share } : { phase: 'processing', progress: undefined, accepted: false });
  onTransfer(previewId === undefined ? 0 : 1);
  const path = `/api/collections/${collectionId}/tickets/upload`;
  const headers = { 'Upload-Id': uploadId, Prefer: 'respond-async' };
  const post = { path, file, columns, headers, signal, onTransfer, keptAs: previewId };
  const { status } = await postKept(dependencies, post);
  return status === 202 ? followToEnd(dependencies, sending) : recordOf(dependencies, sending);
};

/** Follows an upload that goes on without this window, and stops it if the user wants that; returns its final record. Throws ApiError and the signal's AbortError. */
export const followToEnd = async (dependencies: Dependencies, following: Following): Promise<UploadRecord> => {
  const { onStage, signal, stop, ...upload } = following;
  rememberUpload(upload);
  onStage({ phase: 'processing', progress: undefined, accepted: true });
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const onProgress = (progress: Progress) => {
    if (!until.aborted) onStage({ phase: 'processing', progress, accepted: true });
  };
  const ended = followProgress(dependencies.api.send, { path: pathOf(upload), signal: until, onProgress });
  ended.catch(() => undefined);
  const stopped = new Promise<UploadRecord>((resolve, reject) => {
    const onStop = () => void stopUpload(dependencies, { ...upload, signal: until }).then(resolve, reject);
    stop.addEventListener('abort', onStop, { once: true, signal: until });
    if (stop.aborted) onStop();
  });
  try {
    // When it was stopped, the stream says so before the tickets in work are stored.
    const first = await Promise.race([ended, stopped]);
    const record = first.state === 'stopped' && stop.aborted ? await stopped : first;
    forgetUpload(upload.uploadId);
    return record;
  } finally {
    over.abort();
  }
};

/** Seconds before a stop that did not reach the service is asked for again. */
const stopRetrySeconds = 2;

const stopUpload = async ({ api }: Dependencies, { signal, ...upload }: UploadTarget): Promise<UploadRecord> => {
  for (;;) {
    try {
      return (await (await api.send(`POST ${pathOf(upload)}/stop`, { signal })).json()) as UploadRecord;
    } catch (error) {
      const { status, retryAfter = stopRetrySeconds } = asApiError(error);
      if (status !== 0 && status !== 429 && status < 500) throw error;
      await wait(retryAfter, signal);
    }
  }
};

/** The record of an attempt whose reply was lost; undefined if the file has to be sent again. */
const previousAttempt = async (dependencies: Dependencies, sending: Sending): Promise<UploadRecord | undefined> => {
  const known = await recordOf(dependencies, sending).catch((error: unknown) => {
    if (asApiError(error).detail !== 'Upload not found') throw error;
    return undefined;
  });
  if (known?.state === 'finished') return known;
  return known?.state === 'running' ? followToEnd(dependencies, sending) : undefined;
};

/** The record of an upload in any state. Throws ApiError. */
export const recordOf = async (
  { api }: Pick<Dependencies, 'api'>,
  { signal, ...upload }: UploadTarget,
): Promise<UploadRecord> => (await (await api.send(`GET ${pathOf(upload)}`, { signal })).json()) as UploadRecord;
