import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { icon } from '../../components/icon.ts';
import { figure, percent } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { type Outcome, outcomes, skippedIn, type UploadRecord } from './upload-records.ts';

type Legend = {
  readonly upload: UploadRecord;
  /** What its undo has hidden is back. */
  readonly isReturned: boolean;
  /** The outcome whose tickets are listed. */
  readonly open: Outcome | undefined;
  readonly onToggle: (outcome: Outcome) => void;
};

/** The outcomes of an upload as a bar and a table, with a button per outcome that lists its tickets. */
export const outcomeLegend = (legend: Legend): TemplateResult => {
  const messages = translated(uploadMessages);
  const { outcomes: counts } = legend.upload;
  const rest = unprocessed(legend.upload);
  const shown = outcomes.filter((outcome) => outcome === 'stored' || counts[outcome] > 0);
  return html`${outcomeBar(legend, rest)}
    <table class="outcome-legend">
      <thead class="visually-hidden">
        <tr>
          <th scope="col">${messages.reason}</th>
          <th scope="col">${messages.why}</th>
          <th scope="col">${messages.count}</th>
          <th scope="col">${messages.share}</th>
          <th scope="col">${messages.rows}</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map((outcome) => legendRow(outcome, legend))} ${rest === 0 ? nothing : restRow(rest, legend.upload)}
      </tbody>
    </table>`;
};

const processed = ({ outcomes: counts }: UploadRecord): number => counts.stored + counts.updated + skippedIn(counts);

/** The tickets that an upload did not get to before it ended. */
const unprocessed = (upload: UploadRecord): number =>
  upload.state === 'finished' ? 0 : Math.max(0, (upload.total ?? 0) - processed(upload));

/** Whether what it stored is hidden again. */
const isUndone = ({ upload: { undo, outcomes: counts }, isReturned }: Legend): boolean =>
  Boolean(undo?.finished_at) && counts.stored > 0 && !isReturned;

const restRow = (rest: number, upload: UploadRecord): TemplateResult => {
  const [name, meaning] = translated(uploadMessages).unprocessed;
  return html`<tr>
    <th scope="row"><span class="outcome-swatch outcome-segment-rest" aria-hidden="true"></span>${name}</th>
    <td class="outcome-meaning">${meaning}</td>
    <td class="outcome-count number">${figure(rest)}</td>
    <td class="outcome-share number">${percent(rest / (rest + processed(upload)))}</td>
    <td class="outcome-action"></td>
  </tr>`;
};

/** The colour of an outcome: that of hidden tickets for what an undo has hidden. */
const segmentOf = (outcome: Outcome, legend: Legend): Outcome =>
  outcome === 'stored' && isUndone(legend) ? 'withdrawn' : outcome;

/** The name of an outcome and what it means: of duplicates, whether they were compared with what is stored. */
const outcomeTexts = (outcome: Outcome, { outcomes: counts, unchanged }: UploadRecord): readonly string[] => {
  const messages = translated(uploadMessages);
  const [name, meaning] = messages.outcomes[outcome];
  if (outcome !== 'duplicate' || unchanged === 0) return [name, meaning];
  return counts.duplicate === unchanged ? messages.unchanged : [name, meaning + messages.ofThemUnchanged(unchanged)];
};

const legendRow = (outcome: Outcome, legend: Legend): TemplateResult => {
  const { upload } = legend;
  const { outcomes: counts } = upload;
  const messages = translated(uploadMessages);
  const [name, meaning] = outcomeTexts(outcome, upload);
  const isHidden = outcome === 'stored' && isUndone(legend);
  const takenBack = (outcome === 'updated' && upload.undo?.finished_at && upload.undo.taken_back) || 0;
  const undoneAs = isHidden ? messages.undoneTickets : takenBack > 0 ? messages.undoneUpdates(takenBack) : undefined;
  const total = processed(upload) + unprocessed(upload);
  return html`<tr class=${outcome === 'stored' && !isHidden ? 'is-stored' : ''}>
    <th scope="row">
      <span class="outcome-swatch outcome-segment-${segmentOf(outcome, legend)}" aria-hidden="true"></span>${name}
    </th>
    <td class="outcome-meaning">${undoneAs ?? meaning}</td>
    <td class="outcome-count number">${figure(counts[outcome])}</td>
    <td class="outcome-share number">${total === 0 ? '' : percent(counts[outcome] / total)}</td>
    <td class="outcome-action">${counts[outcome] === 0 ? nothing : listButton(outcome, legend)}</td>
  </tr>`;
};

const listButton = (outcome: Outcome, { upload, open, onToggle }: Legend): TemplateResult => {
  const messages = translated(uploadMessages);
  const [name] = messages.outcomes[outcome];
  return html`<button
    class="link"
    type="button"
    data-outcome=${outcome}
    aria-expanded=${open === outcome ? 'true' : 'false'}
    @click=${() => onToggle(outcome)}
  >
    <span
      >${upload.format === 'json' ? messages.tickets : messages.rows}<span class="visually-hidden"
        >${messages.rowsOf(name)}</span
      ></span
    >${icon('chevron-down')}
  </button>`;
};

/** A bar with a segment per outcome, hidden from screen readers, as the table has the same figures. */
const outcomeBar = (legend: Legend, rest: number): TemplateResult => {
  const { outcomes: counts } = legend.upload;
  const segment = (name: string, count: number) => {
    const grow = (element: Element | undefined) => {
      // Set by script: the content security policy forbids style attributes.
      if (element instanceof HTMLElement) element.style.flexGrow = String(count);
    };
    return html`<i class="outcome-segment-${name}" ${ref(grow)}></i>`;
  };
  const shown = outcomes.filter((outcome) => counts[outcome] > 0);
  return html`<div class="outcome-bar" aria-hidden="true">
    ${shown.map((outcome) => segment(segmentOf(outcome, legend), counts[outcome]))}
    ${rest === 0 ? nothing : segment('rest', rest)}
  </div>`;
};
