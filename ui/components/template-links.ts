import { html, type TemplateResult } from 'lit';

export const templateFormats = ['CSV', 'XLSX', 'JSON'] as const;
export type TemplateFormat = (typeof templateFormats)[number];

/** A link that downloads a template file. */
export const templateLink = (format: TemplateFormat, sentence: string): TemplateResult =>
  html`<a href="/templates/tickets.${format.toLowerCase()}" download>${sentence}</a>`;
