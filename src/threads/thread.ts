import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

/** From the main thread: a port to another one, or one to serve; which of the two is said by `role`. */
export type Link = { readonly peer: string; readonly role: 'serve' | 'call'; readonly port: MessagePort };

/** To the main thread: it can be used, it cannot start (one line that says why), or how far a rebuild at the start has come. */
export type Notice =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'rebuilding'; readonly projection: string; readonly position: bigint; readonly goal: bigint }
  | {
      readonly kind: 'log';
      readonly level: 'warn' | 'error';
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** The data that this thread was started with, as `startThreads` cloned it. */
export const threadData: unknown = workerData;

export const notify = (notice: Notice): void => parent().postMessage(notice);

/** Tells why this thread cannot start, and ends it, so that it is tried again. */
export const fail = (message: string): void => {
  notify({ kind: 'failed', message });
  // The message must leave before the thread does.
  setTimeout(() => process.exit(1), 50);
};

export const onLink = (take: (link: Link) => void): void => {
  parent().on('message', take);
};

const parent = (): MessagePort => {
  if (!parentPort) throw new Error('This file is the entry point of a worker thread');
  return parentPort;
};
