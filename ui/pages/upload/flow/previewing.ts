import { withoutFormula } from '../../../../src/platform/csv-line.ts';
import { type ApiError, asApiError } from '../../../api/api-error.ts';
import { serverSentEvents } from '../../../api/event-stream.ts';
import { randomUuid } from '../../../browser/random-uuid.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { errorDetailText } from '../../../messages/error-details.ts';
import { translated } from '../../../messages/language.ts';
import { requestErrorText } from '../../../messages/request-errors.ts';
import { uploadMessages } from '../../../messages/upload.ts';
import type { Preview, PreviewProgress, SkippedTicket, Unreadable } from '../upload-records.ts';
import { headedCsv, localCsvLine } from '../headed-csv.ts';
import { holdChoice, isAsLast, recall, recalledThere } from '../last-choice.ts';
import { repairOf } from '../repair-of.ts';
import { postKept, updateQuery } from './file-transfer.ts';
import type { FlowContext } from './flow-context.ts';
import { type ChosenFile, chosenIn, type FlowState, type Refusal } from './flow-state.ts';
import { wait } from './wait.ts';

/** A preview that ends within this time after the last byte needs no progress, nor the request for it. */
const progressAfterSeconds = 0.25;

/**
 * Requests the preview of a file; the bytes are sent only if the service does not keep them yet. The current preview stays while columns are reassigned,
 * until the first tickets are read with them; a refused file leads back to the start.
 */
export const previewStep = async (flow: FlowContext, chosen: ChosenFile): Promise<void> => {
  const { app, collectionId, setState } = flow;
  const { file, previewId = randomUuid() } = chosen;
  const before = flow.state.get();
  const shown = before.step === 'ready' && before.file === file ? before.preview : undefined;
  const kept = { ...chosenIn(chosen), previewId };
  let known: ChosenFile = chosen;
  const show = (share: number, failure?: ApiError) => {
    const reason = failure ? { failure } : {};
    if (shown) setState({ ...known, step: 'ready', preview: shown, stale: failure === undefined, ...reason });
    else setState({ ...known, step: 'reading', share, ...reason });
  };
  show(0);
  await flow.runStep(
    async (signal) => {
      const following = previewFollower(flow, kept, signal);
      if (chosen.previewId !== undefined) following.start();
      const onTransfer = (share: number) => {
        if (signal.aborted) return;
        if (share === 1) {
          known = kept;
          following.start();
        }
        show(share);
      };
      const post = { ...previewPost(collectionId, kept), signal, onTransfer, keptAs: chosen.previewId };
      const { text } = await postKept(app, post).finally(following.end);
      const preview = JSON.parse(text) as Preview;
      signal.throwIfAborted();
      const reason = refusalOf(preview);
      if (reason) flow.refuse(file, reason, preview.format === 'json' && !preview.broken_off ? kept : undefined);
      else setState({ ...kept, step: 'ready', preview, stale: false });
    },
    (error) => {
      const failure = asApiError(error);
      if (!shown && (failure.status === 400 || failure.status === 413)) flow.refuse(file, failure);
      else show(0, failure);
    },
  );
};

/**
 * Requests the preview of a file, or of another place in it, without a choice of columns, and if a table with its titles was read in another way last, one with that; if
 * it can not be read so any more, or turns out to be another table, the first one stays.
 */
export const firstPreview = async (flow: FlowContext, chosen: ChosenFile): Promise<void> => {
  const { file, place, recalled: before } = chosen;
  const readyWith = (): Extract<FlowState, { readonly step: 'ready' }> | undefined => {
    const state = flow.state.get();
    return state.step === 'ready' && state.file === file ? state : undefined;
  };
  await previewStep(flow, chosen);
  const found = readyWith();
  // What is shown after a failure is from before.
  if (!found || found.stale || found.failure) return;
  const recalled = recall(flow.collectionId, found.preview, { place, before });
  const first = { ...found, recalled };
  flow.setState(first);
  const choice = recalled.held ?? recalled.choice;
  if (!choice || isAsLast(choice, found.preview)) return;
  await previewStep(flow, { ...chosenIn(first), columns: choice.columns, place: choice.place });
  const tried = readyWith();
  const isOther = recalled.isGuess === true && tried !== undefined && !isAsLast(choice, tried.preview);
  if (isOther) flow.setState({ ...found, recalled: { ...recalled, choice: undefined, isGuess: false } });
  else if (tried?.failure?.status === 400) flow.setState(first);
  else if (tried && !tried.failure)
    flow.setState({ ...tried, recalled: recalledThere(recalled, choice, tried.preview) });
};

/** Keeps in mind how the file is read that is left. */
export const holdReading = ({ collectionId, state }: FlowContext): void => {
  const left = state.get();
  if (left.step === 'ready') holdChoice(collectionId, left);
  if (left.step === 'reading') holdChoice(collectionId, { ...left, preview: left.first });
};

