import { html, type TemplateResult } from 'lit';
import type { TicketCounts, TicketFilter } from '../../api/tickets.ts';
import { matchesTyped } from '../../components/matches-typed.ts';
import { translated } from '../../messages/language.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { markedPieces, queryWords } from '../search/query-words.ts';
import { knownTotal } from './ticket-list.ts';

type Suggesting = {
  readonly filter: TicketFilter;
  readonly counts: TicketCounts | undefined;
  readonly typed: string;
  readonly onChange: (change: Partial<TicketFilter>) => void;
};

const maxSuggested = 3;
/** A single letter is in most names. */
const minTyped = 2;

/** Whether each word that was typed is in the name, as it is written or in another form. */
const isNamedBy = (name: string, typed: string): boolean =>
  typed
    .split(/\s+/)
    .every((word) => matchesTyped(name, word) || markedPieces(name, queryWords(word)).some(({ marked }) => marked));

/** The categories whose names were typed into the field, which itself finds words of texts: a click lists theirs instead. Read aloud as they appear. */
export const suggestedCategories = ({ filter, counts, typed, onChange }: Suggesting): TemplateResult => {
  const words = typed.trim();
  const messages = translated(ticketsMessages);
  const found =
    words.length < minTyped
      ? []
      : (counts?.categories ?? []).filter(
          ({ category }) => category !== '' && !filter.categories.includes(category) && isNamedBy(category, words),
        );
  const suggestion = ({ category }: (typeof found)[number]) => {
    const categories = [...filter.categories, category];
    const choose = (event: Event) => {
      // The button disappears.
      (event.target as Element).closest('.tickets-list')?.querySelector<HTMLElement>('.tickets-find input')?.focus();
      onChange({ text: '', categories });
    };
    const count = counts && knownTotal(counts, { ...filter, text: '', categories: [category] });
    return html`<button class="tickets-chip" type="button" @click=${choose}>
      ${messages.suggested(category, count)}
    </button>`;
  };
  return html`<div class="tickets-suggested" role="status">${found.slice(0, maxSuggested).map(suggestion)}</div>`;
};
