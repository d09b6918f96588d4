import { runThread } from '../../platform/run-thread.ts';
import type { DataFiles } from '../../ports/data-files.ts';
import type { SearchRequest } from './search-thread.ts';

/** Searches the files of a folder and of those in it, in a separate thread. A file that is removed meanwhile has no bytes. */
export const dataFiles = (folder: string): DataFiles => ({
  search: (wanted) =>
    runThread(new URL('./search-thread.ts', import.meta.url), { folder, wanted } satisfies SearchRequest),
});
