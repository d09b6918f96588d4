import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

/** A bar that fills with a share from 0 to 1; the figure beside it says the same, so it is hidden from screen readers. */
export const scoreBar = (share: number): TemplateResult => {
  const fill = (bar: Element | undefined) => {
    // Through the object model: the page's policy forbids style attributes.
    if (bar instanceof HTMLElement) bar.style.width = `${Math.round(Math.min(Math.max(share, 0), 1) * 100)}%`;
  };
  return html`<span class="bar" aria-hidden="true"><i ${ref(fill)}></i></span>`;
};
