/** The frame of the pages of a signed-in user, the search, and those pages that are small, loaded together; the other tabs of a collection are loaded when they are opened. */
import '../components/kb-command-palette.ts';
import '../components/kb-shortcuts-dialog.ts';
import '../components/kb-sign-out-question.ts';
import '../components/kb-top-bar.ts';
import './collection/kb-collection-page.ts';
import './dashboard/kb-dashboard-page.ts';
import './search/kb-search-page.ts';
