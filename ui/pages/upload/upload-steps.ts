import { html, nothing, type TemplateResult } from 'lit';
import type { ApiError } from '../../api/api-error.ts';
import { icon } from '../../components/icon.ts';
import { refusalText } from '../../messages/error-details.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { deskMessages } from '../../messages/upload-desk.ts';
import { failedFile, fileFacts, fileHead, type Step, type StepContext } from './chosen-file.ts';
import { type Again, type ChosenFile, type FlowState, percentOf, type Refusal } from './flow/flow-state.ts';
import type { UploadFlow } from './flow/upload-flow.ts';
import './kb-outcome.ts';
import './kb-upload-progress.ts';
import './kb-upload-start.ts';
import { otherSheetsNote } from './other-sheets.ts';
import { missingIn } from './preview-columns.ts';
import { readAsChoice } from './preview-desk.ts';
import { readingStep, readyStep } from './preview-steps.ts';
import type { Source } from './sources.ts';
import { remarksIn, type UploadRecord } from './upload-records.ts';

/** The view of an upload's current step. */
export const uploadStep = (state: FlowState, context: StepContext): TemplateResult => {
  const { flow } = context;
  switch (state.step) {
    case 'start':
      return startStep(state, context);
    case 'reading':
      return readingStep(state, context);
    case 'ready':
      return readyStep(state, context);
    case 'sending':
      return sendingStep(
        state,
        flow,
        fileHead(state.file.name, fileFacts(state.file, state.preview), stopButton(state, flow)),
      );
    case 'following':
      return sendingStep(
        state,
        flow,
        fileHead(state.name ?? translated(uploadMessages).noFile, [], stopButton(state, flow)),
      );
    case 'ended':
      return endedStep(state, context);
    case 'failed':
      return failedFile(state, context, {
        heading: translated(uploadMessages).failed,
        retry: () => void flow.send(),
      });
  }
};

const startStep = (
  { refusal, again }: Step<'start'>,
  { flow, collection, takeFile, source, onSource }: StepContext,
): TemplateResult => html`
  ${refusal ? refusedFile(refusal, flow, collection.id) : nothing}${again ? askedFile(again) : nothing}
  <kb-upload-start
    .collectionId=${collection.id}
    .source=${source}
    .isEmpty=${collection.ticket_count === 0}
    @source=${({ detail }: CustomEvent<Source>) => onSource(detail)}
    @file=${({ detail }: CustomEvent<File>) => takeFile(detail)}
  ></kb-upload-start>
`;

/** Which file is to be chosen, and how it will be read. */
const askedFile = ({ file_name: name, on_duplicate: onDuplicate }: Again): TemplateResult => {
  const messages = translated(uploadMessages);
  return html`<div class="notice upload-again" role="status">
    ${icon('upload')}
    <p>
      <b>${messages.chooseFile(name)}</b> ${messages.columnsAsLast}
      ${onDuplicate === 'update' ? messages.updatesAsLast : nothing}
    </p>
  </div>`;
};

/** The shell command that sends a file of any size. */
const uploadCommand = (name: string, collectionId: string): string =>
  `npm run upload -- '${name.replaceAll("'", String.raw`'\''`)}' --collection ${collectionId} --url ${location.origin}`;

const refusedFile = ({ name, reason, chosen }: Refusal, flow: UploadFlow, collectionId: string): TemplateResult => {
  const messages = translated(uploadMessages);
  const command = html`<p class="upload-command">
    <span>${messages.command}</span><code tabindex="0">${uploadCommand(name, collectionId)}</code>
  </p>`;
  return html`<div class="notice is-danger">
    ${icon('circle-x')}
    <div>
      <div role="alert">
        <p>${typeof reason === 'string' ? messages.unfit[reason] : refusalText(reason)}</p>
      </div>
      ${reason === 'large' ? command : nothing} ${chosen ? otherReading(chosen, flow) : nothing}
    </div>
  </div>`;
};

/** The choice of a desk for an export that was not recognised. */
const otherReading = ({ place }: ChosenFile, flow: UploadFlow): TemplateResult =>
  html`<div class="upload-file-reading">
    <p>${translated(deskMessages).ifExport}</p>
    ${readAsChoice(place?.readAs, (other) => void flow.preview({ place: other }))}
  </div>`;

type Running = Step<'sending' | 'following'>;

const stopButton = ({ stopping }: Running, flow: UploadFlow): TemplateResult =>
  html`<wa-button appearance="outlined" ?loading=${stopping} @click=${() => flow.stop()}
    >${translated(uploadMessages).stop}</wa-button
  >`;

const sendingStep = ({ stage, stopping }: Running, flow: UploadFlow, head: TemplateResult): TemplateResult =>
  html`<kb-upload-progress
    .stage=${stage}
    .stopping=${stopping}
    .head=${head}
    @retry-now=${() => flow.retryNow()}
  ></kb-upload-progress>`;

const endedStep = (
  { upload, unfinished, rest }: Step<'ended'>,
  { flow, collection, uploadAgain, undone, onUndone }: StepContext,
): TemplateResult =>
  html`<kb-outcome
    .collectionId=${collection.id}
    .upload=${undone?.id === upload.id ? undone : upload}
    .needsFile=${unfinished === undefined}
    .rest=${rest && otherSheetsNote(rest.sheets, { isSent: true, choose: (sheet) => void flow.take(rest.file, { sheet }) })}
    @another=${() => flow.reset()}
    @again=${() => uploadAgain(upload)}
    @resume=${() => void flow.send()}
    @file=${({ detail }: CustomEvent<File>) => void flow.resume(upload, detail)}
    @undone=${({ detail }: CustomEvent<UploadRecord>) => onUndone(detail)}
    @returned=${({ detail }: CustomEvent<UploadRecord>) => onUndone(detail)}
  ></kb-outcome>`;

const waitAnnouncement = ({ status, retryAfter }: ApiError): string => {
  const messages = translated(uploadMessages);
  if (status === 409) return messages.stillRunning;
  return status === 429 ? messages.busy(retryAfter ?? 60) : `${messages.offline}. ${messages.offlineText}`;
};

/** The text of the live region, with progress in steps of 10 %. */
export const stepAnnouncement = (state: FlowState): string => {
  const messages = translated(uploadMessages);
  switch (state.step) {
    case 'start':
      return '';
    case 'reading':
      return state.failure ? '' : messages.reading;
    case 'ready': {
      const { columns, outcomes, unreadable_count: unreadable } = state.preview;
      const missing = state.stale ? [] : missingIn(columns);
      if (missing.length > 0) return messages.missing(missing);
      return state.stale
        ? messages.rereading
        : messages.read(unreadable > 0 ? 0 : outcomes.stored + outcomes.updated, remarksIn(state.preview) + unreadable);
    }
    case 'sending':
    case 'following': {
      const { stage } = state;
      if (state.stopping) return messages.stopping;
      if (stage.phase === 'waiting') return waitAnnouncement(stage.failure);
      if (stage.phase === 'processing' && stage.progress?.waiting_for)
        return messages.waitingFor[stage.progress.waiting_for];
      const percent = stage.phase === 'processing' ? percentOf(stage) : undefined;
      return percent === undefined ? messages.follows : messages.percentSaid(Math.floor(percent / 10) * 10);
    }
    case 'ended':
      return messages.endedAway(state.upload);
    case 'failed':
      return '';
  }
};
