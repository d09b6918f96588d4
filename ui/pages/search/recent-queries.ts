import { isPlain } from '../../browser/kept-texts.ts';
import { readBrowserList, saveBrowserList, saveSetting, settingNames } from '../../browser/storage.ts';

/**
 * The last queries of one user in one collection, newest first, stored in this browser only, until the sign-out or the end of the collection. Those that may
 * hold somebody's data are not among them (`isPlain`).
 */
export type RecentQueries = {
  readonly all: () => readonly string[];
  readonly add: (query: string) => void;
  readonly remove: (query: string) => void;
  readonly clear: () => void;
};

const maxQueries = 6;
const prefix = 'recent.';

export const recentQueries = (userId: string, collectionId: string): RecentQueries => {
  const name = `${prefix}${userId}.${collectionId}`;
  // Earlier versions have kept all.
  const all = () => readBrowserList(name).filter((each) => typeof each === 'string' && isPlain(each)) as string[];
  const save = (queries: readonly string[]) => saveBrowserList(name, queries.slice(0, maxQueries));
  const without = (query: string) => all().filter((each) => each !== query);
  return {
    all,
    add: (query) => {
      if (isPlain(query)) save([query, ...without(query)]);
    },
    remove: (query) => save(without(query)),
    clear: () => save([]),
  };
};

/** Forgets the queries of everybody but of one user in these collections. */
export const forgetQueriesExcept = (userId?: string, collectionIds: readonly string[] = []): void => {
  const kept = new Set(collectionIds.map((id) => `${prefix}${userId}.${id}`));
  for (const name of settingNames()) if (name.startsWith(prefix) && !kept.has(name)) saveSetting(name, undefined);
};
