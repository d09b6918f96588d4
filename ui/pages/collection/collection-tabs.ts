/** The tabs of a collection, which its page loads when they are first shown. */
export const collectionTabs = {
  search: () => import('../search-pages.ts'),
  tickets: () => import('../search-pages.ts'),
  upload: () => import('../upload/kb-upload-page.ts'),
} as const;
