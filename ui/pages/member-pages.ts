/** The frame of the pages of a signed-in user, the search, and those pages that are small, loaded together; the other tabs of a collection are loaded when they are opened. */
import '../components/kb-command-palette.ts';
import '../components/kb-shortcuts-dialog.ts';
import '../components/kb-sign-out-question.ts';
import '../components/kb-top-bar.ts';
// Used by several tabs: these lines make them part of this file instead of files of their own.
import '../browser/save-file.ts';
import '../components/foldable.ts';
import '../components/paged-list.ts';
import '../messages/columns.ts';
import './collection/kb-collection-page.ts';
import './dashboard/kb-dashboard-page.ts';
import './search/kb-search-page.ts';
