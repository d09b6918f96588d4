import { html, nothing, type TemplateResult } from 'lit';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

/** What the keys do, below the query box; the list of keys says it to screen readers. */
export const keyLine = (): TemplateResult | typeof nothing => {
  const messages = translated(searchMessages);
  if (matchMedia('(pointer: coarse)').matches) return nothing;
  return html`<div class="key-hints" aria-hidden="true">
    <span><kbd>Enter</kbd>${messages.keyFind}</span>
    <span><kbd>Shift</kbd><kbd>Enter</kbd>${messages.keyLine}</span>
    <span><kbd>/</kbd>${messages.keyQuery}</span>
  </div>`;
};
