import { html, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import { scoreBar } from '../../components/score-bar.ts';
import { commonMessages } from '../../messages/common.ts';
import { dashboardMessages } from '../../messages/dashboard.ts';
import { day, figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';

/** A row of the table; `maxTickets`, the largest count of all rows, is a full bar. */
export const collectionRow = (collection: Collection, maxTickets: number, remove: () => void): TemplateResult => {
  const messages = translated(dashboardMessages);
  const { id, name, ticket_count: count, created_at: created } = collection;
  const target = count === 0 ? `/collections/${id}/upload` : `/collections/${id}`;
  const volume = html`<span class="vol"
    >${scoreBar(count / maxTickets)}<span class="num"
      ><span class="hide-s">${figure(count)}</span
      ><span class="only-s">${translated(commonMessages).tickets(count)}</span></span
    ></span
  >`;
  return html`<tr data-id=${id}>
    <td><a class="name" href=${target}>${name}</a></td>
    <td class="n">${count === 0 ? html`<span class="q">${messages.empty}</span>` : volume}</td>
    <td class="when">${day(created)}</td>
    <td>
      <span class="actions">
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
        <button class="icon-btn" type="button" aria-label=${messages.remove(name)} @click=${remove}>
          ${icon('trash')}
        </button>
      </span>
    </td>
  </tr>`;
};

/** The table's head row. */
export const collectionHead = (): TemplateResult => {
  const messages = translated(dashboardMessages);
  return html`<tr>
    <th scope="col">${messages.name}</th>
    <th scope="col" class="n">${messages.count}</th>
    <th scope="col">${messages.created}</th>
    <th scope="col"><span class="visually-hidden">${messages.actions}</span></th>
  </tr>`;
};
