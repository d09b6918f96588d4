/** What menus are made of, with what is opened from them and what several of the later pages use; `routes.ts` says when it is loaded. */
import '@awesome.me/webawesome/dist/components/divider/divider.js';
import '@awesome.me/webawesome/dist/components/dropdown/dropdown.js';
import './diff-text.ts';
import './kb-collection-settings.ts';
import './kb-removed.ts';
// Nothing is refused before something is done.
import '../messages/error-details.ts';
// Used by several of the later pages: these lines make them part of this file instead of files of their own.
import '../browser/command-enter.ts';
import '../browser/save-file.ts';
import './enter-key.ts';
import './paged-list.ts';
import '../messages/columns.ts';
