/** The frame of the pages of a signed-in user and those of them that are small, loaded together; the tabs of a collection are loaded when they are opened. */
import '../components/kb-collection-settings.ts';
import '../components/kb-command-palette.ts';
import '../components/kb-shortcuts-dialog.ts';
import '../components/kb-top-bar.ts';
// Used by both tabs: this line makes it part of this file instead of one of its own.
import '../components/foldable.ts';
import './collection/kb-collection-page.ts';
import './dashboard/kb-dashboard-page.ts';
import './settings/kb-settings-page.ts';
