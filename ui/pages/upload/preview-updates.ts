import { html, nothing, type TemplateResult } from 'lit';
import { columnsListed, columnLabel, shownText } from '../../messages/columns.ts';
import { figure } from '../../messages/format.ts';
import { language, translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { diffText } from '../../components/diff-text.ts';
import { positionText } from './preview-remarks.ts';
import type { ChangedText, ListedTicket, Preview, UpdatedTicket } from './upload-records.ts';

/** The stored text and that of the file as one: struck through what goes, underlined what comes; named where several change. */
const change = ({ name, before, after }: ChangedText, isOnly: boolean): TemplateResult | typeof nothing => {
  if (before === null || after === null || before === after) return nothing;
  return html`<p class="facts-diff">
    ${isOnly ? nothing : html`<b>${columnLabel(name)}</b> `}<span
      >${diffText(shownText(name, before), shownText(name, after))}</span
    >
  </p>`;
};

const position = (ticket: ListedTicket): TemplateResult =>
  html`<span class="upload-table-position">${positionText(ticket)}</span>
    ${translated(uploadMessages).numbered(ticket.ticket_id)}`;

const updatedRow = (ticket: UpdatedTicket): TemplateResult => {
  const names = columnsListed(
    ticket.changed.map(({ name }) => name),
    language(),
  );
  return html`<li>
    ${position(ticket)}
    <b>${translated(uploadMessages).willChange(names)}</b
    >${ticket.changed.map((each) => change(each, ticket.changed.length === 1))}
  </li>`;
};

const listedRow = (ticket: ListedTicket): TemplateResult => html`<li>${position(ticket)}</li>`;

type Kind = {
  readonly name: string;
  readonly count: number;
  readonly rows: readonly TemplateResult[];
  readonly isOpen?: boolean;
};

const kind = ({ name, count, rows, isOpen = false }: Kind): TemplateResult | typeof nothing =>
  count === 0
    ? nothing
    : html`<details class="preview-kind" ?open=${isOpen}>
        <summary>${name} <span class="number">${figure(count)}</span></summary>
        <ul>
          ${rows}
        </ul>
        ${rows.length < count ? html`<p class="upload-none">${translated(uploadMessages).onlyFirst(rows.length)}</p>` : nothing}
      </details>`;

/** What an upload that updates would do with each ticket: which are new, which change and how, and which stay as they are. */
export const previewUpdates = ({ updates, outcomes, unchanged }: Preview): TemplateResult | typeof nothing => {
  if (!updates) return nothing;
  const messages = translated(uploadMessages);
  return html`<section class="panel">
    <div class="upload-head"><h2>${messages.changes}</h2></div>
    ${[
      kind({
        name: messages.kindChanged,
        count: outcomes.updated,
        rows: updates.updated.map(updatedRow),
        isOpen: true,
      }),
      kind({ name: messages.kindNew, count: outcomes.stored, rows: updates.added.map(listedRow) }),
      kind({ name: messages.kindSame, count: unchanged, rows: updates.unchanged.map(listedRow) }),
    ]}
  </section>`;
};
