import type { ApiClient } from './api/api-client.ts';
import { readSetting } from './browser/storage.ts';
import { queryOf } from './pages/search/search-address.ts';
import type { RouterLocation } from './router.ts';

type Search = ApiClient['search'];
type Reply = ReturnType<Search>;

/**
 * Sends the search that the first address names, and the request for its answer, at once, beside the requests for its page, its collection and its user. The
 * page gets the replies when it asks for the same. Returns the client that its page uses.
 */
export const withEarlySearch = (api: ApiClient, { path, fragment }: RouterLocation): ApiClient => {
  const [, collectionId] = /^\/collections\/([^/]+)$/.exec(path) ?? [];
  const query = queryOf(fragment);
  if (collectionId === undefined || query === '') return api;
  const isAnswerWanted = readSetting('answers') !== 'off';
  // What formats an answer is more code than the page: it comes while the search runs.
  if (isAnswerWanted) void import('./pages/search/answer-markdown.ts').catch(() => undefined);
  return { ...api, search: earlySearch(api.search, { collectionId, query, isAnswerWanted }) };
};

type Early = { readonly collectionId: string; readonly query: string; readonly isAnswerWanted: boolean };

const earlySearch = (search: Search, { collectionId, query, isAnswerWanted }: Early): Search => {
  /** The replies that the page has not asked for, by whether they have the answer. */
  const replies = new Map<boolean, Reply>();
  let isCurrent = true;
  for (const generateAnswer of isAnswerWanted ? [false, true] : [false]) {
    const reply = search({ collectionId, query, generateAnswer });
    // The page may never ask: its collection may be gone.
    reply.catch(() => undefined);
    replies.set(generateAnswer, reply);
  }
  return (wanted, signal) => {
    isCurrent &&= wanted.collectionId === collectionId && wanted.query === query;
    const reply = isCurrent ? replies.get(wanted.generateAnswer) : undefined;
    replies.delete(wanted.generateAnswer);
    return reply ?? search(wanted, signal);
  };
};
