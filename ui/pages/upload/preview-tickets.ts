import { html, type TemplateResult } from 'lit';
import { shownDetails } from '../../../src/domain/ticket-fields.ts';
import '../../components/kb-folded-text.ts';
import { columnHeading, shownText } from '../../messages/columns.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { Preview } from './upload-records.ts';

/** The first tickets of a file, as they would be stored. */
export const ticketsTable = (tickets: Preview['tickets']): TemplateResult => {
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
};
