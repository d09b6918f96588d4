import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { type OutcomeCounts, outcomes } from './upload-records.ts';

/** Outcomes as parts of a bar, each as wide as its share; the legend beside says the same, so it is hidden from screen readers. */
export const outcomeBar = (counts: OutcomeCounts): TemplateResult => {
  const part = (outcome: (typeof outcomes)[number]) => {
    const grow = (element: Element | undefined) => {
      // Through the object model: the page's policy forbids style attributes.
      if (element instanceof HTMLElement) element.style.flexGrow = String(counts[outcome]);
    };
    return html`<i class="seg-${outcome}" ${ref(grow)}></i>`;
  };
  return html`<div class="stack" aria-hidden="true">
    ${outcomes.filter((outcome) => counts[outcome] > 0).map(part)}
  </div>`;
};
