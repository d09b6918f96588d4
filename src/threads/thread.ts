import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { GatewayCall } from '../domain/gateway-call.ts';
import type { ServerName } from '../platform/server-diagnoses.ts';
import type { ServerTrouble } from '../platform/server-trouble.ts';

/** Given to a thread that replaces another one. */
export const restartedArgument = '--restarted';

/** From the main thread: a port to serve, or a port to another thread that this one calls. */
export type Link = { readonly role: 'serve' | 'call'; readonly port: MessagePort };

/**
 * To the main thread: the thread is ready, it cannot start (with a one-line reason), the progress of a rebuild at its start, what was found of a server, a call
 * of the gateway, or a line for the log.
 */
export type Notice =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'rebuild progress';
      readonly projection: string;
      readonly position: bigint;
      readonly goal: bigint;
      readonly events: number;
    }
  | { readonly kind: 'gateway call'; readonly call: GatewayCall }
  | { readonly kind: 'server'; readonly server: ServerName; readonly trouble: ServerTrouble | undefined }
  | {
      readonly kind: 'log';
      readonly level: 'warn' | 'error';
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** The data given to `startThreads`. */
export const threadData: unknown = workerData;

/** Whether this thread replaces one that has ended. */
export const isRestarted: boolean = process.argv.includes(restartedArgument);

export const notify = (notice: Notice): void => parent().postMessage(notice);

/** Reports why this thread cannot start and ends it; it is then restarted. */
export const fail = (message: string): void => {
  notify({ kind: 'failed', message });
  // The message must leave before the thread ends.
  setTimeout(() => process.exit(1), 50);
};

export const onLink = (listener: (link: Link) => void): void => {
  parent().on('message', listener);
};

const parent = (): MessagePort => {
  if (!parentPort) throw new Error('This file is the entry point of a worker thread');
  return parentPort;
};
