import { html, nothing, type TemplateResult } from 'lit';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

/** What the keys do, below the query box; the list of keys says it to screen readers. */
export const keyLine = (): TemplateResult | typeof nothing => {
  const say = translated(searchMessages);
  if (matchMedia('(pointer: coarse)').matches) return nothing;
  return html`<div class="keyline" aria-hidden="true">
    <span><kbd>Enter</kbd>${say.keyFind}</span>
    <span><kbd>Shift</kbd><kbd>Enter</kbd>${say.keyLine}</span>
    <span><kbd>/</kbd>${say.keyQuery}</span>
  </div>`;
};
