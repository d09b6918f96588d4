import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkpoint } from '../../ports/read-model.ts';
import { openDatabase } from './database.ts';

const suffixes = ['', '.damaged', '.rebuilt'].flatMap((name) => ['', '-wal', '-shm'].map((ending) => name + ending));

/**
 * The read models of releases that kept all of them in one `views.db`. They are not migrated but rebuilt from the log, in one file each.
 */
export const legacyReadModels = (folder: string) => {
  const path = join(folder, 'views.db');
  return {
    /** The furthest of their checkpoints; undefined if there is none that can be read. */
    checkpoint: (): Checkpoint | undefined => {
      if (!existsSync(path)) return undefined;
      try {
        const database = openDatabase(path, 'read');
        try {
          const sql = 'SELECT log_id, CAST(max(position) AS TEXT) AS position FROM copies WHERE log_id IS NOT NULL';
          const { log_id: logId, position } = database.prepare(sql).get() ?? {};
          return typeof logId === 'string' ? { logId, position: BigInt(position as string) } : undefined;
        } finally {
          database.close();
        }
      } catch {
        // Damaged, or not a file of read models: rebuilt from the log in any case.
        return undefined;
      }
    },
    /** Called once the new read models are complete. */
    remove: (): void => {
      for (const suffix of suffixes) rmSync(path + suffix, { force: true });
    },
  };
};
