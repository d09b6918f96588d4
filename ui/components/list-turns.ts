import { html, nothing, type TemplateResult } from 'lit';
import { translated } from '../messages/language.ts';
import { ticketsMessages } from '../messages/tickets.ts';
import { icon } from './icon.ts';

type Page = {
  /** The place of its first row, from 1. */
  readonly first: number;
  /** What the next page begins after; null on the last one. */
  readonly next: string | null;
  /** Shows the next page, which begins after this, or without it the one before. */
  readonly turn: (after?: string) => void;
};

/** The buttons to the page before and the next one; nothing if there is one page. */
export const pageTurns = ({ first, next, turn }: Page): TemplateResult | typeof nothing => {
  const messages = translated(ticketsMessages);
  if (first === 1 && next === null) return nothing;
  return html`<wa-button size="s" appearance="plain" ?disabled=${first === 1} @click=${() => turn()}
      >${icon('chevron-left', 'start')}${messages.back}</wa-button
    >
    <wa-button size="s" appearance="plain" ?disabled=${next === null} @click=${() => turn(next ?? undefined)}
      >${messages.next}${icon('chevron-right', 'end')}</wa-button
    >`;
};

/** The foot of a list: which rows are shown, and the ways to others. */
export const listTurns = ({ count, ...page }: Page & { readonly count: number }): TemplateResult => {
  const { range } = translated(ticketsMessages);
  return html`<div class="tickets-foot">
    <span>${range(page.first, page.first + count - 1)}</span>
    <span class="tickets-turns tickets-pages">${pageTurns(page)}</span>
  </div>`;
};