/** Has the service delete the file of a preview that is left. If that does not reach it, the file expires. */
export const forgetFile = ({ app, collectionId, state }: FlowContext): void => {
  const left = state.get();
  if ((left.step !== 'reading' && left.step !== 'ready') || left.previewId === undefined) return;
  void app.api.send(`DELETE /api/collections/${collectionId}/previews/${left.previewId}`).catch(() => undefined);
};

/** Why a file stays at the start: nothing that its user could do here would make it fit. */
const refusalOf = ({
  columns,
  desk,
  sheets,
  total,
  unreadable,
  broken_off: brokenOff,
}: Preview): Refusal['reason'] | undefined => {
  const [first] = unreadable;
  // Another sheet may have them.
  if (total === 0 && !first && sheets.length > 1) return undefined;
  if (total === 0 && !first) {
    if (columns.length > 0) return 'header-only';
    return desk && desk.remarks['no-ticket'] > 0 ? 'no-desk-tickets' : 'no-tickets';
  }
  // Columns that are not recognised can be assigned, which broken bytes cannot.
  if (brokenOff && (total > 0 || columns.length === 0)) return brokenOff;
  return first && total === 0 && columns.length === 0 ? first : undefined;
};

type KeptFile = ChosenFile & { readonly previewId: string };

const previewPost = (collectionId: string, { file, columns, place, updates, previewId }: KeptFile) => ({
  path: `/api/collections/${collectionId}/tickets/preview${updateQuery(updates)}`,
  file,
  columns,
  place,
  headers: { 'Preview-Id': previewId },
});

/** Shows the progress of a preview from its event stream. Without the stream only the progress is missing. */
const previewFollower = (
  { app, collectionId, state, setState }: FlowContext,
  kept: KeptFile,
  cancelled: AbortSignal,
) => {
  const ended = new AbortController();
  const signal = AbortSignal.any([cancelled, ended.signal]);
  let isStarted = false;
  const onEvent = (change: { readonly progress: PreviewProgress } | { readonly first: Preview }) => {
    const now = state.get();
    if (signal.aborted || (now.step !== 'reading' && !('first' in change))) return;
    const known = now.step === 'reading' ? { progress: now.progress, first: now.first } : {};
    setState({ ...kept, step: 'reading', share: 1, ...known, ...change });
  };
  const follow = async () => {
    await wait(progressAfterSeconds, signal);
    const path = `GET /api/collections/${collectionId}/previews/${kept.previewId}/progress`;
    const { body } = await app.api.send(path, { signal });
    for await (const { name, data } of body ? serverSentEvents(body) : []) {
      if (name === 'progress') onEvent({ progress: JSON.parse(data) as PreviewProgress });
      if (name === 'preview') onEvent({ first: JSON.parse(data) as Preview });
    }
  };
  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      follow().catch(() => undefined);
    },
    end: () => ended.abort(),
  };
};

type Remark = Omit<SkippedTicket, 'excerpt'> | Unreadable;

const lineOf = (remark: Remark): string => {
  const row = remark.row ?? (remark.index === null ? '' : remark.index + 1);
  const cells =
    'detail' in remark
      ? ['', String(row), 'unreadable', errorDetailText(remark.detail)]
      : [withoutFormula(remark.ticket_id), String(row), remark.outcome, repairOf(remark)];
  return localCsvLine(cells);
};

/** What concerns more than one ticket comes last. */
const positionOf = ({ row, index }: Remark): number => row ?? index ?? Infinity;

/** The CSV of remarks that come as lines of JSON, in the order of the file and the document's language. */
const remarksCsv = (lines: string): string => {
  const remarks = lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Remark]));
  const ordered = remarks.toSorted((one, other) => positionOf(one) - positionOf(other) || 0);
  return headedCsv(ordered.map(lineOf).join(''));
};

/** Downloads all remarks of the previewed file, of which the preview has the first; a failure is said in a toast. */
export const downloadRemarks = async ({ app, collectionId, state }: FlowContext): Promise<void> => {
  const ready = state.get();
  if (ready.step !== 'ready') return;
  const { file, columns, place, updates, previewId: keptAs } = ready;
  const messages = translated(uploadMessages);
  const signal = new AbortController().signal;
  const onTransfer = () => undefined;
  const path = `/api/collections/${collectionId}/tickets/preview${updateQuery(updates)}`;
  const headers = { Accept: 'application/x-ndjson' };
  try {
    const { text } = await postKept(app, { path, file, columns, place, headers, keptAs, signal, onTransfer });
    const csv = new Blob([remarksCsv(text)], { type: 'text/csv' });
    saveFile(csv, messages.remarksName(file.name.replace(/\.[^.]+$/, '')));
  } catch (error) {
    app.announce(`${messages.remarksFailed}. ${requestErrorText(asApiError(error))}`);
  }
};
