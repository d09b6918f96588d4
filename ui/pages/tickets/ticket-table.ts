import '@awesome.me/webawesome/dist/components/skeleton/skeleton.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { shownDetails } from '../../../src/domain/ticket-fields.ts';
import type { TicketIdRow, TicketRow } from '../../api/tickets.ts';
import { plainClick } from '../../browser/plain-click.ts';
import { cutNumber } from '../../components/cut-number.ts';
import { icon } from '../../components/icon.ts';
import { markedText } from '../../components/masked-text.ts';
import { columnHeading, shownText } from '../../messages/columns.ts';
import { ago, shortDay } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { flagMessages } from '../../messages/ticket-flag.ts';
import { selectionMessages } from '../../messages/ticket-selection.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import type { QueryWords } from '../search/query-words.ts';
import type { ListedPage } from './ticket-list.ts';
import { filterWords } from './ticket-texts.ts';

type Table = {
  /** The head alone without it. */
  readonly page: ListedPage | undefined;
  /** The ticket that is shown beside the list. */
  readonly openId: string | undefined;
  /** Something is open beside it. */
  readonly isNarrow: boolean;
  readonly selected: ReadonlyMap<string, TicketIdRow>;
  readonly hasDraft: (ticketId: string) => boolean;
  readonly addressOf: (ticketId: string) => string;
  readonly open: (ticketId: string) => void;
  readonly select: (row: TicketRow, isRange: boolean) => void;
  /** Selects the rows of the page, or takes them back. */
  readonly selectPage: (isOn: boolean) => void;
};

const freeTexts = shownDetails.filter(({ kind }) => kind === undefined);

/** Whether it is known of a ticket of the page when it was resolved: else there is no column for it. */
const hasAges = (page: ListedPage | undefined): boolean =>
  page?.tickets.some(({ resolved_at: at }) => at !== undefined) ?? false;

/** Characters of a number that the column has room for; help desks number with a prefix: ЗНО-040226, INC0012345. */
const shortNumber = 8;

const hasLongNumbers = (page: ListedPage | undefined): boolean =>
  page?.tickets.some(({ ticket_id: id }) => id.length > shortNumber) ?? false;

/** The page of tickets as a table; a click anywhere on a row opens it. */
export const ticketTable = (table: Table): TemplateResult => {
  const messages = translated(ticketsMessages);
  const { page, isNarrow, selected } = table;
  return html`<table
    class="tickets-table ${isNarrow ? 'is-narrow' : ''} ${hasLongNumbers(page) ? 'has-long-numbers' : ''} ${selected.size > 0 ? 'is-picking' : ''}"
    aria-label=${messages.list}
  >
    <thead class="narrow-unseen">
      <tr>
        <th scope="col" class="tickets-number">${page ? pageLabel(page, table) : messages.number('').trim()}</th>
        <th scope="col">${messages.problem}</th>
        ${freeTexts.map(({ name }) => html`<th scope="col" class="tickets-category">${columnHeading(name)}</th>`)}
        ${hasAges(page) ? html`<th scope="col" class="tickets-stored">${messages.resolved}</th>` : nothing}
        <th scope="col" class="tickets-stored">${messages.stored}</th>
        <th scope="col" class="tickets-state"><span>${messages.state}</span></th>
      </tr>
    </thead>
    ${page ? tableRows(page, table) : nothing}
  </table>`;
};

/** The box that selects the page. */
const pageLabel = ({ tickets }: ListedPage, { selected, selectPage }: Table): TemplateResult => {
  const { selectPage: label } = translated(selectionMessages);
  const picked = tickets.filter(({ ticket_id: id }) => selected.has(id)).length;
  const isAll = picked === tickets.length;
  return html`<label class="tickets-pick" title=${label}>
    <input
      type="checkbox"
      aria-label=${label}
      .checked=${live(isAll)}
      .indeterminate=${live(picked > 0 && !isAll)}
      @click=${() => selectPage(!isAll)}
    /><span>${translated(ticketsMessages).number('').trim()}</span>
  </label>`;
};

