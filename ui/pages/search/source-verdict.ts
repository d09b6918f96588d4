import { html, nothing, type TemplateResult } from 'lit';
import type { Verdict } from '../../api/answers.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { verdictMessages } from '../../messages/verdict.ts';

/** One click says that a source helped, one more takes it back; disabled without `give`. */
export const sourceThumb = (
  ticketId: string,
  verdict: Verdict | null | undefined,
  give: ((isOn: boolean) => void) | undefined,
): TemplateResult => {
  const isOn = verdict?.helped === true && verdict.ticket_id === ticketId;
  const label = translated(verdictMessages).thumb(ticketId);
  return html`<button
    class="icon-button source-thumb"
    type="button"
    aria-label=${label}
    title=${label}
    aria-pressed=${isOn ? 'true' : 'false'}
    ?disabled=${!give}
    @click=${() => give?.(!isOn)}
  >
    ${icon('thumbs-up')}
  </button>`;
};

/** That a source helped, or fitted where the answer did not help. */
export const verdictChip = (ticketId: string, verdict: Verdict | null | undefined): TemplateResult | typeof nothing => {
  if (verdict?.ticket_id !== ticketId) return nothing;
  const { chip, fittedChip } = translated(verdictMessages);
  return html`<span class="ticket-chip">${icon('check')}${verdict.helped ? chip : fittedChip}</span>`;
};
