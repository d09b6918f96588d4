import { retriable } from '../../browser/retriable-import.ts';
import { lazyStyles } from '../../browser/lazy-styles.ts';

const ticketsPages = retriable(() => import('../tickets-pages.ts'));
const uploadPage = retriable(() => import('../upload/kb-upload-page.ts'));

/** The tabs of a collection and the gaps between its questions and its tickets, which its page loads when they are first shown, with their style sheets, so that nothing is shown without them; the search comes with the page. */
export const collectionTabs = {
  search: () => Promise.resolve(),
  tickets: () => Promise.all([ticketsPages(), lazyStyles()]),
  questions: () => Promise.all([ticketsPages(), lazyStyles()]),
  gaps: () => Promise.all([ticketsPages(), lazyStyles()]),
  upload: () => Promise.all([uploadPage(), lazyStyles()]),
} as const;
