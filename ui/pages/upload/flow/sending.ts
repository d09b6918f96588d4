import { ApiError, asApiError } from '../../../api/api-error.ts';
import { keepChoice } from '../last-choice.ts';
import type { Preview, UploadRecord } from '../upload-records.ts';
import { isReadable, postKept, updateQuery } from './file-transfer.ts';
import type { FlowContext } from './flow-context.ts';
import { type ChosenFile, chosenIn, type FlowState, type Stage } from './flow-state.ts';
import { type Dependencies, type Following, followToEnd, recordOf, showOutcome } from './following.ts';
import { wait, type WakeSource } from './wait.ts';

export type SendRequest = ChosenFile & { readonly uploadId: string; readonly preview?: Preview | undefined };

/** What ends a wait early, and what stops the upload. */
type Controls = { readonly wakeSource: WakeSource; readonly stop: AbortSignal };

/** Sends a file and shows its outcome. */
export const sendStep = async (flow: FlowContext, wanted: SendRequest, controls: Controls): Promise<void> => {
  const { app, collectionId, setState } = flow;
  const request = withSheet(wanted);
  const { file, uploadId, preview } = request;
  const sending = { ...chosenIn(request), step: 'sending', uploadId, preview } as const;
  const { stop } = controls;
  keepChoice(collectionId, wanted);
  setState({ ...sending, stopping: false, stage: { phase: 'transfer', share: 0 } });
  await flow.runStep(
    async (signal) => {
      const onStage = (stage: Stage) => signal.aborted || setState({ ...sending, stopping: stop.aborted, stage });
      const upload = await sendFile(app, { ...sending, ...controls, collectionId, signal, onStage });
      // Nothing of it was stored, and the reason is in the file.
      if (upload.state === 'failed' && upload.total === null) flow.refuse(file, { detail: upload.detail ?? '' });
      else showOutcome(flow, upload, request);
    },
    (error) => void showFailure(flow, error, request),
  );
};

/** Names the sheet that was previewed of a workbook that has several, also if nobody chose it: no other one is sent. */
const withSheet = (request: SendRequest): SendRequest => {
  const { preview, place } = request;
  if (!preview || preview.sheet === null || preview.sheets.length < 2) return request;
  return { ...request, place: { ...place, sheet: preview.sheet } };
};

/** Shows a failed upload: at `start` if the file was refused, as an outcome if some tickets were stored. */
const showFailure = async (flow: FlowContext, error: unknown, request: SendRequest): Promise<void> => {
  const { file, columns, place, updates, uploadId } = request;
  if (error instanceof FileChanged) {
    flow.refuse(file, 'unreadable');
    return;
  }
  const failure = asApiError(error);
  if (failure.status === 400 || failure.status === 413) {
    flow.refuse(file, failure);
    return;
  }
  const failed: FlowState = { step: 'failed', file, columns, place, updates, uploadId, failure };
  flow.setState(failed);
  // Some tickets may be stored: a store failed, or a quota was reached.
  if (failure.status !== 500 && failure.status !== 403) return;
  const { app, collectionId } = flow;
  const signal = flow.nextSignal();
  // Without its record, the upload stays shown as failed.
  const upload = await recordOf(app, { collectionId, uploadId, signal }).catch(() => undefined);
  if (upload && upload.state !== 'running' && flow.state.get() === failed) showOutcome(flow, upload, request);
};

type Sending = Following &
  ChosenFile & {
    /** Ends the wait before a retry early, for example when the browser is online again. */
    readonly wakeSource: WakeSource;
  };

/** The file was changed, moved or removed while it was being sent. */
class FileChanged extends Error {}

/** How often an upload that was broken off is continued without being asked. */
const maxContinuations = 3;

/**
 * Sends a file; returns the record of the ended upload. Retries after connection errors, gateway errors (502 to 504), rate limits and conflicts, and
 * continues an upload that was broken off. Throws other ApiErrors, FileChanged, and the signal's AbortError.
 */
const sendFile = async (dependencies: Dependencies, sending: Sending): Promise<UploadRecord> => {
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

const attempt = async (dependencies: Dependencies, sending: Sending): Promise<UploadRecord> => {
  const { file, columns, place, updates, previewId, uploadId, signal, onStage, collectionId } = sending;
  const onTransfer = (share: number) =>
    onStage(share < 1 ? { phase: 'transfer', share } : { phase: 'processing', progress: undefined, accepted: false });
  onTransfer(previewId === undefined ? 0 : 1);
  const path = `/api/collections/${collectionId}/tickets/upload${updateQuery(updates)}`;
  const headers = { 'Upload-Id': uploadId, Prefer: 'respond-async' };
  const post = { path, file, columns, place, headers, signal, onTransfer, keptAs: previewId };
  const { status } = await postKept(dependencies, post);
  return status === 202 ? followToEnd(dependencies, sending) : recordOf(dependencies, sending);
};

/** The record of an attempt whose reply was lost; undefined if the file has to be sent again. */
const previousAttempt = async (dependencies: Dependencies, sending: Sending): Promise<UploadRecord | undefined> => {
  const known = await recordOf(dependencies, sending).catch((error: unknown) => {
    if (asApiError(error).code !== 'upload-not-found') throw error;
    return undefined;
  });
  if (known?.state === 'finished') return known;
  return known?.state === 'running' ? followToEnd(dependencies, sending) : undefined;
};
