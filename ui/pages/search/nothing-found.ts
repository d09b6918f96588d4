import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { searchAddress } from './search-address.ts';

type Where = { readonly collection: Collection; readonly others: readonly Collection[]; readonly query: string };

/** There is nothing to show: why, and the ways out of it. */
export const nothingFound = ({ collection, others, query }: Where): TemplateResult => {
  const messages = translated(searchMessages);
  const isEmpty = collection.ticket_count === 0;
  const [largest] = others
    .filter(({ id, ticket_count: count }) => id !== collection.id && count > 0)
    .toSorted((one, other) => other.ticket_count - one.ticket_count);
  const upload = html`<wa-button variant="brand" href="/collections/${collection.id}/upload">
    ${icon('upload', 'start')}${messages.upload}
  </wa-button>`;
  const elsewhere = (other: Collection) =>
    html`<wa-button appearance="outlined" href=${searchAddress(other.id, query)}
      >${messages.searchIn(other.name)}</wa-button
    >`;
  const empty = messages.noTickets(collection.name);
  const advice = largest ? messages.uploadOrElsewhere : messages.uploadSome;
  return html`<div class="none">
    <b>${query === '' ? empty : messages.nothing}</b>
    <p>${isEmpty ? `${query === '' ? '' : `${empty}. `}${advice}` : messages.noWords}</p>
    <div class="action-row">${isEmpty ? upload : nothing} ${largest ? elsewhere(largest) : nothing}</div>
  </div>`;
};