const tableRows = ({ tickets, filter }: ListedPage, table: Table): TemplateResult => {
  const words = filterWords(filter.text);
  const rows = repeat(
    tickets,
    ({ ticket_id: id }) => id,
    (row) => tableRow(row, table, words),
  );
  return html`<tbody>
    ${rows}
  </tbody>`;
};

const tableRow = (row: TicketRow, table: Table, words: QueryWords): TemplateResult => {
  const { ticket_id: id, stored_at: stored, state } = row;
  const { page, openId, selected, hasDraft, addressOf, open } = table;
  const draft = html`<span class="tickets-draft">${translated(ticketsMessages).draft}</span> `;
  const isOpen = id === openId;
  const onClick = (event: MouseEvent) => {
    const isOther = event.target instanceof Element && event.target.closest('label, input') !== null;
    if (isOther || event.defaultPrevented || !plainClick(event)) return;
    // The text of a row can be selected.
    if (getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    open(id);
  };
  return html`<tr
    class="${state === 'withdrawn' ? 'is-hidden' : ''} ${isOpen || selected.has(id) ? 'is-selected' : ''}"
    data-id=${id}
    @click=${onClick}
  >
    <td class="tickets-number">${numberCell(row, table)}</td>
    <td class="tickets-problem">
      <a href=${addressOf(id)} aria-current=${isOpen ? 'true' : nothing}
        >${hasDraft(id) ? draft : nothing}${markedText(firstLine(row.problem), words)}</a
      >
    </td>
    ${freeTexts.map(({ name }) => {
      const text = shownText(name, row[name]);
      return html`<td class="tickets-category" title=${text}>${text}</td>`;
    })}
    ${hasAges(page) ? ageCell(row.resolved_at) : nothing}
    <td class="tickets-stored">${shortDay(stored)}</td>
    <td class="tickets-state">${stateText(row)}</td>
  </tr>`;
};

/** Empty where it is not known. */
const ageCell = (resolvedAt: string | undefined): TemplateResult =>
  html`<td class="tickets-stored" title=${shownText('resolved_at', resolvedAt)}>
    ${resolvedAt === undefined ? nothing : ago(Date.parse(resolvedAt))}
  </td>`;

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';

/** The number opens its ticket as the rest of the row does: its box alone selects it. */
const numberCell = (row: TicketRow, { selected, select }: Table): TemplateResult => {
  const { ticket_id: id } = row;
  return html`<span class="tickets-numbered">
    <label class="tickets-pick">
      <input
        type="checkbox"
        aria-label=${translated(ticketsMessages).select(id)}
        .checked=${live(selected.has(id))}
        @click=${({ shiftKey }: MouseEvent) => select(row, shiftKey)} /></label
    >${cutNumber(id)}
  </span>`;
};

/** What became of the ticket since; nothing for one that is as it was stored. */
const stateText = ({
  state,
  corrected_by: corrector,
  changed_at: at,
  flagged_at: flagged,
}: TicketRow): TemplateResult | typeof nothing => {
  const messages = translated(ticketsMessages);
  if (state === 'withdrawn')
    return html`<span class="tickets-mark">${icon('eye-off')}<span>${messages.withdrawn(shortDay(at))}</span></span>`;
  if (flagged !== null)
    return html`<span class="tickets-mark"
      >${icon('flag')}<span>${translated(flagMessages).marked(shortDay(flagged))}</span></span
    >`;
  if (corrector === null) return nothing;
  const [name, text] =
    corrector === 'person' ? (['pencil', messages.corrected] as const) : (['upload', messages.updated] as const);
  return html`<span class="tickets-mark">${icon(name)}<span>${text(shortDay(at))}</span></span>`;
};

/** Skeleton rows while a list loads; visible after 150 ms. */
export const tableSkeleton = (): TemplateResult =>
  html`<div class="tickets-skeleton">
    ${Array.from({ length: 12 }, () => html`<div><wa-skeleton effect="sheen"></wa-skeleton><wa-skeleton effect="sheen"></wa-skeleton><wa-skeleton effect="sheen"></wa-skeleton></div>`)}
  </div>`;
