import type { ApiClient, SearchOptions } from './api/api-client.ts';
import type { Found } from './api/records.ts';
import { readSetting } from './browser/storage.ts';
import { queryOf } from './pages/search/search-address.ts';
import { filterIn, filterText } from './pages/search/search-filter.ts';
import type { RouterLocation } from './router.ts';

type Search = ApiClient['search'];

/**
 * Sends the search that the first address names at once, beside the requests for its page, its collection and its user. The page gets the reply when it asks
 * for the same. Returns the client that its page uses.
 */
export const withEarlySearch = (api: ApiClient, { path, fragment }: RouterLocation): ApiClient => {
  const [, collectionId] = /^\/collections\/([^/]+)$/.exec(path) ?? [];
  const query = queryOf(fragment);
  const filter = filterIn(new URLSearchParams(fragment));
  if (collectionId === undefined || query === '') return api;
  const generateAnswer = readSetting('answers') !== 'off';
  // What formats an answer is more code than the page: it comes while the search runs.
  if (generateAnswer) void import('./pages/search/answer-markdown.ts').catch(() => undefined);
  return {
    ...api,
    search: earlySearch(api.search, {
      collectionId,
      query,
      generateAnswer,
      ...(filterText(filter) !== '' && { filter }),
    }),
  };
};

const earlySearch = (search: Search, early: Parameters<Search>[0]): Search => {
  let sources: Found | undefined;
  let text = '';
  let page: SearchOptions = {};
  const unwanted = new AbortController();
  const reply = search(early, {
    signal: unwanted.signal,
    onSources: (found) => {
      sources = found;
      page.onSources?.(found);
    },
    onText: (piece) => {
      text += piece;
      page.onText?.(piece);
    },
  });
  // The page may never ask: its collection may be gone.
  reply.catch(() => undefined);
  let wasAsked = false;
  return (wanted, options = {}) => {
    // Both are built alike.
    const isSame = JSON.stringify(wanted) === JSON.stringify(early);
    const isFirst = isSame && !wasAsked;
    // The page has another query by now.
    if (!wasAsked && !isSame) unwanted.abort();
    wasAsked = true;
    if (!isFirst) return search(wanted, options);
    page = options;
    options.signal?.addEventListener('abort', () => unwanted.abort(), { once: true });
    if (sources) page.onSources?.(sources);
    if (text !== '') page.onText?.(text);
    return reply;
  };
};
