import { html, type TemplateResult } from 'lit';

/** A ticket's number where there may be no room for it: it loses its beginning, as the numbers of a desk differ at their end. Its whole is the title. */
export const cutNumber = (number: string): TemplateResult =>
  html`<span class="cut-number" title=${number}><bdi dir="ltr">${number}</bdi></span>`;
