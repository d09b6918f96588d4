import { asApiError } from '../../api/api-error.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { FlowContext } from './flow-context.ts';
import type { Chosen, FlowState } from './flow-state.ts';
import { FileChanged, recordOf, sendFile, type Stage } from './send-file.ts';
import type { Preview, UploadRecord } from './upload-records.ts';
import type { WakeSource } from './wait.ts';

export type SendRequest = Chosen & { readonly uploadId: string; readonly preview?: Preview | undefined };

/** Sends a file and shows what comes of it. */
export const sendFileStep = async (flow: FlowContext, sent: SendRequest, sooner: WakeSource): Promise<void> => {
  const { app, collectionId, to } = flow;
  const { file, columns, uploadId, preview } = sent;
  const sending = { step: 'sending', file, columns, uploadId, preview, stopping: false } as const;
  to({ ...sending, stage: { at: 'transfer', share: 0 } });
  await flow.run(
    async (signal) => {
      const tell = (stage: Stage) => signal.aborted || to({ ...sending, stage });
      showEnd(flow, await sendFile(app, { collectionId, file, columns, uploadId, signal, tell, sooner }), sent);
    },
    (error) => void showFailure(flow, error, sent),
  );
};

/** Shows the outcome; where another page is looked at, says it there. */
export const showEnd = ({ app, collectionId, to }: FlowContext, upload: UploadRecord, sent: Chosen): void => {
  to({ step: 'ended', upload, sent: upload.state === 'finished' ? undefined : sent });
  void app.collections.load();
  if (app.router.location.get().path !== `/collections/${collectionId}/upload`)
    app.announce(translated(uploadMessages).endedAway(upload));
};

/** Shows why an upload failed: a refused file at the start, what was stored before a failure as an outcome. */
export const showFailure = async (flow: FlowContext, error: unknown, sent: SendRequest): Promise<void> => {
  const { file, columns, uploadId } = sent;
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
  flow.to(failed);
  if (failure.status !== 500) return;
  const { app, collectionId, begin } = flow;
  const signal = begin();
  // It is shown as a failure already: its record only tells more.
  const upload = await recordOf(app, { collectionId, uploadId, signal }).catch(() => undefined);
  if (upload && upload.state !== 'running' && flow.now.get() === failed) showEnd(flow, upload, sent);
};
