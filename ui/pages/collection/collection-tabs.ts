import { retriable } from '../../browser/retriable-import.ts';
import { styleSheet } from '../../browser/style-sheet.ts';

const ticketsPages = retriable(() => import('../tickets-pages.ts'));
const ticketsStyles = styleSheet('tickets-styles');
const uploadPage = retriable(() => import('../upload/kb-upload-page.ts'));
const uploadStyles = styleSheet('upload-styles');

/** The tabs of a collection, which its page loads when they are first shown, with their style sheets, so that nothing is shown without them; the search comes with the page. */
export const collectionTabs = {
  search: () => Promise.resolve(),
  tickets: () => Promise.all([ticketsPages(), ticketsStyles()]),
  upload: () => Promise.all([uploadPage(), uploadStyles()]),
} as const;
