import type { Config } from '../config.ts';
import type { Ingest } from '../ports/ingest.ts';
import type { Tracing } from '../ports/tracing.ts';
import { remote } from '../threads/rpc.ts';
import { startThreads, type ThreadWatch } from '../threads/start-threads.ts';
import type { SearchMethods, WriterMethods } from './thread-methods.ts';
import { callTracing } from './tracing.ts';

/** What each thread is started with. */
export type ThreadData = {
  readonly config: Config;
  /** Seals API keys; from the configuration or DATA_DIR. */
  readonly dataKey: string;
  /** Memory in which the threads share the state of the embedded files. */
  readonly fileStates: SharedArrayBuffer;
};

export type Threads = Awaited<ReturnType<typeof openThreads>>;

/** The threads of the process: a projector has no uploads and no searches. */
export const openThreads = async (
  data: ThreadData,
  { watch, tracing }: { readonly watch: ThreadWatch; readonly tracing: Tracing | undefined },
) => {
  const calling = callTracing(tracing, 'main');
  const writer = remote<WriterMethods>(calling);
  const ingest = remote<Ingest>(calling);
  const search = remote<SearchMethods>(calling);
  const isProjector = data.config.role === 'projector';
  const { stop } = await startThreads({
    threads: {
      writer: { remote: writer, callers: ['ingest'] },
      ...(isProjector ? {} : { ingest: { remote: ingest }, search: { remote: search } }),
    },
    data,
    folder: import.meta.url,
    watch,
  });
  const calls = () =>
    Object.entries({ writer, ingest, search }).map(([thread, { unanswered }]) => ({
      thread,
      unanswered: unanswered(),
    }));
  const called = { writer: writer.calls, ingest: ingest.calls, search: search.calls };
  return { ...called, ...(isProjector ? {} : { uploading: ingest.calls, searching: search.calls }), calls, stop };
};
