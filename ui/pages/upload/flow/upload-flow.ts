import type { AppContext } from '../../../app-context.ts';
import { randomUuid } from '../../../browser/random-uuid.ts';
import type { Observable } from '../../../state/observable.ts';
import type { TablePlace, UploadRecord } from '../upload-records.ts';
import { createFlowContext, type FlowContext } from './flow-context.ts';
import { type Again, type ChosenFile, chosenIn, type FlowState } from './flow-state.ts';
import { fileProblem } from './file-transfer.ts';
import { followStep, rememberedUploads } from './following.ts';
import { downloadRemarks, firstPreview, forgetFile, holdReading, previewStep } from './previewing.ts';
import { type SendRequest, sendStep } from './sending.ts';
import { createWakeSource } from './wait.ts';

export type UploadFlow = {
  readonly state: Pick<Observable<FlowState>, 'get' | 'subscribe'>;
  /** Checks a file and requests its preview, if a place is given with that. */
  readonly take: (file: File, place?: TablePlace) => Promise<void>;
  /** Requests the preview of another place of the table, as one there was read last. */
  readonly look: (place: TablePlace) => Promise<void>;
  /** Requests the preview again, with other columns, another place of the table or another treatment of stored tickets, or as it was; also of a file that was refused, if another reading may fit. */
  readonly preview: (change?: Partial<Pick<ChosenFile, 'columns' | 'place' | 'updates'>>) => Promise<void>;
  /** Sends the previewed file, or an unfinished upload again with the same id. */
  readonly send: () => Promise<void>;
  /** Sends a file with the id of an unfinished upload. */
  readonly resume: (upload: Pick<UploadRecord, 'id' | 'on_duplicate'>, file: File) => Promise<void>;
  /** Asks for the file of an earlier upload, which is then read as that one was; false while another is sent. */
  readonly again: (upload: Again) => boolean;
  /** Downloads all remarks of the previewed file as CSV. */
  readonly downloadRemarks: () => Promise<void>;
  /** Retries now instead of waiting for the connection. */
  readonly retryNow: () => void;
  /** Ends the upload; what was stored stays. */
  readonly stop: () => void;
  /** Back to the start; a file that was previewed is deleted. */
  readonly reset: () => void;
};

const flows = new WeakMap<AppContext['api'], Map<string, UploadFlow>>();

/** The upload into a collection; it continues while other pages are shown, until the session or the window ends. */
export const uploadFlowOf = (app: AppContext, collectionId: string): UploadFlow => {
  const known = flows.get(app.api) ?? new Map<string, UploadFlow>();
  flows.set(app.api, known);
  const flow = known.get(collectionId) ?? createUploadFlow(app, collectionId);
  known.set(collectionId, flow);
  return flow;
};

const createUploadFlow = (app: AppContext, collectionId: string): UploadFlow => {
  const flow = createFlowContext(app, collectionId);
  const { wakeSource, wake } = createWakeSource();
  let stop = new AbortController();
  const controls = () => ({ wakeSource, stop: (stop = new AbortController()).signal });
  const followRemembered = () => {
    const remembered = rememberedUploads().findLast((each) => each.collectionId === collectionId);
    if (remembered && flow.state.get().step === 'start') void followStep(flow, remembered.uploadId, controls().stop);
  };
  app.session.token.subscribe(() => {
    if (app.session.token.get() === undefined) reset(flow);
    else followRemembered();
  });
  followRemembered();
  return {
    state: flow.state,
    take: (file, place) => take(flow, file, place),
    look: (place) => look(flow, place),
    preview: async (change) => {
      const chosen = previewedIn(flow.state.get());
      if (chosen) await previewStep(flow, { ...chosen, ...change });
    },
    send: async () => {
      const request = sendRequest(flow.state.get());
      if (request) await sendStep(flow, request, controls());
    },
    resume: ({ id: uploadId, on_duplicate: onDuplicate }, file) =>
      sendStep(flow, { file, columns: {}, updates: onDuplicate === 'update', uploadId }, controls()),
    again: (upload) => askForFile(flow, upload),
    downloadRemarks: () => downloadRemarks(flow),
    retryNow: wake,
    stop: () => stopSending(flow, stop),
    reset: () => {
      holdReading(flow);
      forgetFile(flow);
      reset(flow);
    },
  };
};

const reset = (flow: FlowContext): void => {
  flow.nextSignal();
  flow.setState({ step: 'start' });
};

const askForFile = (flow: FlowContext, again: Again): boolean => {
  const { step } = flow.state.get();
  if (step === 'sending' || step === 'following') return false;
  holdReading(flow);
  forgetFile(flow);
  flow.nextSignal();
  flow.setState({ step: 'start', again });
  return true;
};

/** Follows the uploads that go on from earlier windows, so that every page shows them. */
export const followRememberedUploads = (app: AppContext): void => {
  for (const { collectionId } of rememberedUploads()) uploadFlowOf(app, collectionId);
};

/** Stops an upload; a file whose bytes are still on their way is as before it was sent. */
const stopSending = (flow: FlowContext, stop: AbortController): void => {
  const state = flow.state.get();
  if (state.step !== 'sending' && state.step !== 'following') return;
  if (state.step === 'sending' && state.stage.phase !== 'processing') {
    const { preview } = state;
    flow.nextSignal();
    flow.setState(preview ? { ...chosenIn(state), step: 'ready', preview, stale: false } : { step: 'start' });
    return;
  }
  flow.setState({ ...state, stopping: true });
  stop.abort();
};

/** The file whose preview can be requested again. */
const previewedIn = (state: FlowState): ChosenFile | undefined => {
  if (state.step === 'start') return state.refusal?.chosen;
  return state.step === 'reading' || state.step === 'ready' ? chosenIn(state) : undefined;
};

const take = async (flow: FlowContext, file: File, place: TablePlace | undefined): Promise<void> => {
  const before = flow.state.get();
  const again = before.step === 'start' ? before.again : undefined;
  holdReading(flow);
  const problem = await fileProblem(file);
  flow.nextSignal();
  if (problem) {
    forgetFile(flow);
    flow.refuse(file, problem);
  } else await firstPreview(flow, { file, columns: {}, place, updates: again?.on_duplicate === 'update' });
};

const look = async (flow: FlowContext, place: TablePlace): Promise<void> => {
  const chosen = previewedIn(flow.state.get());
  if (chosen) await firstPreview(flow, { ...chosen, columns: {}, place });
};

/** The request that a state allows to send; each previewed file is a new upload. */
const sendRequest = (state: FlowState): SendRequest | undefined => {
  if (state.step === 'ready') return { ...state, uploadId: randomUuid() };
  if (state.step === 'failed') return state;
  return state.step === 'ended' && state.unfinished ? { ...state.unfinished, uploadId: state.upload.id } : undefined;
};
