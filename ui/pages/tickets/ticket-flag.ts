import { html, type TemplateResult } from 'lit';
import { asApiError } from '../../api/api-error.ts';
import type { ChangedTicket, TicketClient } from '../../api/tickets.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { flagMessages } from '../../messages/ticket-flag.ts';

/** Flags a ticket for review, or says that it is right; `said` is what came of it, without a ticket if that failed. */
export const setFlag = async (
  client: Pick<TicketClient, 'flag'>,
  ticketId: string,
  isFlagged: boolean,
): Promise<{ readonly ticket: ChangedTicket | undefined; readonly said: string }> => {
  const { flagged, confirmed, failed } = translated(flagMessages);
  try {
    return { ticket: await client.flag(ticketId, isFlagged), said: isFlagged ? flagged : confirmed };
  } catch (error) {
    return { ticket: undefined, said: `${failed}. ${requestErrorText(asApiError(error))}` };
  }
};

/** One click flags a source, one more takes the flag off. */
export const sourceFlag = (ticketId: string, isFlagged: boolean, set: (isFlagged: boolean) => void): TemplateResult => {
  const { flagTicket, confirmTicket } = translated(flagMessages);
  const label = isFlagged ? confirmTicket(ticketId) : flagTicket(ticketId);
  return html`<button
    class="icon-button source-flag"
    type="button"
    aria-label=${label}
    title=${label}
    @click=${() => set(!isFlagged)}
  >
    ${icon(isFlagged ? 'check' : 'flag')}
  </button>`;
};

/** That a source is flagged. */
export const flagChip = (): TemplateResult =>
  html`<span class="ticket-chip is-flagged">${icon('flag')}${translated(flagMessages).flag}</span>`;
