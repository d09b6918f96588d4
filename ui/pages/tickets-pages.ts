/** The lists of tickets, of questions and of gaps, the receipts of those and of accounts that were erased, what filters a search, the search in all collections and the settings: together they are fewer files than apart. */
import './search-all/kb-search-all-page.ts';
import './questions/kb-questions-page.ts';
import './gaps/kb-gaps-page.ts';
import './tickets/kb-tickets-page.ts';
import './tickets/kb-search-filter.ts';
import './erasures/kb-account-erasure-page.ts';
import './erasures/kb-erasure-page.ts';
import './erasures/kb-erasures-page.ts';
import './settings/kb-settings-page.ts';
