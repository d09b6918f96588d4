import { randomUUID } from 'node:crypto';
import { type IterableMethods, remoteIterable } from '../threads/remote-iterables.ts';
import type { Remote } from '../threads/rpc.ts';
import { startThreads } from '../threads/start-threads.ts';

type Options<Args extends readonly unknown[], Item> = {
  /** The entry point is `NAME.ts` in this folder. */
  readonly name: string;
  readonly remote: Remote<IterableMethods<Args, Item>>;
  /** Cloned to the thread. */
  readonly data: unknown;
  /** Gets why the thread has ended, and what it logs. */
  readonly onFailure: (error: unknown) => void;
};

/** Starts a helper of this thread that serves async iterables. When it ends, those that it held throw, and it is restarted. */
export const startIterableThread = async <Args extends readonly unknown[], Item>({
  name,
  remote,
  data,
  onFailure,
}: Options<Args, Item>) => {
  const { stop } = await startThreads({
    threads: { [name]: { remote } },
    data,
    folder: import.meta.url,
    watch: {
      notice: (_thread, notice) => {
        if (notice.kind === 'log') onFailure(notice.message);
      },
      lost: (thread, cause) => onFailure(new Error(`The ${thread} thread ended and is started again`, { cause })),
    },
  });
  return { iterate: remoteIterable(remote.calls, randomUUID), stop };
};
