import type { MessagePort } from 'node:worker_threads';
import * as refusals from '../domain/errors.ts';

/** What a thread offers to others: functions of plain data that give promises of plain data. */
type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

type Call = { readonly id: number; readonly method: string; readonly args: readonly unknown[] };
type Failure = { readonly kind: string; readonly message: string };
type Reply = { readonly id: number; readonly result?: unknown; readonly failure?: Failure };

/** The thread that held a request has died; it is restarted, and the request may be sent again. */
export class ThreadLost extends Error {}

/** Answers the calls that come in on a port. */
export const serve = (port: MessagePort, methods: Methods): void => {
  port.on('message', ({ id, method, args }: Call) => {
    const call = async () => methods[method]?.(...(args as never[]));
    call().then(
      (result) => port.postMessage({ id, result } satisfies Reply),
      (error: unknown) => port.postMessage({ id, failure: failureOf(error) } satisfies Reply),
    );
  });
};

/** The other end of a thread: its methods as functions, over whichever port leads to it now. */
export type Remote<M> = {
  readonly calls: M;
  /** A port to the thread, newly started or started again; what was asked on an earlier one fails with ThreadLost. */
  readonly connect: (port: MessagePort) => void;
  /** The thread is gone: what it held fails with ThreadLost, new calls wait for `connect`. */
  readonly disconnect: () => void;
};

type Pending = { readonly resolve: (result: unknown) => void; readonly reject: (error: unknown) => void };

export const remote = <M extends Methods>(methods: readonly (keyof M & string)[]): Remote<M> => {
  const pending = new Map<number, Pending>();
  let connected = Promise.withResolvers<MessagePort>();
  let current: MessagePort | undefined;
  let lastId = 0;

  const disconnect = () => {
    if (!current) return;
    current.close();
    current = undefined;
    connected = Promise.withResolvers<MessagePort>();
    for (const { reject } of pending.values()) reject(new ThreadLost('A thread ended while it held the request'));
    pending.clear();
  };
  const settle = ({ id, result, failure }: Reply) => {
    const waiting = pending.get(id);
    pending.delete(id);
    if (failure) waiting?.reject(errorOf(failure));
    else waiting?.resolve(result);
  };
  const call =
    (method: string) =>
    async (...args: readonly unknown[]) => {
      const port = await connected.promise;
      return new Promise((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        port.postMessage({ id: lastId, method, args } satisfies Call);
      });
    };
  return {
    calls: Object.fromEntries(methods.map((method) => [method, call(method)])) as unknown as M,
    connect: (port) => {
      disconnect();
      current = port;
      port.on('message', settle);
      connected.resolve(port);
    },
    disconnect,
  };
};

const failureOf = (error: unknown): Failure =>
  error instanceof refusals.Refusal
    ? { kind: error.constructor.name, message: error.message }
    : { kind: 'Error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };

/** A refusal keeps its class from thread to thread, so that it is answered the same wherever it arose. */
const errorOf = ({ kind, message }: Failure): Error => {
  const classes: Readonly<Record<string, new (message: string) => Error>> = refusals;
  const Class = classes[kind] ?? Error;
  return new Class(message);
};
