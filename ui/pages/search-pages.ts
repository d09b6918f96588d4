/** The search in one collection and in all of them, the list of tickets, and the receipts of those that were erased: they share code, so that together they are fewer files than apart. */
import './search/kb-search-page.ts';
import './search-all/kb-search-all-page.ts';
import './tickets/kb-tickets-page.ts';
import './erasures/kb-erasure-page.ts';
import './erasures/kb-erasures-page.ts';
