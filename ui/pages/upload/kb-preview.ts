import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import { maskedText } from '../../components/masked-text.ts';
import { icon } from '../../icons.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { refusalText } from '../../messages/refusals.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { placeOf } from './place-of.ts';
import { type ColumnName, type Preview, skippedIn, type TicketOfUpload, type Unreadable } from './upload-records.ts';
import { previewColumns } from './preview-columns.ts';

const firstTickets = 4;
const firstRemarks = 5;

/** What an upload of a file would do: figures, columns, first tickets, remarks. Tells of a column that was chosen with `column` (`detail`: title and column). */
export class KbPreview extends LightElement {
  static override properties = {
    preview: { attribute: false },
    stale: { type: Boolean },
    head: { attribute: false },
    allTickets: { state: true },
    allRemarks: { state: true },
  };
  declare preview: Preview;
  declare stale: boolean;
  /** The file's name and what can be done with it. */
  declare head: TemplateResult;
  declare allTickets: boolean;
  declare allRemarks: boolean;

  constructor() {
    super();
    this.stale = false;
    this.allTickets = false;
    this.allRemarks = false;
  }

  #figures(): TemplateResult {
    const say = translated(uploadMessages);
    const { columns, format, total, outcomes, unreadable_count: unreadable } = this.preview;
    const known = columns.filter(({ column }) => column !== null).length;
    const remarks = skippedIn(outcomes) + unreadable;
    return html`<dl class="stats">
      <div>
        <dt>${say.statTickets}</dt>
        <dd class="num">${figure(total + unreadable)}</dd>
      </div>
      ${
        columns.length === 0
          ? html`<div>
              <dt>${say.statFormat}</dt>
              <dd>${format?.toUpperCase()}</dd>
            </div>`
          : html`<div>
              <dt>${say.statColumns}</dt>
              <dd class="num">${figure(known)} <small>${say.of(columns.length)}</small></dd>
            </div>`
      }
      <div>
        <dt>${say.statReady}</dt>
        <dd class="num">${figure(unreadable > 0 ? 0 : outcomes.stored)}</dd>
      </div>
      <div>
        <dt>${say.statRemarks}</dt>
        <dd class="num ${remarks > 0 ? 'w' : ''}">${figure(remarks)}</dd>
      </div>
    </dl>`;
  }

  #choose(title: string, column: ColumnName | null): void {
    this.dispatchEvent(new CustomEvent('column', { detail: [title, column] }));
  }

  #tickets(): TemplateResult | typeof nothing {
    const say = translated(uploadMessages);
    const { columns, tickets } = this.preview;
    if (columns.length === 0 && tickets.length === 0) return nothing;
    const hidden = this.allTickets ? 0 : Math.max(0, tickets.length - firstTickets);
    const rows = hidden === 0 ? tickets : tickets.slice(0, firstTickets);
    return html`<section class="panel" aria-busy=${this.stale ? 'true' : 'false'}>
      <div class="sec-h">
        <h2>${columns.length === 0 ? say.firstTickets : say.columnsAndTickets}</h2>
        <span class="r">${this.stale ? say.rereading : say.asStored}</span>
      </div>
      ${columns.length === 0 ? nothing : previewColumns(columns, (...chosen) => this.#choose(...chosen))}
      ${tickets.length === 0 ? html`<p class="none">${say.noneToStore}</p>` : this.#table(rows)}
      ${
        hidden === 0
          ? nothing
          : html`<div class="more">
              <button class="link" type="button" @click=${() => (this.allTickets = true)}>
                ${say.moreTickets(hidden)}
              </button>
            </div>`
      }
    </section>`;
  }

  #table(tickets: Preview['tickets']): TemplateResult {
    const say = translated(uploadMessages);
    const place = tickets.some(({ row }) => row !== null) ? say.row : say.place;
    return html`<div class="tw" tabindex="0" role="group" aria-label=${say.firstTickets}>
      <table class="tb">
        <thead>
          <tr>
            <th scope="col">${place}</th>
            <th scope="col">${say.category}</th>
            <th scope="col">${say.columnHead.problem}</th>
            <th scope="col">${say.columnHead.solution}</th>
          </tr>
        </thead>
        <tbody>
          ${tickets.map(
            ({ row, index, ticket_id: id, category, problem, solution }) =>
              html`<tr>
                <td class="rn" title=${`${say.number} ${id}`}>${figure(row ?? index + 1)}</td>
                <td>${category}</td>
                <td><span class="c2">${maskedText(problem)}</span></td>
                <td><span class="c2">${maskedText(solution)}</span></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #remarks(): TemplateResult | typeof nothing {
    const say = translated(uploadMessages);
    const { unreadable, skipped, outcomes, unreadable_count: count } = this.preview;
    const all = [...unreadable.map(unreadableRow), ...skipped.map(skippedRow)];
    const remarks = skippedIn(outcomes) + count;
    if (remarks === 0) return nothing;
    const hidden = this.allRemarks ? 0 : Math.max(0, all.length - firstRemarks);
    return html`<section class="panel" aria-busy=${this.stale ? 'true' : 'false'}>
      <div class="sec-h">
        <h2>${say.remarks}</h2>
        <span class="r num">${figure(remarks)}</span>
      </div>
      <table class="tb rows remarks">
        <thead class="vh">
          <tr>
            <th scope="col">${say.row}</th>
            <th scope="col">${say.why}</th>
            <th scope="col">${say.what}</th>
          </tr>
        </thead>
        <tbody>
          ${hidden === 0 ? all : all.slice(0, firstRemarks)}
        </tbody>
      </table>
      ${
        hidden === 0
          ? nothing
          : html`<div class="more">
              <button class="link" type="button" @click=${() => (this.allRemarks = true)}>
                ${say.moreRows(hidden)}
              </button>
            </div>`
      }
      ${hidden === 0 && all.length < remarks ? html`<p class="none">${say.onlyFirst(all.length)}</p>` : nothing}
    </section>`;
  }

  protected override render() {
    return html`<div class="panel">${this.head}${this.#figures()}</div>
      ${this.#tickets()}${this.#remarks()}`;
  }
}
customElements.define('kb-preview', KbPreview);

const unreadableRow = (unreadable: Unreadable): TemplateResult => {
  const say = translated(uploadMessages);
  return html`<tr>
    <td class="rn">${placeOf(unreadable)}</td>
    <td><span class="why d">${icon('circle-x')}${say.cannotRead}</span></td>
    <td>${refusalText(unreadable.detail)}</td>
  </tr>`;
};

const skippedRow = (ticket: TicketOfUpload): TemplateResult => {
  const say = translated(uploadMessages);
  const { outcome } = ticket;
  return html`<tr>
    <td class="rn">${placeOf(ticket)}</td>
    <td><span class="why">${icon('alert')}${say.outcomes[outcome][0]}</span></td>
    <td>
      <span class="nb">${say.number} ${ticket.ticket_id}.</span> ${outcome === 'stored' ? nothing : say.repair[outcome]}
    </td>
  </tr>`;
};

declare global {
  interface HTMLElementTagNameMap {
    'kb-preview': KbPreview;
  }
}
