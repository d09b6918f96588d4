import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { icon } from '../../components/icon.ts';
import { figure, percent } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { type Outcome, type OutcomeCounts, outcomes, skippedIn, type UploadRecord } from './upload-records.ts';

type Legend = {
  readonly upload: UploadRecord;
  /** The outcome whose tickets are listed. */
  readonly open: Outcome | undefined;
  readonly onToggle: (outcome: Outcome) => void;
};

/** The outcomes of an upload as a bar and a table, with a button per outcome that lists its tickets. */
export const outcomeLegend = (legend: Legend): TemplateResult => {
  const messages = translated(uploadMessages);
  const { outcomes: counts } = legend.upload;
  const shown = outcomes.filter((outcome) => outcome === 'stored' || counts[outcome] > 0);
  return html`${outcomeBar(counts)}
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
        ${shown.map((outcome) => legendRow(outcome, legend))}
      </tbody>
    </table>`;
};

const legendRow = (outcome: Outcome, legend: Legend): TemplateResult => {
  const { outcomes: counts, undo } = legend.upload;
  const messages = translated(uploadMessages);
  const [name, meaning] = messages.outcomes[outcome];
  const isHidden = outcome === 'stored' && Boolean(undo?.finished_at);
  const total = counts.stored + counts.updated + skippedIn(counts);
  return html`<tr class=${outcome === 'stored' ? 'is-stored' : ''}>
    <th scope="row"><span class="outcome-swatch outcome-segment-${outcome}" aria-hidden="true"></span>${name}</th>
    <td class="outcome-meaning">${isHidden ? messages.undoneTickets : meaning}</td>
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
const outcomeBar = (counts: OutcomeCounts): TemplateResult => {
  const segment = (outcome: Outcome) => {
    const grow = (element: Element | undefined) => {
      // Set by script: the content security policy forbids style attributes.
      if (element instanceof HTMLElement) element.style.flexGrow = String(counts[outcome]);
    };
    return html`<i class="outcome-segment-${outcome}" ${ref(grow)}></i>`;
  };
  return html`<div class="outcome-bar" aria-hidden="true">
    ${outcomes.filter((outcome) => counts[outcome] > 0).map(segment)}
  </div>`;
};
