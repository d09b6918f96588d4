import type { Subscriptions } from '../adapters/eventstoredb/event-store.ts';
import { resuming } from '../adapters/eventstoredb/subscribe.ts';
import type { EventBatch } from '../ports/event-store.ts';
import type { IterableMethods } from '../threads/remote-iterables.ts';
import { remote } from '../threads/rpc.ts';
import { startIterableThread } from './iterable-thread.ts';

/** The connection string of an EventStoreDB. */
export type LogReaderData = { readonly url: string };

type Methods = IterableMethods<[after: bigint | undefined], EventBatch>;

/**
 * Subscriptions in a separate thread, so that events are received and decoded while others are projected. The thread starts with the first of them; when it ends, it is
 * restarted, and they resume. They throw only if it cannot start. `onFailure` gets why it ended and why a subscription dropped.
 */
export const logReaderThread = (url: string, onFailure: (error: unknown) => void): Subscriptions => {
  let started: ReturnType<typeof start> | undefined;
  const start = () =>
    startIterableThread({
      ...{ name: 'log-reader', remote: remote<Methods>(), onFailure },
      data: { url } satisfies LogReaderData,
    });
  const startOnce = () => {
    started ??= start();
    started.catch(() => (started = undefined));
    return started;
  };
  return {
    subscribe: async function* (after, signal) {
      const { iterate } = await startOnce();
      yield* resuming(iterate, onFailure)(after, signal);
    },
    close: async () => (await started?.catch(() => undefined))?.stop(),
  };
};
