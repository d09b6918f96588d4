import { html, nothing, type TemplateResult } from 'lit';
import { type ColumnName, shownDetails } from '../../../src/domain/ticket-fields.ts';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import '../../components/kb-folded-text.ts';
import { columnHeading, shownText } from '../../messages/columns.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { missingIn, previewColumns, replacedBy } from './preview-columns.ts';
import { previewDesk } from './preview-desk.ts';
import { previewPlace } from './preview-place.ts';
import { remarkRows, remarksTable } from './preview-remarks.ts';
import { copiedTickets, readingNotes, removedNote } from './preview-notes.ts';
import { previewUpdates } from './preview-updates.ts';
import { type Preview, remarksIn, type TablePlace } from './upload-records.ts';

const [firstTickets, firstRemarks] = [4, 5];

/** The preview of an upload: figures, columns, first tickets, remarks. Fires `column` when a column is reassigned (`detail`: title and column), `place` when another sheet or header row is chosen (`detail`: a TablePlace), `as-last` to choose as last time (`detail`: true) or anew, `remarks` to download all of them, and `freed` when a word is no longer taken for a name. */
export class KbPreview extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    preview: { attribute: false },
    stale: { type: Boolean },
    partial: { type: Boolean },
    comparison: { attribute: false },
    head: { attribute: false },
    allTickets: { state: true },
    allRemarks: { state: true },
    taken: { state: true },
  };
  declare collectionId: string;
  declare preview: Preview;
  declare stale: boolean;
  /** Only the first tickets are known: there are no figures and no remarks yet. */
  declare partial: boolean;
  /** How the choice of columns compares with the last one for such a table; undefined if there is none. */
  declare comparison: 'as-last' | 'other' | undefined;
  /** The file's name with its actions. */
  declare head: TemplateResult;
  declare allTickets: boolean;
  declare allRemarks: boolean;
  /** Titles of a column that lost its meaning to another one, and of that one. */
  declare taken: readonly [title: string, by: string] | undefined;

  constructor() {
    super();
    this.stale = false;
    this.partial = false;
    this.allTickets = false;
    this.allRemarks = false;
  }

  /** What is said of the rows of a table that lacks a column would only repeat that. */
  get #isMissing(): boolean {
    return missingIn(this.preview.columns).length > 0;
  }

  #figures(): TemplateResult {
    const messages = translated(uploadMessages);
    const { columns, format, total, outcomes, unchanged, unreadable_count: unreadable } = this.preview;
    const known = columns.filter(({ column }) => column !== null).length;
    const remarks = remarksIn(this.preview) + unreadable;
    return html`<dl class="preview-figures ${unchanged > 0 ? 'is-five' : ''}">
      <div>
        <dt>${messages.statTickets}</dt>
        <dd class="number">${figure(total + unreadable)}</dd>
      </div>
      ${
        columns.length === 0
          ? html`<div>
              <dt>${messages.statFormat}</dt>
              <dd>${format.toUpperCase()}</dd>
            </div>`
          : html`<div>
              <dt>${messages.statColumns}</dt>
              <dd class="number">${figure(known)} <small>${messages.of(columns.length)}</small></dd>
            </div>`
      }
      <div>
        <dt>${messages.statReady}</dt>
        <dd class="number">${figure(unreadable > 0 ? 0 : outcomes.stored + outcomes.updated)}</dd>
      </div>
      ${
        unchanged === 0
          ? nothing
          : html`<div>
              <dt>${messages.statUnchanged}</dt>
              <dd class="number">${figure(unchanged)}</dd>
            </div>`
      }
      <div>
        <dt>${messages.statRemarks}</dt>
        <dd class="number ${remarks > 0 ? 'is-warning' : ''}">${figure(remarks)}</dd>
      </div>
    </dl>`;
  }

  #assignColumn(title: string, column: ColumnName | null): void {
    const before = replacedBy(this.preview.columns, [title, column]);
    this.taken = before ? [before.title, title] : undefined;
    this.dispatchEvent(new CustomEvent('column', { detail: [title, column] }));
  }

  /** That the table is read as last time, or not, with the way to the other. */
  #compared(): TemplateResult | typeof nothing {
    const { asLast, chooseAnew, notAsLast, takeLast } = translated(uploadMessages);
    const { comparison } = this;
    if (comparison === undefined || this.partial) return nothing;
    const isAsLast = comparison === 'as-last';
    const choose = () => this.dispatchEvent(new CustomEvent('as-last', { detail: !isAsLast }));
    return html`<p class="preview-last">
      ${icon(isAsLast ? 'check' : 'alert')}<span>${isAsLast ? asLast : notAsLast}</span>
      <button class="link" type="button" ?disabled=${this.stale} @click=${choose}>
        ${isAsLast ? chooseAnew : takeLast}
      </button>
    </p>`;
  }

  #tickets(): TemplateResult | typeof nothing {
    const messages = translated(uploadMessages);
    const { columns, desk, tickets } = this.preview;
    if (columns.length === 0 && tickets.length === 0 && !desk) return nothing;
    const hidden = this.allTickets ? 0 : Math.max(0, tickets.length - firstTickets);
    const rows = hidden === 0 ? tickets : tickets.slice(0, firstTickets);
    const place = (detail: TablePlace) => this.dispatchEvent(new CustomEvent('place', { detail }));
    return html`<section class="panel" aria-busy=${this.stale ? 'true' : 'false'}>
      <div class="upload-head">
        <h2>${columns.length === 0 ? messages.firstTickets : messages.columnsAndTickets}</h2>
        <span class="upload-head-note">${this.stale ? messages.rereading : messages.asStored}</span>
      </div>
      ${this.#compared()} ${previewPlace(this.preview, place)} ${previewDesk(this.preview, place)}
      ${columns.length === 0 ? nothing : previewColumns(columns, (...chosen) => this.#assignColumn(...chosen), this.taken)}
      ${tickets.length > 0 ? this.#table(rows) : this.partial || this.#isMissing ? nothing : html`<p class="upload-none">${messages.noneToStore}</p>`}
      ${
        hidden === 0
          ? nothing
          : html`<div class="upload-more">
              <button class="link" type="button" @click=${() => (this.allTickets = true)}>
                ${messages.moreTickets(hidden)}
              </button>
            </div>`
      }
      ${readingNotes(this.preview)}
    </section>`;
  }

  #table(tickets: Preview['tickets']): TemplateResult {
    const messages = translated(uploadMessages);
    const heading = tickets.some(({ row }) => row !== null) ? messages.row : messages.position;
    // A column of empty cells would tell nothing; the category has one, since it is missed.
    const given = shownDetails.filter(({ name }) => name === 'category' || tickets.some((ticket) => ticket[name]));
    return html`<div class="preview-table" tabindex="0" role="group" aria-label=${messages.firstTickets}>
      <table class="upload-table preview-tickets ${tickets.some(({ category }) => category) ? '' : 'preview-unfilled'}">
        <thead>
          <tr>
            <th class="preview-position" scope="col">${heading}</th>
            ${given.map(({ name }) => html`<th class="preview-detail" scope="col">${columnHeading(name)}</th>`)}
            ${(['problem', 'solution'] as const).map((name) => html`<th scope="col">${columnHeading(name)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${tickets.map(
            (ticket) =>
              html`<tr>
                <td class="upload-table-position" title=${`${messages.number} ${ticket.ticket_id}`}>
                  ${figure(ticket.row ?? ticket.index + 1)}
                </td>
                ${given.map(({ name }) => html`<td>${shownText(name, ticket[name])}</td>`)}
                <td>
                  <kb-folded-text
                    .texts=${ticket.problem_parts}
                    subject=${`${columnHeading('problem')} ${ticket.ticket_id}`}
                  ></kb-folded-text>
                </td>
                <td>
                  <kb-folded-text
                    .texts=${[ticket.solution]}
                    subject=${`${columnHeading('solution')} ${ticket.ticket_id}`}
                  ></kb-folded-text>
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #remarks(): TemplateResult | typeof nothing {
    const messages = translated(uploadMessages);
    const { format, unreadable_count: count } = this.preview;
    const isTable = format !== 'json';
    const all = remarkRows(this.preview);
    const remarks = remarksIn(this.preview) + count;
    if (remarks === 0) return nothing;
    const hidden = this.allRemarks ? 0 : Math.max(0, all.length - firstRemarks);
    return html`<section class="panel" aria-busy=${this.stale ? 'true' : 'false'}>
      <div class="upload-head">
        <h2>${messages.remarks(isTable)}</h2>
        <span class="upload-head-note number">${figure(remarks)}</span>
      </div>
      ${remarksTable(hidden === 0 ? all : all.slice(0, firstRemarks))}
      <div class="upload-more">
        ${
          hidden === 0
            ? nothing
            : html`<button class="link" type="button" @click=${() => (this.allRemarks = true)}>
                ${all.length < remarks ? messages.moreRowsOf(hidden, remarks - firstRemarks, isTable) : messages.moreRows(hidden, isTable)}
              </button>`
        }
        <button
          class="link upload-more-end"
          type="button"
          ?disabled=${this.stale}
          @click=${() => this.dispatchEvent(new CustomEvent('remarks'))}
        >
          ${messages.allRemarks}
        </button>
      </div>
      ${hidden === 0 && all.length < remarks ? html`<p class="upload-none">${messages.onlyFirst(all.length)}</p>` : nothing}
    </section>`;
  }

  protected override render() {
    const freed = () => this.dispatchEvent(new CustomEvent('freed'));
    const isReadable = !this.partial && !this.#isMissing;
    return html`<div class="panel">
        ${this.head}${isReadable ? html`${this.#figures()}${removedNote(this.preview, this.collectionId, freed)}` : nothing}
      </div>
      ${this.#tickets()}${isReadable ? html`${previewUpdates(this.preview)}${copiedTickets(this.preview, this.collectionId)}${this.#remarks()}` : nothing}`;
  }
}
customElements.define('kb-preview', KbPreview);

declare global {
  interface HTMLElementTagNameMap {
    'kb-preview': KbPreview;
  }
}
