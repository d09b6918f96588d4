import { join } from 'node:path';
import { ForeignLog } from '../../projections/apply-events.ts';
import { serve } from '../threads/rpc.ts';
import { fail, notify, onLink, threadData } from '../threads/thread.ts';
import { openWriter } from './open-writer.ts';
import type { ThreadData } from './api.ts';

/** The thread that owns every writing SQLite connection: the log's appends and the projections. */
const start = async () => {
  const { methods, projecting } = await openWriter((threadData as ThreadData).config, {
    rebuilding: (projection, position, goal) => notify({ kind: 'rebuilding', projection, position, goal }),
    warn: (message, fields) => notify({ kind: 'log', level: 'warn', message, fields }),
  });
  onLink(({ port }) => serve(port, methods));
  await projecting;
  notify({ kind: 'ready' });
};

start().catch((error: unknown) => {
  const foreign = error instanceof ForeignLog;
  const views = join((threadData as ThreadData).config.dataDir, 'views.db');
  const message = foreign
    ? `DATA_DIR: ${error.message}; delete ${views}* to rebuild it from the log that is here`
    : String(error);
  fail(message);
});
