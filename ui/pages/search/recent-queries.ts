import { saveSetting, readSetting } from '../../browser/storage.ts';

/** The last queries of one user in one collection, newest first, kept in this browser only. */
export type RecentQueries = {
  readonly all: () => readonly string[];
  readonly add: (query: string) => void;
  readonly remove: (query: string) => void;
  readonly clear: () => void;
};

const most = 6;

const read = (kept: string | undefined): readonly string[] => {
  try {
    const queries: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(queries) ? queries.filter((each) => typeof each === 'string') : [];
  } catch {
    // Something else wrote there: it is written anew with the next query.
    return [];
  }
};

export const recentQueries = (userId: string, collectionId: string): RecentQueries => {
  const name = `recent.${userId}.${collectionId}`;
  const all = () => read(readSetting(name));
  const keep = (queries: readonly string[]) =>
    saveSetting(name, queries.length === 0 ? undefined : JSON.stringify(queries.slice(0, most)));
  const without = (query: string) => all().filter((each) => each !== query);
  return {
    all,
    add: (query) => keep([query, ...without(query)]),
    remove: (query) => keep(without(query)),
    clear: () => keep([]),
  };
};
