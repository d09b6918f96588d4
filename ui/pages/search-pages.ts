/** The search in one collection and in all of them, which share most of their code, loaded together. */
import './search/kb-search-page.ts';
import './search-all/kb-search-all-page.ts';
