import { MessageChannel, Worker } from 'node:worker_threads';
import type { Remote } from './rpc.ts';
import type { Link, Notice } from './thread.ts';

export type ThreadName = 'writer' | 'ingest' | 'search';

export type ThreadWatch = {
  readonly notice: (name: ThreadName, notice: Notice) => void;
  readonly lost: (name: ThreadName, error: unknown) => void;
};

type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** Who calls whom: `main` holds a remote of each thread, the ingest thread calls the writer too. */
export type Wiring = {
  /** What each thread is started with; it is cloned. */
  readonly data: unknown;
  /** Which threads this process needs; all of them without it. */
  readonly needed?: readonly ThreadName[];
  readonly remotes: Readonly<Record<ThreadName, Pick<Remote<Methods>, 'connect' | 'disconnect'>>>;
  readonly watch: ThreadWatch;
  /** Where the threads' entry points are, as a URL. */
  readonly folder: string;
};

const callers: Readonly<Record<ThreadName, readonly ThreadName[]>> = { writer: ['ingest'], ingest: [], search: [] };
const names: readonly ThreadName[] = ['writer', 'ingest', 'search'];

/** Left to itself a busy thread collects hundreds of megabytes of garbage before it looks for any; held to this it is no slower. */
const resourceLimits = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 1024 };

/** Starts the threads, joins them by ports, and starts one that dies again; what it held fails with ThreadLost. */
export const startThreads = async ({ data, needed = names, remotes, watch, folder }: Wiring) => {
  const workers = new Map<ThreadName, Worker>();
  let stopping = false;

  const link = (from: ThreadName | 'main', to: ThreadName) => {
    const { port1, port2 } = new MessageChannel();
    workers.get(to)?.postMessage({ peer: from, role: 'serve', port: port1 } satisfies Link, [port1]);
    if (from === 'main') remotes[to].connect(port2);
    else workers.get(from)?.postMessage({ peer: to, role: 'call', port: port2 } satisfies Link, [port2]);
  };

  const start = (name: ThreadName): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(`./${name}.ts`, folder), { workerData: data, resourceLimits });
      workers.set(name, worker);
      let cause: unknown;
      worker.on('message', (notice: Notice) => {
        watch.notice(name, notice);
        if (notice.kind === 'ready') resolve();
        if (notice.kind === 'failed') reject(new Error(notice.message));
      });
      worker.on('error', (error) => {
        cause = error;
      });
      worker.on('exit', () => {
        remotes[name].disconnect();
        reject(cause instanceof Error ? cause : new Error(`The ${name} thread ended`));
        if (stopping) return;
        watch.lost(name, cause);
        // A moment's pause, so that a thread that dies at once does not spin.
        setTimeout(() => {
          if (!stopping) restart(name);
        }, 500);
      });
      join(name);
    });

  /** Ports from and to a thread: a new one of a thread that others call replaces theirs. */
  const join = (name: ThreadName) => {
    link('main', name);
    for (const caller of callers[name]) if (workers.has(caller)) link(caller, name);
    for (const callee of needed) if (callers[callee].includes(name)) link(name, callee);
  };
  const restart = (name: ThreadName) => {
    start(name).catch((error: unknown) => watch.lost(name, error));
  };

  const stop = async () => {
    stopping = true;
    await Promise.all([...workers.values()].map((worker) => worker.terminate()));
  };
  try {
    // The writer first: the others read what it has made.
    for (const name of names) if (needed.includes(name)) await start(name);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
};
