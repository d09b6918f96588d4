import { html, nothing, type TemplateResult } from 'lit';
import type { TicketCounts, TicketFilter } from '../../api/tickets.ts';
import { downloadButton } from '../../components/download-button.ts';
import { icon } from '../../components/icon.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { flagMessages } from '../../messages/ticket-flag.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import './kb-category-menu.ts';
import { suggestedCategories } from './suggested-categories.ts';
import { periodList } from './period-list.ts';
import { isOpenFilter } from './ticket-address.ts';
import { knownTotal } from './ticket-list.ts';

type Filters = {
  readonly filter: TicketFilter;
  /** Undefined until they are loaded: the chips are shown without them. */
  readonly counts: TicketCounts | undefined;
  /** Whether there are tickets: the row of their categories has its space before it is known. */
  readonly hasTickets: boolean;
  /** Whether it is known of a ticket when it was resolved, or asked for. */
  readonly hasTimes: boolean;
  /** What stands in the field; the filter follows it. */
  readonly typed: string;
  /** How many categories have a chip. */
  readonly chips: number;
  readonly onTyped: (text: string) => void;
  readonly onChange: (change: Partial<TicketFilter>) => void;
  /** Opens the form for another ticket. */
  readonly add: () => void;
  /** Downloads the tickets behind the filter; undefined while that runs. */
  readonly download: (() => void) | undefined;
};

/** What filters the list: words or a number, states, the order, categories. */
export const ticketFilters = (filters: Filters): TemplateResult => {
  const { counts, filter, hasTickets, hasTimes, onChange } = filters;
  const hasCategories = counts ? counts.categories.length >= 2 : hasTickets;
  return html`<div class="tickets-tools">
      ${findField(filters)} ${stateChips(filters)} ${hasTimes ? periodList(filter, onChange) : nothing}
      ${orderList(filters)} ${ticketsDownload(filters)} ${addButton(filters)}
    </div>
    ${suggestedCategories(filters)} ${hasCategories || filter.categories.length > 0 ? categoryChips(filters) : nothing}`;
};

const findField = ({ typed, onTyped, onChange }: Filters): TemplateResult => {
  const messages = translated(ticketsMessages);
  const clear = html`<button
    class="icon-button"
    type="button"
    aria-label=${messages.clear}
    title=${messages.clear}
    @click=${(event: Event) => {
      onTyped('');
      (event.target as Element).closest('.tickets-find')?.querySelector('input')?.focus();
    }}
  >
    ${icon('x')}
  </button>`;
  return html`<div class="tickets-find">
    ${icon('search')}
    <input
      type="text"
      enterkeyhint="search"
      maxlength="200"
      autocomplete="off"
      spellcheck="false"
      aria-label=${messages.find}
      placeholder=${messages.find}
      .value=${typed}
      @input=${(event: Event) => onTyped((event.target as HTMLInputElement).value)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Escape') (event.target as HTMLElement).blur();
        // Who knows what to find need not wait for the typing to rest.
        if (event.key === 'Enter') onChange({});
      }}
    />
    ${typed === '' ? html`<kbd aria-hidden="true">/</kbd>` : clear}
  </div>`;
};

/** A button that is pressed while its filter is in use. */
const filterChip = (
  { name, count, pressed }: { readonly name: string; readonly count?: number | undefined; readonly pressed: boolean },
  press: () => void,
): TemplateResult =>
  html`<button class="tickets-chip" type="button" aria-pressed=${pressed ? 'true' : 'false'} @click=${press}>
    ${name}${count === undefined ? nothing : html` <span class="number">${figure(count)}</span>`}
  </button>`;

const stateChips = ({ filter, counts, onChange }: Filters): TemplateResult => {
  const messages = translated(ticketsMessages);
  const chip = (state: TicketFilter['state']) => {
    const count = counts && knownTotal(counts, { ...filter, state });
    return filterChip({ name: messages.states[state ?? 'all'], count, pressed: filter.state === state }, () =>
      onChange({ state }),
    );
  };
  return html`<div class="tickets-chips" role="group" aria-label=${messages.state}>
    ${chip(undefined)} ${chip('active')} ${chip('withdrawn')} ${flaggedChip({ filter, counts, onChange })}
  </div>`;
};

/** Shown while there are flagged tickets, or only they are listed. */
const flaggedChip = ({ filter, counts, onChange }: Pick<Filters, 'filter' | 'counts' | 'onChange'>) => {
  const { flagged = false } = filter;
  if (!flagged && !counts?.flagged) return nothing;
  const name = translated(flagMessages).filter;
  const chip = { name, count: counts && knownTotal(counts, { ...filter, flagged: true }), pressed: flagged };
  return filterChip(chip, () => onChange({ flagged: flagged ? undefined : true }));
};

const orderList = ({ filter, onChange }: Filters): TemplateResult => {
  const messages = translated(ticketsMessages);
  const orders = Object.entries(messages.orders) as [TicketFilter['sort'], string][];
  return html`<label class="tickets-order">
    <span class="visually-hidden">${messages.order}</span>
    <select
      .value=${filter.sort}
      @change=${(event: Event) => onChange({ sort: (event.target as HTMLSelectElement).value as TicketFilter['sort'] })}
    >
      ${orders.map(([order, name]) => html`<option value=${order} ?selected=${order === filter.sort}>${name}</option>`)}
    </select>
    ${icon('chevron-down')}
  </label>`;
};

const ticketsDownload = ({ filter, download }: Filters): TemplateResult => {
  const messages = translated(ticketsMessages);
  const label = messages.download(isOpenFilter(filter));
  return downloadButton({ label, hint: messages.downloadHint, download });
};

const addButton = ({ add }: Filters): TemplateResult =>
  html`<wa-button class="tickets-add" appearance="outlined" @click=${add}
    >${icon('plus', 'start')}<span>${translated(ticketsMessages).add}</span></wa-button
  >`;

const categoryChips = ({ filter, counts, chips, onChange }: Filters): TemplateResult => {
  const messages = translated(ticketsMessages);
  const known = counts?.categories ?? [];
  const { categories: chosen } = filter;
  const countOf = (...categories: readonly string[]) => counts && knownTotal(counts, { ...filter, categories });
  const frequent = known.slice(0, chips).map(({ category }) => category);
  // A category that was chosen from the list has a chip too, to take it back.
  const shown = [...frequent, ...chosen.filter((name) => !frequent.includes(name))];
  const toggle = (name: string) =>
    onChange({
      categories: chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name],
    });
  const all = {
    name: messages.allCategories,
    count: countOf(),
    pressed: chosen.length === 0,
  };
  const rest = known
    .filter(({ category }) => !shown.includes(category))
    .map(({ category }) => ({ category, count: countOf(category) }));
  return html`<div class="tickets-chips" role="group" aria-label=${messages.category}>
    ${filterChip(all, () => onChange({ categories: [] }))}
    ${shown.map((name) => {
      const chip = { name: name || messages.noCategory, count: countOf(name), pressed: chosen.includes(name) };
      return filterChip(chip, () => toggle(name));
    })}
    ${rest.length === 0 ? nothing : html`<kb-category-menu .categories=${rest} .more=${counts?.more_categories ?? false} @choose=${({ detail }: CustomEvent<string>) => toggle(detail)}></kb-category-menu>`}
  </div>`;
};
