import type { ApiClient } from './api/api-client.ts';
import { queryOf } from './pages/search/search-address.ts';
import type { RouterLocation } from './router.ts';

/**
 * Sends the search that the first address names at once, beside the requests for its page, its collection and its user; the page gets the reply when it asks
 * for the same. Returns the client that its page uses.
 */
export const withEarlySearch = (api: ApiClient, location: RouterLocation): ApiClient => ({
  ...api,
  search: earlySearch(api.search, location),
});

export const earlySearch = (search: ApiClient['search'], { path, fragment }: RouterLocation): ApiClient['search'] => {
  const [, collectionId] = /^\/collections\/([^/]+)$/.exec(path) ?? [];
  const query = queryOf(fragment);
  if (collectionId === undefined || query === '') return search;
  let early: ReturnType<ApiClient['search']> | undefined = search({ collectionId, query, generateAnswer: false });
  // The page may never ask: its collection may be gone.
  early.catch(() => undefined);
  return (wanted, signal) => {
    const reply = early;
    early = undefined;
    const isSame = wanted.collectionId === collectionId && wanted.query === query && !wanted.generateAnswer;
    return reply && isSame ? reply : search(wanted, signal);
  };
};
