import '@awesome.me/webawesome/dist/components/progress-bar/progress-bar.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ColumnName } from '../../../src/domain/ticket-fields.ts';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-drop-zone.ts';
import '../../components/kb-failure.ts';
import { refusalText } from '../../messages/error-details.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { fileFacts, fileHead } from './file-head.ts';
import { fileActions } from './file-picker.ts';
import type { FlowState, Refusal } from './flow/flow-state.ts';
import type { UploadFlow } from './flow/upload-flow.ts';
import './kb-outcome.ts';
import './kb-preview.ts';
import './kb-upload-progress.ts';
import { reassignColumn } from './preview-columns.ts';
import { type AssignedColumns, type Preview, skippedIn } from './upload-records.ts';

type Step<Name extends FlowState['step']> = Extract<FlowState, { readonly step: Name }>;

type Context = {
  readonly flow: UploadFlow;
  readonly collection: Collection;
  readonly takeFile: (file: File) => void;
};

/** The view of an upload's current step. */
export const uploadStep = (state: FlowState, context: Context): TemplateResult => {
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

const startStep = ({ refusal }: Step<'start'>, { collection, takeFile }: Context): TemplateResult => html`
  <h2 class="visually-hidden" tabindex="-1" data-lead>${translated(uploadMessages).title}</h2>
  ${refusal ? refusedFile(refusal, collection.id) : nothing}
  <kb-drop-zone @file=${({ detail }: CustomEvent<File>) => takeFile(detail)}></kb-drop-zone>
`;

/** The shell command that sends a file of any size. */
const uploadCommand = (name: string, collectionId: string): string =>
  `npm run upload -- '${name.replaceAll("'", String.raw`'\''`)}' --collection ${collectionId} --url ${location.origin}`;

const refusedFile = ({ name, reason }: Refusal, collectionId: string): TemplateResult => {
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
      ${reason === 'large' ? command : nothing}
    </div>
  </div>`;
};

const actionsFor = ({ flow, takeFile }: Context): TemplateResult => fileActions(takeFile, () => flow.reset());

const readingStep = (state: Step<'reading'>, context: Context): TemplateResult => {
  const { file, columns, first, failure } = state;
  if (failure) {
    const retry = () => void context.flow.preview();
    return failedFile({ file, failure }, context, { heading: translated(uploadMessages).readFailed, retry });
  }
  const head = html`${fileHead(file.name, fileFacts(file, first), actionsFor(context))}${readingProgress(state)}`;
  if (first) return previewView({ preview: first, columns, head, partial: true, stale: false }, context);
  return html`<div class="panel">${head}</div>`;
};

/** How far the transfer is, then how far the reading. */
const readingProgress = ({ share: sent, progress }: Step<'reading'>): TemplateResult => {
  const messages = translated(uploadMessages);
  const share = progress ? progress.share : sent < 1 ? sent : null;
  const percent = share === null ? undefined : figure(share, { style: 'percent', maximumFractionDigits: 0 });
  const heading = progress
    ? messages.readingDone(percent, progress.tickets)
    : sent > 0 && percent !== undefined
      ? messages.readingSent(percent)
      : messages.reading;
  return html`<div class="progress">
    <p class="progress-row"><b class="number">${heading}</b></p>
    <wa-progress-bar
      label=${messages.reading}
      .value=${(share ?? 0) * 100}
      ?indeterminate=${share === null}
    ></wa-progress-bar>
  </div>`;
};

/** A file with a failure that may be temporary. */
const failedFile = (
  { file, failure }: Pick<Step<'failed'>, 'file' | 'failure'>,
  context: Context,
  { heading, retry }: { readonly heading: string; readonly retry: () => void },
): TemplateResult =>
  html`<div class="panel">
    ${fileHead(file.name, fileFacts(file), actionsFor(context))}
    <div class="upload-inset">
      <kb-failure heading=${heading} .error=${failure} retriable @retry=${retry}></kb-failure>
    </div>
  </div>`;

type Shown = {
  readonly preview: Preview;
  readonly columns: AssignedColumns;
  readonly head: TemplateResult;
  readonly stale: boolean;
  /** Only the first tickets are known. */
  readonly partial: boolean;
};

/** One template for the first tickets and for all of them, so that a list of columns that is open stays so. */
const previewView = (
  { preview, columns, head, stale, partial }: Shown,
  { flow }: Context,
  rest: unknown = nothing,
): TemplateResult => {
  const assign = ({ detail }: CustomEvent<readonly [string, ColumnName | null]>) =>
    void flow.preview(reassignColumn(preview.columns, columns, detail));
  return html`
    <kb-preview
      .preview=${preview}
      .stale=${stale}
      .partial=${partial}
      .head=${head}
      @column=${assign}
      @remarks=${() => void flow.downloadRemarks()}
    ></kb-preview>
    ${rest}
  `;
};

const readyStep = (state: Step<'ready'>, context: Context): TemplateResult => {
  const { file, columns, preview, stale, failure } = state;
  const { flow, collection } = context;
  const retry = () => void flow.preview();
  const head = fileHead(file.name, fileFacts(file, preview), actionsFor(context));
  return previewView(
    { preview, columns, head, stale, partial: false },
    context,
    html`
      ${failure ? html`<kb-failure .error=${failure} retriable @retry=${retry}></kb-failure>` : nothing}
      ${sendBar(state, collection.name, flow)}
    `,
  );
};

/** What will be sent, with the button that sends it; without the button if nothing can be sent, as a file with unreadable rows is refused as a whole. */
const sendBar = ({ preview, stale, failure }: Step<'ready'>, collection: string, flow: UploadFlow): TemplateResult => {
  const messages = translated(uploadMessages);
  const { outcomes, unreadable_count: unreadable } = preview;
  const canSend = unreadable === 0 && outcomes.stored > 0;
  const button = html`<wa-button
    variant="brand"
    ?loading=${stale}
    ?disabled=${!stale && failure !== undefined}
    @click=${() => void flow.send()}
    >${messages.send(outcomes.stored)}</wa-button
  >`;
  return html`<div class="preview-send">
    <p>${sendSummary(preview, collection)}</p>
    <wa-button appearance="plain" @click=${() => flow.reset()}>${messages.cancel}</wa-button>
    ${canSend ? button : nothing}
  </div>`;
};

const sendSummary = ({ format, outcomes, unreadable_count: unreadable }: Preview, collection: string) => {
  const messages = translated(uploadMessages);
  if (unreadable > 0) return messages.cannotGo(unreadable, format !== 'json');
  if (outcomes.stored === 0) return messages.nothingToGo;
  const skipped = skippedIn(outcomes);
  return html`<b>${messages.willGo(outcomes.stored)}</b
    >${messages.goes(collection)}${skipped > 0 ? messages.stay(skipped) : ''}.`;
};

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

const endedStep = ({ upload, unfinished }: Step<'ended'>, { flow, collection }: Context): TemplateResult =>
  html`<kb-outcome
    .collectionId=${collection.id}
    .upload=${upload}
    .needsFile=${unfinished === undefined}
    @another=${() => flow.reset()}
    @resume=${() => void flow.send()}
    @file=${({ detail }: CustomEvent<File>) => void flow.resume(upload.id, detail)}
  ></kb-outcome>`;
