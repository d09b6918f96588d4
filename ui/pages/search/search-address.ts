/** The address of a search. Its query is in the fragment, which browsers send to no server, so that it reaches no log. */
export const searchAddress = (collectionId: string, query: string): string =>
  `/collections/${collectionId}${query === '' ? '' : `#q=${encodeURIComponent(query)}`}`;

/** The address of a search in all collections. */
export const searchAllAddress = (query: string): string => `/search#q=${encodeURIComponent(query)}`;

/** The query in a fragment without its `#`; empty if there is none. */
export const queryOf = (fragment: string): string => (new URLSearchParams(fragment).get('q') ?? '').trim();
