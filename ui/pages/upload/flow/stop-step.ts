import { asApiError } from '../../../api/api-error.ts';
import type { AppContext } from '../../../app-context.ts';
import type { UploadRecord } from '../upload-records.ts';
import type { FlowContext } from './flow-context.ts';
import { followProgress } from './follow-progress.ts';
import { recordOf, type UploadTarget } from './send-file.ts';
import { showFailure, showOutcome } from './send-step.ts';

/** The service notices a closed request at the next batch of the upload. */
const stopTimeoutMs = 15_000;

/** Closes the request of an upload. Shows what was stored; if processing had not begun, the file is as before it was sent. */
export const stopStep = async (flow: FlowContext): Promise<void> => {
  const state = flow.state.get();
  if (state.step !== 'sending' || state.stopping) return;
  const { file, columns, uploadId, preview, stage } = state;
  const goBack = () =>
    flow.setState(preview ? { step: 'ready', file, columns, preview, stale: false } : { step: 'start' });
  if (stage.phase === 'transfer') {
    flow.nextSignal();
    goBack();
    return;
  }
  flow.setState({ ...state, stopping: true });
  await flow.runStep(
    async (signal) => {
      const upload = await stoppedUpload(flow.app, { collectionId: flow.collectionId, uploadId, signal });
      if (upload) showOutcome(flow, upload, { file, columns });
      else goBack();
    },
    (error) => void showFailure(flow, error, state),
  );
};

/** The record of a stopped upload; undefined if processing had not begun. Throws ApiError. */
const stoppedUpload = async (
  app: Pick<AppContext, 'api'>,
  { collectionId, uploadId, signal }: UploadTarget,
): Promise<UploadRecord | undefined> => {
  const path = `/api/collections/${collectionId}/uploads/${uploadId}`;
  const stopFollowing = new AbortController();
  const timer = setTimeout(() => stopFollowing.abort(), stopTimeoutMs);
  try {
    return await followProgress(app.api.send, {
      path,
      signal: AbortSignal.any([signal, stopFollowing.signal]),
      onProgress: ({ state }) => {
        if (state === 'waiting') stopFollowing.abort();
      },
    });
  } catch (error) {
    if (!stopFollowing.signal.aborted) throw error;
    signal.throwIfAborted();
    return await recordOf(app, { collectionId, uploadId, signal }).catch((missing: unknown) => {
      if (asApiError(missing).status !== 404) throw missing;
      return undefined;
    });
  } finally {
    clearTimeout(timer);
  }
};
