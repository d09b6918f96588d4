import { html, nothing, type TemplateResult } from 'lit';
import { ago, day } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

/** How long ago a ticket was resolved, with the day as a tooltip; nothing if that is not known. */
export const sourceAge = (resolvedAt: number | undefined): TemplateResult | typeof nothing => {
  if (resolvedAt === undefined) return nothing;
  const { resolved } = translated(searchMessages);
  return html`<span class="ticket-chip is-whole" title=${day(new Date(resolvedAt).toISOString())}
    >${resolved(ago(resolvedAt))}</span
  >`;
};
