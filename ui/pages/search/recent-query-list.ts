import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { searchAddress } from './search-address.ts';
import type { RecentQueries } from './recent-queries.ts';

type Recent = {
  readonly recent: RecentQueries;
  /** The query at hand, which is not listed. */
  readonly current: string;
  readonly collectionId: string;
  /** Told after a query was removed. */
  readonly changed: () => void;
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

/** What was asked before, to ask again; nothing where there is none. */
export const recentQueryList = ({ recent, current, collectionId, changed, leave }: Recent) => {
  const messages = translated(searchMessages);
  const queries = recent.all().filter((each) => each !== current);
  if (queries.length === 0) return nothing;
  const change = (how: () => void) => () => {
    how();
    changed();
    leave();
  };
  const item = (query: string) =>
    html`<li>
      <a href=${searchAddress(collectionId, query)}>${icon('history')}<span>${query}</span></a>
      <button
        class="icon-btn"
        type="button"
        aria-label=${messages.forget(query)}
        @click=${change(() => recent.remove(query))}
      >
        ${icon('x')}
      </button>
    </li>`;
  return html`<section class="recent" aria-labelledby="recent">
    <div class="recent-head">
      <h2 id="recent">${messages.recent}</h2>
      <button type="button" @click=${change(recent.clear)}>${messages.clear}</button>
    </div>
    <ul @keydown=${(event: KeyboardEvent) => move(event, leave)}>
      ${repeat(queries, (query) => query, item)}
    </ul>
  </section>`;
};
