import { ApiError, asApiError, isAborted } from '../../../api/api-error.ts';
import { serverSentEvents } from '../../../api/event-stream.ts';
import type { Send } from '../../../api/request.ts';
import type { AppContext } from '../../../app-context.ts';
import { readBrowserList, saveBrowserList } from '../../../browser/storage.ts';
import { translated } from '../../../messages/language.ts';
import { uploadMessages } from '../../../messages/upload.ts';
import { noteSentSheet, sheetsLeft } from '../other-sheets.ts';
import type { Preview, Progress, UploadRecord, UploadUndo } from '../upload-records.ts';
import type { FlowContext } from './flow-context.ts';
import type { ChosenFile, Stage } from './flow-state.ts';
import { wait } from './wait.ts';

/** An upload that goes on without this window. */
type RememberedUpload = { readonly collectionId: string; readonly uploadId: string };

const isRemembered = (value: unknown): value is RememberedUpload =>
  typeof value === 'object' && value !== null && 'collectionId' in value && 'uploadId' in value;

/** The uploads that were accepted and whose end this browser has not seen, the latest last. Only ids are kept: the service tells the rest to their user. */
export const rememberedUploads = (): readonly RememberedUpload[] => readBrowserList('uploads').filter(isRemembered);

/** More are not followed: a user has five progress streams. */
const maxRemembered = 3;

const rememberUpload = ({ collectionId, uploadId }: RememberedUpload): void => {
  const others = rememberedUploads().filter((each) => each.uploadId !== uploadId);
  saveBrowserList('uploads', [...others, { collectionId, uploadId }].slice(-maxRemembered));
};

const forgetUpload = (uploadId: string): void => {
  const others = rememberedUploads().filter((each) => each.uploadId !== uploadId);
  saveBrowserList('uploads', others);
};

type UploadTarget = {
  readonly collectionId: string;
  /** The same for all attempts, so that no ticket is stored twice. */
  readonly uploadId: string;
  readonly signal: AbortSignal;
};

export type Following = UploadTarget & {
  readonly onStage: (stage: Stage) => void;
  /** Aborted when the user stops the upload. */
  readonly stop: AbortSignal;
};

export type Dependencies = Pick<AppContext, 'api' | 'session'>;

const pathOf = ({ collectionId, uploadId }: Pick<UploadTarget, 'collectionId' | 'uploadId'>): string =>
  `/api/collections/${collectionId}/uploads/${uploadId}`;

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

const withoutPreview = ({ file, columns, place, updates }: ChosenFile): ChosenFile => ({
  file,
  columns,
  place,
  updates,
});

type Sent = ChosenFile & { readonly preview?: Preview | undefined };

/** What else the workbook has that was sent. */
const restOf = (collectionId: string, { file, preview }: Sent) => {
  if (!preview) return undefined;
  noteSentSheet({ collectionId, file }, preview);
  return { file, sheets: sheetsLeft({ collectionId, file }, preview) };
};

/** Shows the outcome, with a toast if another page is open. */
export const showOutcome = (flow: FlowContext, upload: UploadRecord, sent: Sent | undefined): void => {
  const { app, collectionId } = flow;
  // The service keeps no file that was sent as an upload.
  const unfinished = upload.state === 'finished' ? undefined : sent && withoutPreview(sent);
  const rest = upload.state === 'finished' && sent ? restOf(collectionId, sent) : undefined;
  flow.setState({ step: 'ended', upload, unfinished, rest });
  void app.collections.load();
  if (app.router.location.get().path !== `/collections/${collectionId}/upload`)
    app.announce(translated(uploadMessages).endedAway(upload));
};

