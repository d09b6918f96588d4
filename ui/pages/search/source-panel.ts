import '@awesome.me/webawesome/dist/components/skeleton/skeleton.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Collection, Found } from '../../api/records.ts';
import { isPlain } from '../../browser/kept-texts.ts';
import { icon } from '../../components/icon.ts';
import { commonMessages } from '../../messages/common.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { addingAddress } from '../tickets/ticket-address.ts';
import { refusalNotice } from './kb-rate-limit-notice.ts';
import './kb-copy-button.ts';
import './kb-source.ts';
import { queryWords } from './query-words.ts';
import { searchAddress, searchAllAddress } from './search-address.ts';
import { filterText } from './search-filter.ts';
import type { SearchState } from './search-runner.ts';
import { partlyBasis, sentencesFor } from './search-sentences.ts';

type SourcePanel = {
  readonly search: SearchState | undefined;
  readonly collection: Collection;
  readonly allCollections: readonly Collection[];
  /** Nothing is stored, neither before nor by an upload that runs. */
  readonly isEmpty: boolean;
  /** The id of the ticket that the answer is based on. */
  readonly cited: string | undefined;
  readonly retry: () => void;
};

/** The right column: an introduction before the first query, then the tickets found, or why there are none. */
export const sourcePanel = (panel: SourcePanel): TemplateResult => {
  const { search, collection, isEmpty, retry } = panel;
  if (!search) return isEmpty ? nothingStored(panel) : introduction();
  const { found } = search;
  const { similar } = translated(searchMessages);
  if (found.state === 'searching') return framed({ heading: similar }, skeleton());
  if (found.state === 'refused') {
    const reason = refusalNotice(found, translated(searchMessages).searchFailed, retry);
    return framed({ heading: similar }, html`<div class="search-failure">${reason}</div>`);
  }
  if (found.sources.length === 0) return nothingFound(panel, search);
  // Another browser does not have the others.
  const link = isPlain(search.query)
    ? location.origin + searchAddress(collection.id, search.query, search.filter)
    : undefined;
  const list = { count: found.sources.length, link };
  const messages = translated(searchMessages);
  const { heading, advice } = sentencesFor(found, search.answer);
  const head = { ...list, heading: messages[heading], isWeak: advice !== undefined };
  if (advice === undefined) return framed(head, sourceList(found, panel));
  const weak = html`<div class="source-weak">
    <p>${messages[advice]}</p>
    ${weakActions(panel, search)}
  </div>`;
  return framed(head, html`${weak}${sourceList(found, panel)}`);
};

type Frame = {
  readonly heading: string;
  /** None of the tickets is surely similar. */
  readonly isWeak?: boolean;
  readonly count?: number;
  readonly link?: string | undefined;
};

const framed = ({ heading, isWeak = false, count, link }: Frame, content: TemplateResult): TemplateResult => {
  const messages = translated(searchMessages);
  const copyLink = html`<kb-copy-button symbol="link" label=${messages.copyLink} .text=${link ?? ''}></kb-copy-button>`;
  return html`<section class="panel source-list" aria-labelledby="sources">
    <div class="source-list-head ${isWeak ? 'is-weak' : ''}">
      ${isWeak ? icon('triangle-alert') : nothing}
      <h2 id="sources" tabindex="-1">${heading}</h2>
      ${count === undefined ? nothing : html`<span class="source-list-count">${figure(count)}</span>`}
      ${link === undefined ? nothing : copyLink}
      ${count === undefined || count === 0 ? nothing : html`<span class="source-list-similarity" aria-hidden="true">${translated(commonMessages).similarity}</span>`}
    </div>
    ${content}
  </section>`;
};

/** Best first, as the service orders them. */
const sourceList = (
  { sources, levels }: Pick<Found, 'sources' | 'levels'>,
  { search, collection, cited }: SourcePanel,
): TemplateResult => {
  const words = queryWords(search?.query ?? '');
  const partly = search && partlyBasis({ sources, levels }, search.answer);
  return html`${repeat(
    sources,
    (source) => source.ticket_id,
    (source, index) =>
      html`<kb-source
        .source=${source}
        .levels=${levels}
        .rank=${index + 1}
        .collectionId=${collection.id}
        .words=${words}
        .cited=${source.ticket_id === cited}
        .isPartly=${source.ticket_id === partly}
        .answerId=${search?.answerId}
        .canJudge=${search?.answer.state !== 'writing'}
      ></kb-source>`,
  )}`;
};

