import type { Config } from '../config.ts';
import type { GapFinder } from '../ports/gap-finder.ts';
import { remote } from '../threads/rpc.ts';
import { startThreads } from '../threads/start-threads.ts';
import type { Notice } from '../threads/thread.ts';

export type GapFinderData = {
  readonly config: Pick<Config, 'dataDir' | 'servers' | 'gateway' | 'metrics'>;
  readonly fileStates: SharedArrayBuffer;
};

type Options = {
  readonly onNotice: (notice: Notice) => void;
  /** Gets why the thread has ended; it is started again. */
  readonly onFailure: (error: unknown) => void;
  readonly idleMs?: number;
};

/** A model takes 100 MB, so that the thread ends when nobody has called it for so long. */
const defaultIdleMs = 300_000;

/** Compares questions in a separate thread, so that the writer only writes. It starts with the first call. */
export const gapFinderThread = (
  data: GapFinderData,
  { idleMs = defaultIdleMs, ...watch }: Options,
): GapFinder & { readonly close: () => Promise<void> } => {
  let running: ReturnType<typeof start> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let calls = 0;
  const close = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ended = running;
    running = undefined;
    await (await ended?.catch(() => undefined))?.stop();
  };
  const call = async <Result>(work: (finder: GapFinder) => Promise<Result>): Promise<Result> => {
    clearTimeout(idleTimer);
    calls += 1;
    running ??= start(data, watch);
    running.catch(() => (running = undefined));
    try {
      return await work((await running).finder);
    } finally {
      calls -= 1;
      if (calls === 0) idleTimer = setTimeout(() => void close(), idleMs).unref();
    }
  };
  return {
    groupQuestions: (limit) => call((finder) => finder.groupQuestions(limit)),
    changedGaps: (collection) => call((finder) => finder.changedGaps(collection)),
    close,
  };
};

const start = async (data: GapFinderData, { onNotice, onFailure }: Options) => {
  const finder = remote<GapFinder>();
  const { stop } = await startThreads({
    threads: { 'gap-finder': { remote: finder } },
    data,
    folder: import.meta.url,
    watch: { notice: (_thread, notice) => onNotice(notice), lost: (_thread, error) => onFailure(error) },
  });
  return { finder: finder.calls, stop };
};
