import { html, type TemplateResult } from 'lit';

const masks = /\[(ИМЯ|ТЕЛЕФОН|EMAIL)\]/u;

/** Ticket text with its masks as chips; the brackets stay in the text, so that a copy is exact. */
export const maskedText = (text: string): readonly (string | TemplateResult)[] =>
  text
    .split(masks)
    .map((part, index) => (index % 2 === 0 ? part : html`<span class="mask"><i>[</i>${part}<i>]</i></span>`));
