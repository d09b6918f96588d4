import { html, nothing, type TemplateResult } from 'lit';
import type { Source } from '../../api/records.ts';
import type { TicketRow } from '../../api/tickets.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { noFilter, ticketsAddress } from '../tickets/ticket-address.ts';
import { parseFullText } from './parse-full-text.ts';

type Copies = {
  readonly copies: readonly string[];
  readonly collectionId: string;
  readonly source: Source;
  readonly now: TicketRow | undefined;
};

/** The way to the tickets that were found with the same text; or with the one that this had, if it was corrected since. */
export const sourceCopies = ({ copies, collectionId, source, now }: Copies): TemplateResult | typeof nothing => {
  if (copies.length === 0) return nothing;
  const { also, sameText, formerText, number } = translated(searchMessages);
  const found = parseFullText(source);
  const isCorrected = now !== undefined && (now.problem !== found?.problem || now.solution !== found.solution);
  const links = copies.map((id, index) => {
    const address = ticketsAddress(collectionId, { filter: noFilter, ticketId: id });
    return html`${index > 0 ? ', ' : ''}<a href=${address}>${number(id)}</a>`;
  });
  return html`<p class="source-copies">${also} ${links} ${isCorrected ? formerText : sameText}</p>`;
};
