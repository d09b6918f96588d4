import { serve } from '../threads/rpc.ts';
import { fail, isRestarted, notify, onLink, threadData } from '../threads/thread.ts';
import { gatewayWatch } from './gateway-watch.ts';
import { loadEmbedders, openWriter, type WriterWatch } from './open-writer.ts';
import type { ThreadData } from './threads.ts';
import { startFailure } from './start-failure.ts';
import { callTracing, openTracing, tracedEmbedders } from './tracing.ts';
import { limitRepeats } from './warnings.ts';

const { config, dataKey, fileStates } = threadData as ThreadData;

/** The thread that owns every writing SQLite connection: it appends to the log and runs the projections. */
const start = async () => {
  const watch = {
    rebuilding: (projection, progress) => notify({ kind: 'rebuild progress', projection, ...progress }),
    server: (server, trouble) => notify({ kind: 'server', server, trouble }),
    notice: (notice) => {
      if (notice.kind === 'gateway call' || notice.kind === 'log') notify(notice);
    },
    warn: limitRepeats((message, fields) => notify({ kind: 'log', level: 'warn', message, fields })),
  } satisfies WriterWatch;
  const tracing = await openTracing(config, { thread: 'writer' });
  const { methods, projecting } = await openWriter(config, watch, {
    ...{ dataKey, fileStates },
    waitForever: isRestarted,
    embedders: async () => tracedEmbedders(tracing, await loadEmbedders(config, gatewayWatch(config, tracing))),
  });
  const stop = async () => {
    await methods.stop();
    await tracing?.close();
  };
  onLink(({ port }) => serve(port, { ...methods, stop }, callTracing(tracing, 'writer')));
  await projecting;
  notify({ kind: 'ready' });
};

start().catch(async (error: unknown) => fail(await startFailure(config, error)));
