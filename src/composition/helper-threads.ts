import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { remote, ThreadLost } from '../threads/rpc.ts';
import { startThreads } from '../threads/start-threads.ts';
import { notify } from '../threads/thread.ts';
import type { HelperThreads, UploadHelper } from '../uploads/upload-helpers.ts';

const maxThreads = 8;

/** One core is left to the ingest thread, which works too. */
const threadsOn = (cores: number): number => Math.max(1, Math.min(maxThreads, cores - 1));

/** When a thread that has ended gets jobs again; it is restarted after half a second. */
const restartWaitMs = 2_000;

/** Helpers of the ingest thread; one that ends is restarted. They end with it, or by `stop`. */
export const helperThreads = (cores = availableParallelism()) => {
  const running: { readonly stop: () => Promise<void> }[] = [];
  const startOne = async (): Promise<UploadHelper> => {
    const { helper, ...thread } = await startThread();
    running.push(thread);
    return helper;
  };
  return {
    count: threadsOn(cores),
    start: (add) => {
      for (let started = 0; started < threadsOn(cores); started += 1) {
        void startOne().then(add, (error: unknown) => warn('a thread that helps with uploads cannot start', error));
      }
    },
    isLost: (error) => error instanceof ThreadLost,
    whenAvailable: () => setTimeout(restartWaitMs),
    stop: async () => void (await Promise.all(running.map((thread) => thread.stop()))),
  } satisfies HelperThreads & { readonly stop: () => Promise<void> };
};

const startThread = async () => {
  const helper = remote<UploadHelper>();
  const lost = (thread: string, error: unknown) => warn('a thread ended and is started again', error, thread);
  const { stop } = await startThreads({
    threads: { helper: { remote: helper } },
    data: undefined,
    folder: import.meta.url,
    watch: { notice: () => undefined, lost },
  });
  return { helper: helper.calls, stop };
};

const warn = (message: string, error: unknown, thread = 'helper'): void =>
  notify({ kind: 'log', level: 'error', message, fields: { thread, error: String(error) } });
