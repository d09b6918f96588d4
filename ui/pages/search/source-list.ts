import '@awesome.me/webawesome/dist/components/skeleton/skeleton.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Source } from '../../api/records.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import './kb-source.ts';
import type { QueryWords } from './query-words.ts';

/** The evidence: a panel with a heading above what was found, or above why nothing was. */
export const sourcePanel = (
  heading: { readonly inexact: boolean; readonly count?: number },
  content: TemplateResult,
): TemplateResult => {
  const messages = translated(searchMessages);
  const { inexact, count } = heading;
  return html`<section class="panel sources" aria-labelledby="sources">
    <div class="sources-head">
      <h2 id="sources" tabindex="-1">${inexact ? messages.close : messages.similar}</h2>
      ${count === undefined ? nothing : html`<span class="n">${figure(count)}</span>`}
      ${count === undefined || count === 0 ? nothing : html`<span class="r" aria-hidden="true">${messages.similarity}</span>`}
    </div>
    ${content}
  </section>`;
};

/** The tickets, best first. */
export const sourceList = (sources: readonly Source[], words: QueryWords, cited: string | undefined): TemplateResult =>
  html`${repeat(
    sources,
    ({ ticket_id: id }) => id,
    (source) => html`<kb-source .source=${source} .words=${words} .cited=${source.ticket_id === cited}></kb-source>`,
  )}`;

/** Where the tickets will be. */
export const sourceSkeleton = (): TemplateResult =>
  html`<div class="sources-skeleton" aria-hidden="true">
    ${[1, 2, 3].map(
      () =>
        html`<div class="source">
          <wa-skeleton effect="sheen"></wa-skeleton>
          <wa-skeleton effect="sheen"></wa-skeleton>
          <wa-skeleton effect="sheen"></wa-skeleton>
        </div>`,
    )}
  </div>`;
