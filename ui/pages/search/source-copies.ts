import { html, nothing, type TemplateResult } from 'lit';
import type { Source } from '../../api/records.ts';
import type { TicketRow } from '../../api/tickets.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { noFilter, ticketsAddress } from '../tickets/ticket-address.ts';
import { parseFullText } from './parse-full-text.ts';

type Found = { readonly collectionId: string; readonly source: Source; readonly now: TicketRow | undefined };

/** More are behind a line that says how many there are. */
const maxInLine = 4;

/** The way to the tickets that were found with the same solution; or with the one that this had, if it was corrected since. */
export const sourceCopies = ({ collectionId, source, now }: Found): TemplateResult | typeof nothing => {
  const { copies = [] } = source;
  if (copies.length === 0) return nothing;
  const { also, alsoMore, sameSolution, formerSolution, number } = translated(searchMessages);
  const isCorrected = now !== undefined && now.solution !== parseFullText(source)?.solution;
  const which = isCorrected ? formerSolution : sameSolution;
  const links = copies.map((id, index) => {
    const address = ticketsAddress(collectionId, { filter: noFilter, ticketId: id });
    return html`${index > 0 ? ', ' : ''}<a href=${address}>${number(id)}</a>`;
  });
  if (copies.length <= maxInLine) return html`<p class="source-copies">${also} ${links} ${which}</p>`;
  return html`<details class="source-copies">
    <summary>${alsoMore(copies.length)} ${which}</summary>
    ${links}
  </details>`;
};
