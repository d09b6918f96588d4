import { asApiError } from '../../api/api-error.ts';
import type { AppContext } from '../../app-context.ts';
import { followProgress } from './follow-progress.ts';
import { recordOf, type Sending } from './send-file.ts';
import type { UploadRecord } from './upload-records.ts';

/** Milliseconds in which the service notices that the request was closed: an upload ends at its next batch. */
const patience = 15_000;

/** What an upload that was stopped has done; undefined where it had not begun. Throws ApiError. */
export const outcomeOfStopped = async (
  app: Pick<AppContext, 'api'>,
  { collectionId, uploadId, signal }: Pick<Sending, 'collectionId' | 'uploadId' | 'signal'>,
): Promise<UploadRecord | undefined> => {
  const path = `/api/collections/${collectionId}/uploads/${uploadId}`;
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), patience);
  try {
    return await followProgress(app.api.send, {
      path,
      signal: AbortSignal.any([signal, enough.signal]),
      tell: ({ state }) => {
        if (state === 'waiting') enough.abort();
      },
    });
  } catch (error) {
    if (!enough.signal.aborted) throw error;
    signal.throwIfAborted();
    return await recordOf(app, { collectionId, uploadId, signal }).catch((missing: unknown) => {
      if (asApiError(missing).status !== 404) throw missing;
      return undefined;
    });
  } finally {
    clearTimeout(timer);
  }
};
