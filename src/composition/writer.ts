import { join } from 'node:path';
import { ForeignLog } from '../../projections/apply-events.ts';
import { serve } from '../threads/rpc.ts';
import { fail, notify, onLink, threadData } from '../threads/thread.ts';
import { openWriter } from './open-writer.ts';
import type { ThreadData } from './api.ts';

const { config } = threadData as ThreadData;

/** The thread that owns every writing SQLite connection: it appends to the log and runs the projections. */
const start = async () => {
  const { methods, projecting } = await openWriter(config, {
    rebuilding: (projection, position, goal) => notify({ kind: 'rebuilding', projection, position, goal }),
    warn: (message, fields) => notify({ kind: 'log', level: 'warn', message, fields }),
  });
  onLink(({ port }) => serve(port, methods));
  await projecting;
  notify({ kind: 'ready' });
};

start().catch((error: unknown) => {
  const views = join(config.dataDir, 'views.db');
  fail(
    error instanceof ForeignLog
      ? `DATA_DIR: ${error.message}; delete ${views}* to rebuild it from the log that is here`
      : String(error),
  );
});
