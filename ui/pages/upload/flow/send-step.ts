import { asApiError } from '../../../api/api-error.ts';
import { translated } from '../../../messages/language.ts';
import { uploadMessages } from '../../../messages/upload.ts';
import type { Preview, UploadRecord } from '../upload-records.ts';
import type { FlowContext } from './flow-context.ts';
import type { ChosenFile, FlowState, Stage } from './flow-state.ts';
import { FileChanged, recordOf, sendFile } from './send-file.ts';
import type { WakeSource } from './wait.ts';

export type SendRequest = ChosenFile & { readonly uploadId: string; readonly preview?: Preview | undefined };

/** Sends a file and shows its outcome. */
export const sendStep = async (flow: FlowContext, request: SendRequest, wakeSource: WakeSource): Promise<void> => {
  const { app, collectionId, setState } = flow;
  const { file, columns, uploadId, preview } = request;
  const sending = { step: 'sending', file, columns, uploadId, preview, stopping: false } as const;
  setState({ ...sending, stage: { phase: 'transfer', share: 0 } });
  await flow.runStep(
    async (signal) => {
      const onStage = (stage: Stage) => signal.aborted || setState({ ...sending, stage });
      const upload = await sendFile(app, { collectionId, file, columns, uploadId, signal, onStage, wakeSource });
      showOutcome(flow, upload, request);
    },
    (error) => void showFailure(flow, error, request),
  );
};

/** Shows the outcome, with a toast if another page is open. */
export const showOutcome = (flow: FlowContext, upload: UploadRecord, sent: ChosenFile): void => {
  const { app, collectionId } = flow;
  flow.setState({ step: 'ended', upload, unfinished: upload.state === 'finished' ? undefined : sent });
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
