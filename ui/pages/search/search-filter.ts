import type { TicketFilter } from '../../api/tickets.ts';

/** What a search is limited to: categories, any if there are none, and when tickets were resolved. */
export type SearchFilter = Pick<TicketFilter, 'categories' | 'resolvedAfter' | 'resolvedBefore'>;

/** All tickets. It names every part, so that a filter that is changed by it keeps none. */
export const noSearchFilter = {
  categories: [],
  resolvedAfter: undefined,
  resolvedBefore: undefined,
} as const satisfies Required<SearchFilter>;

/** The parameters of an address that stand for a filter. */
export const filterParameters = ({ categories, resolvedAfter, resolvedBefore }: SearchFilter): string[][] => [
  ...categories.map((category) => ['category', category]),
  ...(resolvedAfter === undefined ? [] : [['resolved_after', resolvedAfter]]),
  ...(resolvedBefore === undefined ? [] : [['resolved_before', resolvedBefore]]),
];

/** A filter in one spelling, by which it is compared; empty if it limits nothing. */
export const filterText = (filter: SearchFilter): string => new URLSearchParams(filterParameters(filter)).toString();

/** A time in an address, as ISO 8601 begins; undefined for anything else. */
const timeIn = (value: string | null): string | undefined =>
  value !== null && /^\d{4}-\d\d-\d\d[T\d:.Z+-]*$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** The filter that an address names. */
export const filterIn = (parameters: URLSearchParams): SearchFilter => {
  const [resolvedAfter, resolvedBefore] = ['resolved_after', 'resolved_before'].map((name) =>
    timeIn(parameters.get(name)),
  );
  return {
    categories: [...new Set(parameters.getAll('category'))],
    ...(resolvedAfter === undefined ? {} : { resolvedAfter }),
    ...(resolvedBefore === undefined ? {} : { resolvedBefore }),
  };
};
