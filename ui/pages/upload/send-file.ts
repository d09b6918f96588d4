import { ApiError, asApiError, isAborted } from '../../api/api-error.ts';
import type { AppContext } from '../../app-context.ts';
import { isReadable } from './check-file.ts';
import { followProgress } from './follow-progress.ts';
import { postFile } from './post-file.ts';
import type { AssignedColumns, Progress, UploadRecord } from './upload-records.ts';
import { wait, type WakeSource } from './wait.ts';

/** How far a file has come: its bytes (`share` from 0 to 1), its tickets, or a wait before it is sent again. */
export type Stage =
  | { readonly at: 'transfer'; readonly share: number }
  | { readonly at: 'work'; readonly progress: Progress | undefined }
  | { readonly at: 'pause'; readonly failure: ApiError };

export type Sending = {
  readonly collectionId: string;
  readonly file: File;
  readonly columns: AssignedColumns;
  /** Of all attempts, so that nothing is stored twice. */
  readonly uploadId: string;
  readonly signal: AbortSignal;
  readonly tell: (stage: Stage) => void;
  /** Ends a wait before its time. */
  readonly sooner: WakeSource;
};

type Needs = Pick<AppContext, 'api' | 'session'>;

/** The file was changed, moved or removed while it was being sent. */
export class FileChanged extends Error {}

/**
 * Sends a file and returns the record of its upload when that has ended. A broken line, a proxy that stands alone and too many requests are waited for,
 * and the same is sent again. Throws ApiError where sending again would not help, FileChanged, and the signal's AbortError.
 */
export const sendFile = async (needs: Needs, sending: Sending): Promise<UploadRecord> => {
  for (let turn = 0; ; turn += 1) {
    try {
      const ended = turn === 0 ? undefined : await outcomeSoFar(needs, sending);
      return ended ?? (await attempt(needs, sending));
    } catch (error) {
      const failure = asApiError(error);
      const seconds = pauseAfter(failure, turn);
      if (seconds === undefined) throw failure;
      if (!(await isReadable(sending.file))) throw new FileChanged();
      sending.tell({ at: 'pause', failure: new ApiError(failure.status, failure.detail, seconds) });
      await wait(seconds, sending.signal, failure.status === 0 ? sending.sooner : undefined);
    }
  }
};

/** Seconds until the same request has a chance; undefined where it has none. */
const pauseAfter = ({ status, retryAfter }: ApiError, turn: number): number | undefined => {
  if (status === 429) return retryAfter ?? 60;
  // The attempt whose line broke is still running there.
  if (status === 409) return 2;
  return status === 0 || (status >= 502 && status <= 504) ? Math.min(2 ** (turn + 1), 30) : undefined;
};

const pathOf = ({ collectionId, uploadId }: Pick<Sending, 'collectionId' | 'uploadId'>): string =>
  `/api/collections/${collectionId}/uploads/${uploadId}`;

const attempt = async (needs: Needs, sending: Sending): Promise<UploadRecord> => {
  const { file, columns, uploadId, signal, tell, collectionId } = sending;
  const answered = new AbortController();
  let isSent = false;
  const sent = (share: number) => {
    if (share < 1) tell({ at: 'transfer', share });
    else if (!isSent) {
      isSent = true;
      tell({ at: 'work', progress: undefined });
      const watched = AbortSignal.any([signal, answered.signal]);
      void watchAttempt(needs, { ...sending, signal: watched }).catch((error: unknown) => {
        // The answer tells how it ends: where the service does not tell of progress, only that is missing.
        if (!isAborted(error)) asApiError(error);
      });
    }
  };
  tell({ at: 'transfer', share: 0 });
  try {
    await postFile(needs, {
      ...{ path: `/api/collections/${collectionId}/tickets/upload`, file, columns, uploadId, signal, sent },
    });
  } finally {
    answered.abort();
  }
  return recordOf(needs, sending);
};

const watch = ({ api }: Needs, { signal, tell, ...sending }: Sending): Promise<UploadRecord> => {
  const told = (progress: Progress) => {
    if (!signal.aborted) tell({ at: 'work', progress });
  };
  return followProgress(api.send, { path: pathOf(sending), signal, tell: told });
};

/** An upload that goes on may be found as the attempt before has left it: it is looked at again until this one is answered. */
const watchAttempt = async (needs: Needs, sending: Sending): Promise<never> => {
  for (;;) {
    await watch(needs, sending);
    await wait(2, sending.signal);
  }
};

/** What became of an attempt whose answer was lost; undefined where the same has to be sent again. */
const outcomeSoFar = async (needs: Needs, sending: Sending): Promise<UploadRecord | undefined> => {
  const known = await recordOf(needs, sending).catch((error: unknown) => {
    if (asApiError(error).detail !== 'Upload not found') throw error;
    return undefined;
  });
  if (known?.state === 'finished') return known;
  if (known?.state !== 'running') return undefined;
  const ended = await watch(needs, sending);
  return ended.state === 'interrupted' ? undefined : ended;
};

/** The record of an upload, however it stands. Throws ApiError. */
export const recordOf = async (
  { api }: Pick<Needs, 'api'>,
  { signal, ...upload }: Pick<Sending, 'collectionId' | 'uploadId' | 'signal'>,
): Promise<UploadRecord> => (await (await api.send(`GET ${pathOf(upload)}`, { signal })).json()) as UploadRecord;
