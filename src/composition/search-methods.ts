import type { SearchTickets } from '../queries/search-tickets.ts';

/** What the search thread does for the main thread. */
export type SearchMethods = { readonly search: SearchTickets };

export const searchMethods = ['search'] as const;
