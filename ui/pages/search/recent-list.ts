import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../../icons.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { searchAddress } from './query-address.ts';

type Recent = {
  readonly queries: readonly string[];
  readonly collectionId: string;
  readonly forget: (query: string) => void;
  readonly clear: () => void;
  /** To the query box again. */
  readonly leave: () => void;
};

/** Arrow keys go through the links of the list, and above the first one out of it. */
const move = (event: KeyboardEvent, leave: () => void): void => {
  const links = [...(event.currentTarget as Element).querySelectorAll('a')];
  const index = links.findIndex((each) => each === document.activeElement);
  if (event.key === 'Escape' || (event.key === 'ArrowUp' && index === 0)) leave();
  else if (event.key === 'ArrowUp') links[index - 1]?.focus();
  else if (event.key === 'ArrowDown') links[index + 1]?.focus();
  else return;
  event.preventDefault();
};

/** What was asked before, to ask again. */
export const recentList = ({ queries, collectionId, forget, clear, leave }: Recent): TemplateResult => {
  const say = translated(searchMessages);
  const item = (query: string) =>
    html`<li>
      <a href=${searchAddress(collectionId, query)}>${icon('history')}<span>${query}</span></a>
      <button class="icon-btn" type="button" aria-label=${say.forget(query)} @click=${() => forget(query)}>
        ${icon('x')}
      </button>
    </li>`;
  return html`<section class="recent" aria-labelledby="recent">
    <div class="recent-h">
      <h2 id="recent">${say.recent}</h2>
      <button type="button" @click=${clear}>${say.clear}</button>
    </div>
    <ul @keydown=${(event: KeyboardEvent) => move(event, leave)}>
      ${repeat(queries, (query) => query, item)}
    </ul>
  </section>`;
};
