import { ApiError, asApiError, isAborted } from '../../../api/api-error.ts';
import type { AppContext } from '../../../app-context.ts';
import type { AssignedColumns, Progress, UploadRecord } from '../upload-records.ts';
import { isReadable } from './check-file.ts';
import type { Stage } from './flow-state.ts';
import { followProgress } from './follow-progress.ts';
import { postFile } from './post-file.ts';
import { wait, type WakeSource } from './wait.ts';

export type UploadTarget = {
  readonly collectionId: string;
  /** The same for all attempts, so that no ticket is stored twice. */
  readonly uploadId: string;
  readonly signal: AbortSignal;
};

type Sending = UploadTarget & {
  readonly file: File;
  readonly columns: AssignedColumns;
  readonly onStage: (stage: Stage) => void;
  /** Ends the wait before a retry early, for example when the browser is online again. */
  readonly wakeSource: WakeSource;
};

type Dependencies = Pick<AppContext, 'api' | 'session'>;

/** The file was changed, moved or removed while it was being sent. */
export class FileChanged extends Error {}

/**
 * Sends a file; returns the record of the ended upload. Retries after connection errors, gateway errors (502 to 504), rate limits and conflicts. Throws
 * other ApiErrors, FileChanged, and the signal's AbortError.
 */
export const sendFile = async (dependencies: Dependencies, sending: Sending): Promise<UploadRecord> => {
  for (let attempts = 0; ; attempts += 1) {
    try {
      const ended = attempts === 0 ? undefined : await previousAttempt(dependencies, sending);
      return ended ?? (await attempt(dependencies, sending));
    } catch (error) {
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
  const { file, columns, uploadId, signal, onStage, collectionId } = sending;
  const replied = new AbortController();
  let isSent = false;
  const onTransfer = (share: number) => {
    if (share < 1) onStage({ phase: 'transfer', share });
    else if (!isSent) {
      isSent = true;
      onStage({ phase: 'processing', progress: undefined });
      const following = followRepeatedly(dependencies, {
        ...sending,
        signal: AbortSignal.any([signal, replied.signal]),
      });
      following.catch((error: unknown) => {
        // The reply reports the outcome: without the progress stream only the progress is missing.
        if (!isAborted(error)) asApiError(error);
      });
    }
  };
  onStage({ phase: 'transfer', share: 0 });
  const path = `/api/collections/${collectionId}/tickets/upload`;
  try {
    await postFile(dependencies, { path, file, columns, uploadId, signal, onTransfer });
  } finally {
    replied.abort();
  }
  return recordOf(dependencies, sending);
};

const follow = ({ api }: Dependencies, { signal, onStage, ...sending }: Sending): Promise<UploadRecord> => {
  const onProgress = (progress: Progress) => {
    if (!signal.aborted) onStage({ phase: 'processing', progress });
  };
  return followProgress(api.send, { path: pathOf(sending), signal, onProgress });
};

/** Follows the upload until the signal: the stream may first report the end of the previous attempt. */
const followRepeatedly = async (dependencies: Dependencies, sending: Sending): Promise<never> => {
  for (;;) {
    await follow(dependencies, sending);
    await wait(2, sending.signal);
  }
};

/** The record of an attempt whose reply was lost; undefined if the file has to be sent again. */
const previousAttempt = async (dependencies: Dependencies, sending: Sending): Promise<UploadRecord | undefined> => {
  const known = await recordOf(dependencies, sending).catch((error: unknown) => {
    if (asApiError(error).detail !== 'Upload not found') throw error;
    return undefined;
  });
  if (known?.state === 'finished') return known;
  if (known?.state !== 'running') return undefined;
  const ended = await follow(dependencies, sending);
  return ended.state === 'interrupted' ? undefined : ended;
};

/** The record of an upload in any state. Throws ApiError. */
export const recordOf = async (
  { api }: Pick<Dependencies, 'api'>,
  { signal, ...upload }: UploadTarget,
): Promise<UploadRecord> => (await (await api.send(`GET ${pathOf(upload)}`, { signal })).json()) as UploadRecord;
