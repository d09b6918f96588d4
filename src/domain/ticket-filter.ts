/** The times between which tickets were resolved: at or after the one, before the other; ISO 8601 in UTC, as `pastTime` tells them. A ticket of which it is not known is in no such time. */
export type ResolvedBetween = {
  readonly resolvedAfter?: string | undefined;
  readonly resolvedBefore?: string | undefined;
};

/** What tickets are limited to: any where a part is left out, or there are no categories. */
export type TicketFilter = ResolvedBetween & { readonly categories: readonly string[] };

/** Categories of one filter. */
export const maxFilterCategories = 50;

/** Whether tickets are limited to those that were resolved at some time. */
export const isOfTime = ({ resolvedAfter, resolvedBefore }: ResolvedBetween): boolean =>
  resolvedAfter !== undefined || resolvedBefore !== undefined;

/** Whether a filter limits anything. */
export const isLimiting = (filter: TicketFilter): boolean => filter.categories.length > 0 || isOfTime(filter);
