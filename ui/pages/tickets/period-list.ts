import { html, type TemplateResult } from 'lit';
import type { TicketFilter } from '../../api/tickets.ts';
import { icon } from '../../components/icon.ts';
import { day } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { periodMessages } from '../../messages/ticket-periods.ts';

type Period = Pick<TicketFilter, 'resolvedAfter' | 'resolvedBefore'>;

/** The day (UTC) so many years before today. */
const yearsAgo = (years: number): string => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
};

/** What is offered, by names of the messages. */
const periods = (): Readonly<Record<'any' | 'year' | 'threeYears' | 'older', Period>> => ({
  any: {},
  year: { resolvedAfter: yearsAgo(1) },
  threeYears: { resolvedAfter: yearsAgo(3) },
  older: { resolvedBefore: yearsAgo(3) },
});

const isSame = (one: Period, other: Period): boolean =>
  one.resolvedAfter === other.resolvedAfter && one.resolvedBefore === other.resolvedBefore;

/** When the tickets of the list were resolved; times that an address names, and nothing offers, are an offer of their own. */
export const periodList = (filter: Period, onChange: (period: Required<Period>) => void): TemplateResult => {
  const { label, periods: names, between } = translated(periodMessages);
  const offered = periods();
  const options = Object.entries(offered).map(([name, period]) => ({
    name: names[name as keyof typeof names],
    period,
  }));
  const { resolvedAfter: from, resolvedBefore: to } = filter;
  const own = { name: between(from && day(from, 'UTC'), to && day(to, 'UTC')), period: filter };
  const all = options.some(({ period }) => isSame(period, filter)) ? options : [...options, own];
  const choose = (event: Event) => {
    const period = all[(event.target as HTMLSelectElement).selectedIndex]?.period;
    onChange({ resolvedAfter: period?.resolvedAfter, resolvedBefore: period?.resolvedBefore });
  };
  return html`<label class="tickets-order tickets-period">
    <span class="visually-hidden">${label}</span>
    <select @change=${choose}>
      ${all.map(({ name, period }) => html`<option ?selected=${isSame(period, filter)}>${name}</option>`)}
    </select>
    ${icon('chevron-down')}
  </label>`;
};
