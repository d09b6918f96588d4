import { ApiError, asApiError } from '../../../api/api-error.ts';
import { translated } from '../../../messages/language.ts';
import { uploadMessages } from '../../../messages/upload.ts';
import type { Preview, UploadRecord } from '../upload-records.ts';
import type { FlowContext } from './flow-context.ts';
import type { ChosenFile, FlowState, Stage } from './flow-state.ts';
import { forgetUpload } from './remembered-uploads.ts';
import { FileChanged, followToEnd, recordOf, sendFile } from './send-file.ts';
import type { WakeSource } from './wait.ts';

export type SendRequest = ChosenFile & { readonly uploadId: string; readonly preview?: Preview | undefined };

/** What ends a wait early, and what stops the upload. */
export type Controls = { readonly wakeSource: WakeSource; readonly stop: AbortSignal };

/** Sends a file and shows its outcome. */
export const sendStep = async (flow: FlowContext, request: SendRequest, controls: Controls): Promise<void> => {
  const { app, collectionId, setState } = flow;
  const { file, columns, previewId, uploadId, preview } = request;
  const sending = { step: 'sending', file, columns, previewId, uploadId, preview } as const;
  const { stop } = controls;
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

/** Follows an upload that this window has not sent, and shows its outcome. */
export const followStep = async (flow: FlowContext, uploadId: string, stop: AbortSignal): Promise<void> => {
  const { app, collectionId, setState } = flow;
  await flow.runStep(
    async (signal) => {
      const { state, file_name: name, ...record } = await recordOf(app, { collectionId, uploadId, signal });
      const following = { step: 'following', uploadId, name } as const;
      const onStage = (stage: Stage) => signal.aborted || setState({ ...following, stopping: stop.aborted, stage });
      const ended =
        state === 'running'
          ? await followToEnd(app, { collectionId, uploadId, signal, stop, onStage })
          : { ...record, state, file_name: name };
      forgetUpload(uploadId);
      showOutcome(flow, ended, undefined);
    },
    (error) => {
      if (error instanceof ApiError && error.status === 404) forgetUpload(uploadId);
      if (flow.state.get().step === 'following') setState({ step: 'start' });
    },
  );
};

/** Shows the outcome, with a toast if another page is open. */
export const showOutcome = (flow: FlowContext, upload: UploadRecord, sent: ChosenFile | undefined): void => {
  const { app, collectionId } = flow;
  // The service keeps no file that was sent as an upload.
  const unfinished = upload.state === 'finished' || !sent ? undefined : { file: sent.file, columns: sent.columns };
  flow.setState({ step: 'ended', upload, unfinished });
  void app.collections.load();
  if (app.router.location.get().path !== `/collections/${collectionId}/upload`)
    app.announce(translated(uploadMessages).endedAway(upload));
};

/** Shows a failed upload: at `start` if the file was refused, as an outcome if some tickets were stored. */
export const showFailure = async (flow: FlowContext, error: unknown, request: SendRequest): Promise<void> => {
  const { file, columns, uploadId } = request;
  if (error instanceof FileChanged) {
    flow.refuse(file, 'unreadable');
    return;
  }
  const failure = asApiError(error);
  if (failure.status === 400 || failure.status === 413) {
    flow.refuse(file, failure);
    return;
  }
  const failed: FlowState = { step: 'failed', file, columns, uploadId, failure };
  flow.setState(failed);
  // Some tickets may be stored: a store failed, or a quota was reached.
  if (failure.status !== 500 && failure.status !== 403) return;
  const { app, collectionId } = flow;
  const signal = flow.nextSignal();
  // Without its record, the upload stays shown as failed.
  const upload = await recordOf(app, { collectionId, uploadId, signal }).catch(() => undefined);
  if (upload && upload.state !== 'running' && flow.state.get() === failed) showOutcome(flow, upload, request);
};
