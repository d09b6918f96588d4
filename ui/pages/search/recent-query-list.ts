import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import type { RecentQueries } from './recent-queries.ts';

type RecentQueryList = {
  readonly recent: RecentQueries;
  /** The current query, which is not listed. */
  readonly current: string;
  /** The address of a search for it. */
  readonly addressOf: (query: string) => string;
  /** Called after a query was removed. */
  readonly onChange: () => void;
  readonly focusSearchBox: () => void;
};

/** Arrow keys move through the links, and from the first one back to the search box, as Esc does. */
const onKeydown = (event: KeyboardEvent, focusSearchBox: () => void): void => {
  const links = [...(event.currentTarget as Element).querySelectorAll('a')];
  const index = links.findIndex((each) => each === document.activeElement);
  if (event.key === 'Escape' || (event.key === 'ArrowUp' && index === 0)) focusSearchBox();
  else if (event.key === 'ArrowUp') links[index - 1]?.focus();
  else if (event.key === 'ArrowDown') links[index + 1]?.focus();
  else return;
  event.preventDefault();
};

/** Links to the recent queries, each with a button to remove it; nothing if there are none. */
export const recentQueryList = ({ recent, current, addressOf, onChange, focusSearchBox }: RecentQueryList) => {
  const messages = translated(searchMessages);
  const queries = recent.all().filter((each) => each !== current);
  if (queries.length === 0) return nothing;
  const change = (action: () => void) => () => {
    action();
    onChange();
    focusSearchBox();
  };
  const item = (query: string) =>
    html`<li>
      <a href=${addressOf(query)}>${icon('history')}<span>${query}</span></a>
      <button
        class="icon-button"
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
    <ul @keydown=${(event: KeyboardEvent) => onKeydown(event, focusSearchBox)}>
      ${repeat(queries, (query) => query, item)}
    </ul>
  </section>`;
};
