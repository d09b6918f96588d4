import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { remote, ThreadLost } from '../threads/rpc.ts';
import { startThreads } from '../threads/start-threads.ts';
import { notify } from '../threads/thread.ts';
import type { Judge, JudgingThreads } from '../uploads/judging-helpers.ts';

export type JudgeMethods = { readonly judge: Judge };

const maxThreads = 8;

/** One core is left to the ingest thread, which judges too. */
const threadsOn = (cores: number): number => Math.max(1, Math.min(maxThreads, cores - 1));

/** A thread that has ended is asked again after so long: it is restarted after half a second. */
const backAfterMs = 2_000;

/** Threads of the ingest thread that judge tickets; one that ends is restarted. They end with it, or by `stop`. */
export const judgingThreads = (cores = availableParallelism()) => {
  const running: { readonly stop: () => Promise<void> }[] = [];
  const startOne = async (): Promise<Judge> => {
    const { judge, ...thread } = await startThread();
    running.push(thread);
    return judge;
  };
  return {
    count: threadsOn(cores),
    start: (add) => {
      for (let started = 0; started < threadsOn(cores); started += 1) {
        void startOne().then(add, (error: unknown) => warn('a thread that cleans tickets cannot start', error));
      }
    },
    isLost: (error) => error instanceof ThreadLost,
    back: () => setTimeout(backAfterMs),
    stop: async () => void (await Promise.all(running.map((thread) => thread.stop()))),
  } satisfies JudgingThreads & { readonly stop: () => Promise<void> };
};

const startThread = async () => {
  const judge = remote<JudgeMethods>(['judge']);
  const lost = (thread: string, error: unknown) => warn('a thread ended and is started again', error, thread);
  const { stop } = await startThreads({
    threads: { judge: { remote: judge } },
    data: undefined,
    folder: import.meta.url,
    watch: { notice: () => undefined, lost },
  });
  return { judge: judge.calls.judge, stop };
};

const warn = (message: string, error: unknown, thread = 'judge'): void =>
  notify({ kind: 'log', level: 'error', message, fields: { thread, error: String(error) } });
