/** The address of a search: its query stands in the fragment, which no server and no log sees. */
export const searchAddress = (collectionId: string, query: string): string =>
  `/collections/${collectionId}${query === '' ? '' : `#q=${encodeURIComponent(query)}`}`;

/** The query of a fragment without its `#`; empty where there is none. */
export const queryIn = (fragment: string): string => (new URLSearchParams(fragment).get('q') ?? '').trim();
