import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { runThread } from '../../platform/run-thread.ts';
import { spooledIn } from '../../platform/spooled-name.ts';
import type { DataFiles } from '../../ports/data-files.ts';
import type { SearchRequest } from './search-thread.ts';

/** The files of a folder and of those in it, searched in a separate thread. A file that is removed meanwhile has no bytes. */
export const dataFiles = (folder: string): DataFiles => ({
  bodies: async () => {
    const names = await readdir(folder, { recursive: true });
    const bodies = names.flatMap((name) => spooledIn(basename(name)) ?? []);
    return [...new Map(bodies.map((body) => [body.id, body])).values()];
  },
  search: (wanted) =>
    runThread(new URL('./search-thread.ts', import.meta.url), { folder, wanted } satisfies SearchRequest),
});