const skeleton = (): TemplateResult =>
  html`<div class="source-skeleton" aria-hidden="true">
    ${[1, 2, 3].map(
      () =>
        html`<div class="source">
          <wa-skeleton effect="sheen"></wa-skeleton>
          <wa-skeleton effect="sheen"></wa-skeleton>
          <wa-skeleton effect="sheen"></wa-skeleton>
        </div>`,
    )}
  </div>`;

const introduction = (): TemplateResult => {
  const messages = translated(searchMessages);
  return html`<section class="panel search-intro">
    <h2>${messages.intro}</h2>
    <p>${messages.introText}</p>
    <ul>
      ${messages.parts.map(([part, content]) => html`<li><span>${part}</span> ${content}</li>`)}
    </ul>
  </section>`;
};

/** What to do in place of a search: to upload tickets if there are none, and to ask the largest other collection. */
const elsewhere = ({ collection, allCollections, isEmpty }: SourcePanel, query: string) => {
  const messages = translated(searchMessages);
  const [largest] = allCollections
    .filter(({ id, ticket_count: count }) => id !== collection.id && count > 0)
    .toSorted((one, other) => other.ticket_count - one.ticket_count);
  const upload = html`<wa-button variant="brand" href="/collections/${collection.id}/upload">
    ${icon('upload', 'start')}${messages.upload}
  </wa-button>`;
  const searchIn = (other: Collection) =>
    html`<wa-button appearance="outlined" href=${searchAddress(other.id, query)}
      >${messages.searchIn(other.name)}</wa-button
    >`;
  return {
    advice: largest ? messages.uploadOrElsewhere : messages.uploadSome,
    actions: html`<div class="action-row">
      ${isEmpty ? upload : nothing} ${largest ? searchIn(largest) : nothing}
      ${largest && query !== '' ? searchEverywhere(query) : nothing}
    </div>`,
  };
};

const searchEverywhere = (query: string): TemplateResult =>
  html`<wa-button appearance="outlined" href=${searchAllAddress(query)}
    >${icon('search', 'start')}${translated(searchMessages).searchAll}</wa-button
  >`;

const searchUnfiltered = ({ id }: Collection, query: string): TemplateResult =>
  html`<wa-button appearance="outlined" href=${searchAddress(id, query)}
    >${translated(searchMessages).searchUnfiltered}</wa-button
  >`;

/** What else can be done about a question that no ticket here is similar to. */
const weakActions = ({ collection, allCollections }: SourcePanel, { query, filter }: SearchState): TemplateResult => {
  const { upload, addTicket } = translated(searchMessages);
  const isElsewhere = allCollections.some(({ id, ticket_count: count }) => id !== collection.id && count > 0);
  return html`<div class="action-row">
    ${filterText(filter) === '' ? nothing : searchUnfiltered(collection, query)}
    ${isElsewhere ? searchEverywhere(query) : nothing}
    <wa-button appearance="plain" href="/collections/${collection.id}/upload"
      >${icon('upload', 'start')}${upload}</wa-button
    >
    <wa-button appearance="plain" href=${addingAddress(collection.id, query)}
      >${icon('plus', 'start')}${addTicket}</wa-button
    >
  </div>`;
};

/** An empty collection before the first query. */
const nothingStored = (panel: SourcePanel): TemplateResult => {
  const { advice, actions } = elsewhere(panel, '');
  return html`<section class="panel search-intro">
    <h2>${translated(searchMessages).noTickets(panel.collection.name)}</h2>
    <p>${advice}</p>
    ${actions}
  </section>`;
};

/** A search without results: the collection is empty, nothing is behind the filter, or the query has no words; any query with words finds the nearest tickets. */
const nothingFound = (panel: SourcePanel, { query, filter }: SearchState): TemplateResult => {
  const messages = translated(searchMessages);
  const { advice, actions } = elsewhere(panel, query);
  const { nothing: none, noWords, noWordsText } = messages;
  const empty = html`<b>${none}</b>
    <p>${messages.noTickets(panel.collection.name)}. ${advice}</p>
    ${actions}`;
  const wordless = html`<b>${noWords}</b>
    <p>${noWordsText}</p>`;
  const filtered = html`<b>${messages.noneFiltered}</b>
    <div class="action-row">${searchUnfiltered(panel.collection, query)}</div>`;
  const reason = filterText(filter) === '' ? wordless : filtered;
  const content = html`<div class="source-none">${panel.isEmpty ? empty : reason}</div>`;
  return framed({ heading: messages.similar, count: 0 }, content);
};
