import { textOfParameter, textParameter } from '../../browser/kept-texts.ts';
import { filterText, noSearchFilter, type SearchFilter } from './search-filter.ts';

const fragmentOf = (query: string): string => {
  const [name, value] = textParameter('q', query);
  return `#${name}=${encodeURIComponent(value)}`;
};

/**
 * The address of a search. Its query is in the fragment, which browsers send to no server, so that it reaches no log; one that is not plain is in this tab only.
 */
export const searchAddress = (collectionId: string, query: string, filter: SearchFilter = noSearchFilter): string => {
  const limits = filterText(filter);
  const fragment = query === '' ? limits && `#${limits}` : `${fragmentOf(query)}${limits && `&${limits}`}`;
  return `/collections/${collectionId}${fragment}`;
};

/** The address of a search in all collections. */
export const searchAllAddress = (query: string): string => `/search${fragmentOf(query)}`;

/** The query in a fragment without its `#`; empty if there is none. */
export const queryOf = (fragment: string): string => (textOfParameter(new URLSearchParams(fragment), 'q') ?? '').trim();
