import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../icons.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { searchAddress } from './query-address.ts';

type Where = { readonly collection: Collection; readonly others: readonly Collection[]; readonly query: string };

/** There is nothing to show: why, and the ways out of it. */
export const nothingFound = ({ collection, others, query }: Where): TemplateResult => {
  const say = translated(searchMessages);
  const isEmpty = collection.ticket_count === 0;
  const [largest] = others
    .filter(({ id, ticket_count: count }) => id !== collection.id && count > 0)
    .toSorted((one, other) => other.ticket_count - one.ticket_count);
  const upload = html`<wa-button variant="brand" href="/collections/${collection.id}/upload">
    ${icon('upload', 'start')}${say.upload}
  </wa-button>`;
  const elsewhere = (other: Collection) =>
    html`<wa-button appearance="outlined" href=${searchAddress(other.id, query)}
      >${say.searchIn(other.name)}</wa-button
    >`;
  const empty = say.noTickets(collection.name);
  const advice = largest ? say.uploadOrElsewhere : say.uploadSome;
  return html`<div class="none">
    <b>${query === '' ? empty : say.nothing}</b>
    <p>${isEmpty ? `${query === '' ? '' : `${empty}. `}${advice}` : say.noWords}</p>
    <div class="acts-row">${isEmpty ? upload : nothing} ${largest ? elsewhere(largest) : nothing}</div>
  </div>`;
};
