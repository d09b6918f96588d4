/** The search in one collection and in all of them, and the list of tickets: they share code, so that together they are fewer files than apart. */
import './search/kb-search-page.ts';
import './search-all/kb-search-all-page.ts';
import './tickets/kb-tickets-page.ts';