/** Follows an upload that goes on without this window, and stops it if the user wants that; returns its final record. Throws ApiError and the signal's AbortError. */
export const followToEnd = async (dependencies: Dependencies, following: Following): Promise<UploadRecord> => {
  const { onStage, signal, stop, ...upload } = following;
  rememberUpload(upload);
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  let progress: Progress | undefined;
  const show = (unreachable: boolean) => {
    if (!until.aborted) onStage({ phase: 'processing', progress, accepted: true, unreachable });
  };
  show(false);
  const onProgress = (next: Progress) => {
    progress = next;
    show(false);
  };
  const ended = followProgress(dependencies.api.send, {
    path: pathOf(upload),
    signal: until,
    onProgress,
    onConnection: (works) => show(!works),
  });
  ended.catch(() => undefined);
  const stopped = new Promise<UploadRecord>((resolve, reject) => {
    const onStop = () => void stopUpload(dependencies, { ...upload, signal: until }).then(resolve, reject);
    stop.addEventListener('abort', onStop, { once: true, signal: until });
    if (stop.aborted) onStop();
  });
  try {
    // When it was stopped, the stream says so before the tickets in work are stored.
    const first = await Promise.race([ended, stopped]);
    const record = first.state === 'stopped' && stop.aborted ? await stopped : first;
    forgetUpload(upload.uploadId);
    return record;
  } finally {
    over.abort();
  }
};

/** Seconds before a stop that did not reach the service is asked for again. */
const stopRetrySeconds = 2;

const stopUpload = async ({ api }: Dependencies, { signal, ...upload }: UploadTarget): Promise<UploadRecord> => {
  for (;;) {
    try {
      return (await (await api.send(`POST ${pathOf(upload)}/stop`, { signal })).json()) as UploadRecord;
    } catch (error) {
      const { status, retryAfter = stopRetrySeconds } = asApiError(error);
      if (status !== 0 && status !== 429 && status < 500) throw error;
      await wait(retryAfter, signal);
    }
  }
};

/** The record of an upload in any state. Throws ApiError. */
export const recordOf = async (
  { api }: Pick<Dependencies, 'api'>,
  { signal, ...upload }: UploadTarget,
): Promise<UploadRecord> => (await (await api.send(`GET ${pathOf(upload)}`, { signal })).json()) as UploadRecord;

type Follow = {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Receives whether the service could be reached, whenever the stream is opened. */
  readonly onConnection?: (works: boolean) => void;
  /** Receives the progress of its undo, if that runs. */
  readonly onUndo?: (undo: UploadUndo) => void;
};

/** Before a broken stream is opened again. */
const reconnectSeconds = 2;

/** Follows an upload, or its undo, to the end, reconnecting when the stream breaks; returns its final record. Throws ApiError if the service refuses, and the signal's AbortError. */
export const followProgress = async (
  send: Send,
  { path, signal, onProgress, onConnection, onUndo }: Follow,
): Promise<UploadRecord> => {
  let lastEventId = '';
  for (;;) {
    try {
      const headers = lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId };
      const { body } = await send(`GET ${path}/progress`, { headers, signal });
      onConnection?.(true);
      for await (const { name, id, data } of body ? serverSentEvents(body) : []) {
        if (id !== '') lastEventId = id;
        if (name === 'outcome') return JSON.parse(data) as UploadRecord;
        if (name === 'progress') onProgress?.(JSON.parse(data) as Progress);
        if (name === 'undo') onUndo?.(JSON.parse(data) as UploadUndo);
        signal.throwIfAborted();
      }
    } catch (error) {
      if (!isTemporary(error) || signal.aborted) throw error;
      if (error instanceof ApiError && error.status !== 429) onConnection?.(false);
      if (error instanceof ApiError && error.retryAfter !== undefined) await wait(error.retryAfter, signal);
    }
    await wait(reconnectSeconds, signal);
  }
};

/** A lost connection (TypeError while the body is read), a rate limit or a gateway error. */
const isTemporary = (error: unknown): boolean => {
  if (isAborted(error)) return false;
  if (!(error instanceof ApiError)) return error instanceof TypeError;
  return error.status === 0 || error.status === 429 || error.status >= 502;
};
