import { MessageChannel, Worker } from 'node:worker_threads';
import type { Methods, Remote } from './rpc.ts';
import { type Link, type Notice, restartedArgument } from './thread.ts';

export type ThreadWatch = {
  readonly notice: (thread: string, notice: Notice) => void;
  /** Called when a thread has ended; it is started again. */
  readonly lost: (thread: string, error: unknown) => void;
};

type Thread = {
  /** The main thread's proxy of it. */
  readonly remote: Pick<Remote<Methods>, 'connect' | 'disconnect'>;
  /** The other threads that call it. */
  readonly callers?: readonly string[];
};

export type ThreadsOptions = {
  /** The threads by name, in the order of their start; the entry point of each is `NAME.ts`. */
  readonly threads: Readonly<Record<string, Thread>>;
  /** Cloned to every thread. */
  readonly data: unknown;
  /** The URL of the folder of the entry points. */
  readonly folder: string;
  readonly watch: ThreadWatch;
};

/** Without limits a busy thread accumulates hundreds of megabytes of garbage before it collects any; with them it is no slower. */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };

/** Keeps a thread that ends at once from restarting in a tight loop. */
const restartDelayMs = 500;

type Workers = Map<string, Worker>;

/** Starts the threads one after the other, connects them by ports, and restarts one that ends; the calls it held reject with ThreadLost. Rejects if one cannot start. */
export const startThreads = async ({ threads, data, folder, watch }: ThreadsOptions) => {
  const workers: Workers = new Map();
  let stopping = false;
  /** A thread that fails until all have started ends the start: it is not started again. */
  let starting = true;

  const restart = (name: string) => {
    if (!stopping) start(name, [restartedArgument]).catch((error: unknown) => watch.lost(name, error));
  };
  const start = async (name: string, argv: string[] = []): Promise<void> => {
    const worker = new Worker(new URL(`./${name}.ts`, folder), { workerData: data, resourceLimits, argv });
    workers.set(name, worker);
    worker.on('message', (notice: Notice) => watch.notice(name, notice));
    const ready = whenReady(worker, name, {
      // Its end may come in the same turn of the event loop, before anybody who waits for it.
      failed: () => (stopping ||= starting),
      ended: (cause) => {
        threads[name]?.remote.disconnect();
        if (stopping) return;
        watch.lost(name, cause);
        setTimeout(restart, restartDelayMs, name);
      },
    });
    connect(name, threads, workers);
    await ready;
  };
  const stop = async () => {
    stopping = true;
    await Promise.all([...workers.values()].map((worker) => worker.terminate()));
  };
  try {
    for (const name of Object.keys(threads)) await start(name);
    starting = false;
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
};

/** Resolves when the thread says that it is ready; rejects if it fails or ends before. */
const whenReady = (
  worker: Worker,
  name: string,
  { failed, ended }: { readonly failed: () => void; readonly ended: (cause: unknown) => void },
): Promise<void> =>
  new Promise((resolve, reject) => {
    let cause: unknown;
    worker.on('message', (notice: Notice) => {
      if (notice.kind === 'ready') resolve();
      if (notice.kind !== 'failed') return;
      failed();
      reject(new Error(notice.message));
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      reject(cause instanceof Error ? cause : new Error(`The ${name} thread ended`));
      ended(cause);
    });
  });

/** Creates the ports from and to a thread that was started; they replace those of its predecessor. */
const connect = (name: string, threads: ThreadsOptions['threads'], workers: Workers): void => {
  const link = (from: string | undefined, to: string) => {
    const { port1, port2 } = new MessageChannel();
    workers.get(to)?.postMessage({ role: 'serve', port: port1 } satisfies Link, [port1]);
    if (from === undefined) threads[to]?.remote.connect(port2);
    else workers.get(from)?.postMessage({ role: 'call', port: port2 } satisfies Link, [port2]);
  };
  link(undefined, name);
  for (const caller of threads[name]?.callers ?? []) if (workers.has(caller)) link(caller, name);
  for (const [callee, { callers = [] }] of Object.entries(threads)) if (callers.includes(name)) link(name, callee);
};
