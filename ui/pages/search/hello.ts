import { html, type TemplateResult } from 'lit';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

/** Before the first query: what to write. */
export const hello = (): TemplateResult => {
  const messages = translated(searchMessages);
  return html`<section class="panel intro">
    <h2>${messages.hello}</h2>
    <p>${messages.helloText}</p>
    <ul>
      ${messages.examples.map(([part, example]) => html`<li><span>${part}</span><q>${example}</q></li>`)}
    </ul>
  </section>`;
};
