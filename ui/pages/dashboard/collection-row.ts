import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import { scoreBar } from '../../components/score-bar.ts';
import { collectionMessages } from '../../messages/collection.ts';
import { commonMessages } from '../../messages/common.ts';
import { dashboardMessages } from '../../messages/dashboard.ts';
import { day, figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { plainWord } from '../search/word-forms.ts';

type RowActions = { readonly configure: () => void; readonly remove: () => void };

/** A row of the table; `maxTickets`, the largest count of all rows, is a full bar. */
export const collectionRow = (
  collection: Collection,
  maxTickets: number,
  { configure, remove }: RowActions,
): TemplateResult => {
  const messages = translated(dashboardMessages);
  const { id, name, ticket_count: count, created_at: created } = collection;
  const target = count === 0 ? `/collections/${id}/upload` : `/collections/${id}`;
  const volume = html`<span class="collections-volume"
    >${scoreBar(count / maxTickets)}<span class="number"
      ><span class="wide-only">${figure(count)}</span
      ><span class="narrow-only">${translated(commonMessages).tickets(count)}</span></span
    ></span
  >`;
  return html`<tr data-id=${id}>
    <td><a class="collections-name" href=${target}>${name}</a></td>
    <td class="collections-count">${count === 0 ? html`<span class="quiet">${messages.empty}</span>` : volume}</td>
    <td class="collections-date">${day(created)}</td>
    <td>
      <span class="collections-actions">
        <wa-button
          size="s"
          appearance="plain"
          href=${target}
          title=${count === 0 ? messages.uploadInto(name) : messages.searchIn(name)}
        >
          ${count === 0 ? icon('upload', 'start') : icon('search', 'start')}${count === 0 ? messages.upload : messages.search}<span
            class="visually-hidden"
            >, ${name}</span
          >
        </wa-button>
        ${rowButton('settings', translated(collectionMessages).settingsOf(name), configure)}
        ${rowButton('trash', messages.remove(name), remove)}
      </span>
    </td>
  </tr>`;
};

const rowButton = (symbol: 'settings' | 'trash', label: string, press: () => void): TemplateResult =>
  html`<button class="icon-button" type="button" aria-label=${label} title=${label} @click=${press}>
    ${icon(symbol)}
  </button>`;

/** What the rows are sorted by: names ascending, counts from the largest, oldest first. */
export type SortKey = 'name' | 'count' | 'created';

type Sorting = { readonly by: SortKey; readonly choose: (by: SortKey) => void };

/** The rows whose name contains `text`, ё like е, in the order of `by`. */
export const arranged = (all: readonly Collection[], text: string, by: SortKey): readonly Collection[] => {
  const compare: Readonly<Record<SortKey, (one: Collection, other: Collection) => number>> = {
    name: (one, other) => one.name.localeCompare(other.name, 'ru', { numeric: true }),
    count: (one, other) => other.ticket_count - one.ticket_count,
    created: (one, other) => one.created_at.localeCompare(other.created_at),
  };
  return all.filter(({ name }) => plainWord(name).includes(plainWord(text.trim()))).toSorted(compare[by]);
};

/** The table's head row; its columns can be sorted by if `sorting` is given. */
export const collectionHead = (sorting?: Sorting): TemplateResult => {
  const messages = translated(dashboardMessages);
  const column = (by: SortKey, columnClass = '') => {
    if (!sorting) return html`<th scope="col" class=${columnClass}>${messages[by]}</th>`;
    const order = by === 'count' ? 'descending' : 'ascending';
    return html`<th scope="col" class=${columnClass} aria-sort=${sorting.by === by ? order : nothing}>
      <button type="button" class="collections-sort" @click=${() => sorting.choose(by)}>
        ${messages[by]}${icon(sorting.by === by ? 'chevron-down' : 'chevrons-up-down')}
      </button>
    </th>`;
  };
  return html`<tr>
    ${column('name')} ${column('count', 'collections-count')} ${column('created')}
    <th scope="col"><span class="visually-hidden">${messages.actions}</span></th>
  </tr>`;
};
