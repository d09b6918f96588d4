import { fileHealth, newFileStates } from '../../src/adapters/sqlite/file-health.ts';
import { readViewsFile, type ViewsFile, writeViewsFile } from '../../src/adapters/sqlite/views-file.ts';

/** A file of read models as the thread that writes it and one that reads it have it, which remembers rows between two commits. */
export const openViewsFiles = (path: string): { readonly writer: ViewsFile; readonly reader: ViewsFile } => {
  const states = newFileStates();
  const health = () => fileHealth(states, 'views.db');
  const onDamaged = (error: unknown) => {
    throw error;
  };
  // The reader opens a file that exists.
  const writer = writeViewsFile(path, { health: health(), onDamaged });
  return { writer, reader: readViewsFile(path, health()) };
};
