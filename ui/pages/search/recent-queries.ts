import { readSetting, saveSetting } from '../../browser/storage.ts';

/** The last queries of one user in one collection, newest first, stored in this browser only. */
export type RecentQueries = {
  readonly all: () => readonly string[];
  readonly add: (query: string) => void;
  readonly remove: (query: string) => void;
  readonly clear: () => void;
};

const maxQueries = 6;

const parse = (stored: string | undefined): readonly string[] => {
  try {
    const queries: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(queries) ? queries.filter((each) => typeof each === 'string') : [];
  } catch {
    // Not valid JSON: overwritten with the next query.
    return [];
  }
};

export const recentQueries = (userId: string, collectionId: string): RecentQueries => {
  const name = `recent.${userId}.${collectionId}`;
  const all = () => parse(readSetting(name));
  const save = (queries: readonly string[]) =>
    saveSetting(name, queries.length === 0 ? undefined : JSON.stringify(queries.slice(0, maxQueries)));
  const without = (query: string) => all().filter((each) => each !== query);
  return {
    all,
    add: (query) => save([query, ...without(query)]),
    remove: (query) => save(without(query)),
    clear: () => save([]),
  };
};
