import type { AppContext } from '../../app-context.ts';
import type { Observable } from '../../state/observable.ts';
import { fileProblem } from './check-file.ts';
import { createFlowContext } from './flow-context.ts';
import type { FlowState } from './flow-state.ts';
import { previewChosen } from './preview-chosen.ts';
import { sendFileStep, type SendRequest } from './send-step.ts';
import { stopSending } from './stop-sending.ts';
import type { AssignedColumns } from './upload-records.ts';
import type { WakeSource } from './wait.ts';

export type UploadFlow = {
  readonly now: Pick<Observable<FlowState>, 'get' | 'subscribe'>;
  /** Checks a file and asks what it would do. */
  readonly take: (file: File) => Promise<void>;
  /** Asks again, with these columns or, after a failure, with the same. */
  readonly preview: (columns?: AssignedColumns) => Promise<void>;
  /** Sends what was previewed, or again what did not finish, with the id that it had. */
  readonly send: () => Promise<void>;
  /** Sends a file with the id of an upload that did not finish. */
  readonly resume: (uploadId: string, file: File) => Promise<void>;
  /** Sends at once instead of waiting for the connection. */
  readonly hurry: () => void;
  readonly stop: () => Promise<void>;
  readonly reset: () => void;
};

const flows = new WeakMap<AppContext['api'], Map<string, UploadFlow>>();

/** The upload into a collection; it goes on while other pages are looked at, until the session or the window ends. */
export const uploadFlowOf = (app: AppContext, collectionId: string): UploadFlow => {
  const known = flows.get(app.api) ?? new Map<string, UploadFlow>();
  flows.set(app.api, known);
  const flow = known.get(collectionId) ?? uploadFlow(app, collectionId);
  known.set(collectionId, flow);
  return flow;
};

const uploadFlow = (app: AppContext, collectionId: string): UploadFlow => {
  const flow = createFlowContext(app, collectionId);
  const hurry = new EventTarget();
  const sooner: WakeSource = (go) => {
    hurry.addEventListener('go', go);
    window.addEventListener('online', go);
    return () => {
      hurry.removeEventListener('go', go);
      window.removeEventListener('online', go);
    };
  };
  const reset = () => {
    flow.begin();
    flow.to({ step: 'start' });
  };
  app.session.token.subscribe(() => {
    if (app.session.token.get() === undefined) reset();
  });
  return {
    now: flow.now,
    take: async (file) => {
      const unfit = await fileProblem(file);
      flow.begin();
      if (unfit) flow.refuse(file, unfit);
      else await previewChosen(flow, { file, columns: {} });
    },
    preview: async (columns) => {
      const state = flow.now.get();
      if (state.step !== 'reading' && state.step !== 'ready') return;
      await previewChosen(flow, { file: state.file, columns: columns ?? state.columns });
    },
    send: async () => {
      const sent = toSend(flow.now.get());
      if (sent) await sendFileStep(flow, sent, sooner);
    },
    resume: (uploadId, file) => sendFileStep(flow, { file, columns: {}, uploadId }, sooner),
    hurry: () => hurry.dispatchEvent(new Event('go')),
    stop: () => stopSending(flow),
    reset,
  };
};

/** What stands to be sent; each file that was previewed is an upload of its own. */
const toSend = (state: FlowState): SendRequest | undefined => {
  if (state.step === 'ready') return { ...state, uploadId: crypto.randomUUID() };
  if (state.step === 'failed') return state;
  return state.step === 'ended' && state.sent ? { ...state.sent, uploadId: state.upload.id } : undefined;
};
