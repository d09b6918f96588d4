import { retriable } from '../../browser/retriable-import.ts';

/** The tabs of a collection, which its page loads when they are first shown; the search comes with it. */
export const collectionTabs = {
  search: () => Promise.resolve(),
  tickets: retriable(() => import('../tickets-pages.ts')),
  upload: retriable(() => import('../upload/kb-upload-page.ts')),
} as const;
