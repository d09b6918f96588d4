import { runThread } from '../../../platform/run-thread.ts';
import type { SearchLog } from '../../../ports/log-search.ts';
import type { LogSearchRequest } from './search-log-thread.ts';

/**
 * Searches the log of a file as it is stored, in a separate thread, and from its beginning on also the statements that made the tables of the files beside it.
 * Without the file only these.
 */
export const searchLogFile =
  (path: string): SearchLog =>
  (search) =>
    runThread(new URL('./search-log-thread.ts', import.meta.url), { path, search } satisfies LogSearchRequest);
