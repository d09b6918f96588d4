import { html, type TemplateResult } from 'lit';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

/** Before the first query: what to write. */
export const hello = (): TemplateResult => {
  const say = translated(searchMessages);
  return html`<section class="panel hello">
    <h2>${say.hello}</h2>
    <p>${say.helloText}</p>
    <ul>
      ${say.examples.map(([part, example]) => html`<li><span>${part}</span><q>${example}</q></li>`)}
    </ul>
  </section>`;
};
