import { randomUUID } from 'node:crypto';
import type { Subscriptions } from '../adapters/eventstoredb/event-store.ts';
import type { EventBatch } from '../ports/event-store.ts';
import { type IterableMethods, iterableMethods, remoteIterable } from '../threads/remote-iterables.ts';
import { remote } from '../threads/rpc.ts';
import { startThreads } from '../threads/start-threads.ts';

/** The connection string of an EventStoreDB. */
export type LogReaderData = { readonly url: string };

type Methods = IterableMethods<[after: bigint | undefined], EventBatch>;

/**
 * Subscriptions of a thread, so that events are received and decoded beside their projection. The thread starts with the first of them; when it ends, those
 * that it held throw, and it is restarted. `onFailure` gets why it ended and why a subscription dropped.
 */
export const logReaderThread = (url: string, onFailure: (error: unknown) => void): Subscriptions => {
  let started: ReturnType<typeof start> | undefined;
  const startOnce = () => {
    started ??= start({ url }, onFailure);
    started.catch(() => (started = undefined));
    return started;
  };
  return {
    subscribe: async function* (after, signal) {
      const { subscribe } = await startOnce();
      yield* subscribe(after, signal);
    },
    close: async () => (await started?.catch(() => undefined))?.stop(),
  };
};

const start = async (data: LogReaderData, onFailure: (error: unknown) => void) => {
  const reader = remote<Methods>(iterableMethods);
  const { stop } = await startThreads({
    threads: { 'log-reader': { remote: reader } },
    data,
    folder: import.meta.url,
    watch: {
      notice: (_thread, notice) => {
        if (notice.kind === 'log') onFailure(notice.message);
      },
      lost: (thread, cause) => onFailure(new Error(`The ${thread} thread ended and is started again`, { cause })),
    },
  });
  return { subscribe: remoteIterable(reader.calls, randomUUID), stop };
};
