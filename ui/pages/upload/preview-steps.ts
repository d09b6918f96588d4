import '@awesome.me/webawesome/dist/components/progress-bar/progress-bar.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ColumnName } from '../../../src/domain/ticket-fields.ts';
import { enterKey } from '../../components/enter-key.ts';
import '../../components/kb-failure.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { failedFile, fileActions, fileFacts, fileHead, type Step, type StepContext } from './chosen-file.ts';
import type { ChosenFile } from './flow/flow-state.ts';
import type { UploadFlow } from './flow/upload-flow.ts';
import { optionalAtFault } from './columns-at-fault.ts';
import './kb-preview.ts';
import { isAsLast, isByHand } from './last-choice.ts';
import { missingIn, reassignColumn } from './preview-columns.ts';
import { otherSheetsNote, sheetsLeft } from './other-sheets.ts';
import { replacedNote, warning } from './preview-notes.ts';
import { type Preview, remarksIn, type TablePlace } from './upload-records.ts';

export const readingStep = (state: Step<'reading'>, context: StepContext): TemplateResult => {
  const { file, first, failure } = state;
  if (failure) {
    const retry = () => void context.flow.preview();
    return failedFile({ file, failure }, context, { heading: translated(uploadMessages).readFailed, retry });
  }
  const head = html`${fileHead(file.name, fileFacts(file, first), fileActions(context))}${readingProgress(state)}`;
  if (first) return previewView({ ...state, preview: first, head, partial: true, stale: false }, context);
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

type Shown = Pick<ChosenFile, 'columns' | 'place' | 'recalled'> & {
  readonly preview: Preview;
  readonly head: TemplateResult;
  readonly stale: boolean;
  /** Only the first tickets are known. */
  readonly partial: boolean;
};

const withChoiceOf = (recalled: ChosenFile['recalled']): Pick<ChosenFile, 'columns' | 'place'> => {
  const { columns = {}, place } = recalled?.choice ?? recalled?.held ?? {};
  return { columns, place };
};

/** Undefined also where the service chose the same columns by itself, at the place where it was asked to look. */
const comparisonOf = ({
  recalled,
  preview,
  columns,
  place,
}: Pick<Shown, 'recalled' | 'preview' | 'columns' | 'place'>) => {
  const { choice, held } = recalled ?? {};
  if (choice && !isAsLast(choice, preview)) return 'other';
  const last = choice ?? held;
  const isChosen = isByHand({ columns, place: place === recalled?.place ? undefined : place });
  return last && isAsLast(last, preview) && isChosen ? 'as-last' : undefined;
};

/** Past the tickets and remarks, each of which has buttons. */
const goToBar = ({ currentTarget }: Event): void =>
  (currentTarget as Element).parentElement?.querySelector<HTMLElement>('.preview-send')?.focus();

/** One template for the first tickets and for all of them, so that a list of columns that is open stays so. */
const previewView = (shown: Shown, { flow, collection }: StepContext, rest: unknown = nothing): TemplateResult => {
  const { preview, columns, head, stale, partial, recalled } = shown;
  const chooseAsLast = ({ detail: isWanted }: CustomEvent<boolean>) =>
    void flow.preview(isWanted ? withChoiceOf(recalled) : { columns: {}, place: recalled?.place });
  const assign = ({ detail }: CustomEvent<readonly [string, ColumnName | null]>) =>
    void flow.preview({ columns: reassignColumn(preview.columns, columns, detail) });
  return html`
    <kb-preview
      .collectionId=${collection.id}
      .preview=${preview}
      .stale=${stale}
      .partial=${partial}
      .comparison=${comparisonOf(shown)}
      .head=${head}
      @as-last=${chooseAsLast}
      @column=${assign}
      @place=${({ detail }: CustomEvent<TablePlace>) => void flow.look(detail)}
      @freed=${() => void flow.preview()}
      @remarks=${() => void flow.downloadRemarks()}
      @skip=${goToBar}
    ></kb-preview>
    ${rest}
  `;
};

export const readyStep = (state: Step<'ready'>, context: StepContext): TemplateResult => {
  const { file, preview } = state;
  const head = fileHead(file.name, fileFacts(file, preview), fileActions(context));
  return previewView({ ...state, head, partial: false }, context, sendBar(state, context));
};

/** What becomes of tickets that are stored already: asked where the file has some, and can be sent. */
const updateChoice = (
  { preview, updates, stale, failure }: Step<'ready'>,
  flow: UploadFlow,
): TemplateResult | typeof nothing => {
  const messages = translated(uploadMessages);
  const { duplicate, updated } = preview.outcomes;
  const isBlocked = preview.unreadable_count > 0 || missingIn(preview.columns).length > 0;
  if (!updates && (isBlocked || duplicate === preview.repeated)) return nothing;
  const choose = (event: Event) => void flow.preview({ updates: (event.target as HTMLInputElement).checked });
  const hint =
    updates && !stale && !failure
      ? messages.updatesFound(updated, preview.unchanged, preview.updates?.changed_fields ?? []) +
        messages.keptByHand(preview.updates?.kept_by_hand ?? 0)
      : messages.updatesHint;
  return html`<label class="preview-update">
    <input type="checkbox" .checked=${updates} aria-describedby="preview-update-hint" @change=${choose} />
    <span><b>${messages.updates}</b> <small id="preview-update-hint">${hint}</small></span>
  </label>`;
};

/** Whether some ticket of a file can be sent as it is: one with unreadable rows is refused as a whole. */
const hasGoing = ({ outcomes, unreadable_count: unreadable }: Preview): boolean =>
  unreadable === 0 && outcomes.stored + outcomes.updated > 0;

/** Sends a file whose preview is shown, unless it cannot be sent or is being read again. */
export const sendShown = (flow: UploadFlow): void => {
  const state = flow.state.get();
  if (state.step === 'ready' && !state.stale && !state.failure && hasGoing(state.preview)) void flow.send();
};

/**
 * What will be sent, with the button that sends it; without the button if nothing can be sent. Where the file
 * could not be read as it was asked for, the reason: what is shown of it is from before.
 */
const sendBar = (state: Step<'ready'>, { flow, collection }: StepContext): TemplateResult => {
  const { preview, stale, failure } = state;
  const messages = translated(uploadMessages);
  const cancel = html`<wa-button appearance="plain" @click=${() => flow.reset()}>${messages.cancel}</wa-button>`;
  if (failure) {
    return html`<div class="preview-send" data-dock tabindex="-1" role="group" aria-label=${messages.sending}>
      ${updateChoice(state, flow)}
      <kb-failure .error=${failure} retriable @retry=${() => void flow.preview()}></kb-failure>
      ${cancel}
    </div>`;
  }
  const { outcomes } = preview;
  const canSend = hasGoing(preview);
  const button = html`<wa-button variant="brand" ?loading=${stale} @click=${() => void flow.send()}
    >${messages.send(outcomes.stored + outcomes.updated)}${enterKey()}</wa-button
  >`;
  const takeSheet = (sheet: string) => void flow.look({ sheet });
  return html`<div class="preview-send" data-dock tabindex="-1" role="group" aria-label=${messages.sending}>
    ${otherSheetsNote(sheetsLeft({ collectionId: collection.id, file: state.file }, preview), { isSent: false, choose: takeSheet })}
    ${updateChoice(state, flow)}${canSend ? [otherUpdatesNote(state), replacedNote(preview, collection.id)] : nothing}
    <p>${sendSummary(preview, collection.name)}</p>
    ${cancel} ${canSend ? button : nothing}
  </div>`;
};

/** That most of what is stored would be updated, as other columns are read than last time. */
const otherUpdatesNote = (state: Step<'ready'>): TemplateResult | typeof nothing => {
  const { updated, duplicate } = state.preview.outcomes;
  if (comparisonOf(state) !== 'other' || updated <= duplicate) return nothing;
  return warning(translated(uploadMessages).otherUpdates(updated, updated + duplicate));
};

const sendSummary = (preview: Preview, collection: string) => {
  const { format, columns, outcomes, unchanged, unreadable_count: unreadable } = preview;
  const messages = translated(uploadMessages);
  if (missingIn(columns).length > 0) return messages.chooseColumns;
  if (unreadable > 0) return messages.cannotGo(unreadable, format !== 'json', optionalAtFault(preview));
  const going = outcomes.stored + outcomes.updated;
  const skipped = remarksIn(preview);
  if (going === 0) return unchanged > 0 ? messages.nothingNew : messages.nothingToGo;
  return html`<b>${messages.willGo(going)}</b
    >${messages.goes(collection)}${outcomes.updated > 0 ? messages.ofThemUpdates(outcomes.updated) : ''}${skipped > 0 ? messages.stay(skipped) : ''}.`;
};
