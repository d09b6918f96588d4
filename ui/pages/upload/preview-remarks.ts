import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { maskedText } from '../../components/masked-text.ts';
import { errorDetailText } from '../../messages/error-details.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { repairOf } from './repair-of.ts';
import type { Preview, SkippedTicket, UnreadableTicket } from './upload-records.ts';

/** The table rows of a preview's unreadable and skipped tickets. */
export const remarkRows = (preview: Preview): readonly TemplateResult[] => [
  ...preview.unreadable.map(unreadableRow),
  ...preview.skipped.map(skippedRow),
];

export const remarksTable = (rows: readonly TemplateResult[]): TemplateResult => {
  const messages = translated(uploadMessages);
  return html`<table class="upload-table is-cards preview-remarks">
    <thead class="visually-hidden">
      <tr>
        <th scope="col">${messages.row}</th>
        <th scope="col">${messages.why}</th>
        <th scope="col">${messages.what}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
};

/** The row in a table, the number of a ticket in another file (both from 1), or the whole file. */
export const positionText = ({
  row,
  index,
}: {
  readonly row: number | null;
  readonly index: number | null;
}): string => {
  const messages = translated(uploadMessages);
  if (row !== null) return messages.inRow(row);
  return index === null ? messages.wholeFile : messages.ticketAt(index + 1);
};

/** The ticket's text that a remark is about. */
const quoted = (excerpt: string | null): TemplateResult | typeof nothing =>
  excerpt === null ? nothing : html`<q class="preview-excerpt">${maskedText(excerpt)}</q>`;

const unreadableRow = (unreadable: UnreadableTicket): TemplateResult => {
  const messages = translated(uploadMessages);
  return html`<tr>
    <td class="upload-table-position">${positionText(unreadable)}</td>
    <td><span class="preview-reason is-refusal">${icon('circle-x')}${messages.cannotRead}</span></td>
    <td>${errorDetailText(unreadable.detail)} ${quoted(unreadable.excerpt)}</td>
  </tr>`;
};

const skippedRow = (ticket: SkippedTicket): TemplateResult => {
  const messages = translated(uploadMessages);
  const { outcome } = ticket;
  return html`<tr>
    <td class="upload-table-position">${positionText(ticket)}</td>
    <td><span class="preview-reason">${icon('alert')}${messages.outcomes[outcome][0]}</span></td>
    <td>
      <span class="unbroken">${messages.number} ${ticket.ticket_id}.</span>
      ${repairOf(ticket)} ${quoted(ticket.excerpt)}
    </td>
  </tr>`;
};
