import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

/** A bar filled to a share from 0 to 1; hidden from screen readers, as it is always shown with the same figure or word. */
export const scoreBar = (share: number): TemplateResult => {
  const fill = (bar: Element | undefined) => {
    // Set by script: the content security policy forbids style attributes.
    if (bar instanceof HTMLElement) bar.style.width = `${Math.round(Math.min(Math.max(share, 0), 1) * 100)}%`;
  };
  return html`<span class="score-bar" aria-hidden="true"><i ${ref(fill)}></i></span>`;
};
