import { html, type TemplateResult } from 'lit';

/** The product's logo: lines of a list, one highlighted. */
export const logo = (): TemplateResult => html`
  <svg class="logo-mark" viewBox="0 0 20 20" aria-hidden="true">
    <rect x="1" y="2.5" width="13" height="3.5" rx="1.75"></rect>
    <rect class="is-strong" x="1" y="8.25" width="18" height="3.5" rx="1.75"></rect>
    <rect x="1" y="14" width="10" height="3.5" rx="1.75"></rect>
  </svg>
`;
