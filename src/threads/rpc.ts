import type { MessagePort } from 'node:worker_threads';
import { beginInTurns } from '../concurrency/begin-in-turns.ts';
import * as refusals from '../domain/errors.ts';

/** The functions that a thread serves; arguments and results can be cloned. */
export type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

type Call = {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly trace?: Carrier | undefined;
};
type Failure = { readonly kind: string; readonly message: string };
type Reply = { readonly id: number; readonly result?: unknown; readonly failure?: Failure };

/** The thread that held a call has ended; it is restarted, and the call may be repeated. */
export class ThreadLost extends Error {}

type Carrier = Readonly<Record<string, string>>;

/** How calls continue traces: `carrier` gives what this thread traces now, `continued` runs the called method in it. */
export type CallTracing = {
  readonly carrier: () => Carrier | undefined;
  readonly continued: <Result>(carrier: Carrier, method: string, work: () => Promise<Result>) => Promise<Result>;
};

/**
 * Answers the calls that arrive on a port. They begin in turns of the event loop, not as they arrive: Node hands over up to a thousand messages that are there, and
 * those that arrive meanwhile, before anything that has waited for its turn.
 */
export const serve = (port: MessagePort, methods: Methods, tracing?: CallTracing): void => {
  const begin = beginInTurns();
  const answer = ({ id, method, args, trace }: Call): void => {
    const call = async () => {
      const served = methods[method];
      if (!served) throw new TypeError(`The thread has no method ${method}`);
      return served(...(args as never[]));
    };
    const answered = trace && tracing ? tracing.continued(trace, method, call) : call();
    answered.then(
      (result) => port.postMessage({ id, result } satisfies Reply),
      (error: unknown) => port.postMessage({ id, failure: failureOf(error) } satisfies Reply),
    );
  };
  port.on('message', (call: Call) => begin(() => answer(call)));
};

/** The caller's side of a thread: its methods, called over the port that leads to it now. */
export type Remote<M> = {
  readonly calls: M;
  /** Sets the port of a started or restarted thread; calls held on an earlier port reject with ThreadLost. */
  readonly connect: (port: MessagePort) => void;
  /** The thread has ended: calls it held reject with ThreadLost, new ones wait for `connect`. */
  readonly disconnect: () => void;
  /** How many calls have no answer yet. */
  readonly unanswered: () => number;
};

/** Creates the caller's side of a thread; calls wait until a port is connected. */
export const remote = <M extends Methods>(tracing?: CallTracing): Remote<M> => {
  const pending = pendingCalls();
  let connected = Promise.withResolvers<MessagePort>();
  let current: MessagePort | undefined;
  /** Calls that wait for a port. */
  let unsent = 0;

  const disconnect = () => {
    if (!current) return;
    current.close();
    current = undefined;
    connected = Promise.withResolvers<MessagePort>();
    pending.rejectAll(new ThreadLost('A thread ended while it held the request'));
  };
  const call =
    (method: string) =>
    async (...args: readonly unknown[]) => {
      const trace = tracing?.carrier();
      unsent += 1;
      const port = await connected.promise;
      unsent -= 1;
      const { id, result } = pending.add();
      port.postMessage((trace ? { id, method, args, trace } : { id, method, args }) satisfies Call);
      return result;
    };
  return {
    calls: callable(call) as M,
    connect: (port) => {
      disconnect();
      current = port;
      port.on('message', pending.settle);
      connected.resolve(port);
    },
    disconnect,
    unanswered: () => unsent + pending.count(),
  };
};

/** An object of which every property is a method, but `then`, which would make a promise of it. */
const callable = (call: (method: string) => Methods[string]): Methods =>
  new Proxy<Record<string, Methods[string]>>(Object.create(null) as Record<string, Methods[string]>, {
    get: (methods, name) => (typeof name === 'symbol' || name === 'then' ? undefined : (methods[name] ??= call(name))),
  });

const pendingCalls = () => {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  return {
    add: () => {
      const call = Promise.withResolvers<unknown>();
      lastId += 1;
      pending.set(lastId, call);
      return { id: lastId, result: call.promise };
    },
    settle: ({ id, result, failure }: Reply): void => {
      const call = pending.get(id);
      pending.delete(id);
      if (failure) call?.reject(errorOf(failure));
      else call?.resolve(result);
    },
    count: () => pending.size,
    rejectAll: (error: Error): void => {
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
  };
};

const failureOf = (error: unknown): Failure =>
  error instanceof refusals.Refusal
    ? { kind: knownClassOf(error), message: error.message }
    : { kind: 'Error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };

const classes: Readonly<Record<string, new (message: string) => Error>> = refusals;

/** The name of the error's nearest class in the domain: the other thread knows no class of an adapter or an operation. */
const knownClassOf = (error: refusals.Refusal): string => {
  let prototype = Object.getPrototypeOf(error) as object;
  while (classes[prototype.constructor.name] !== prototype.constructor) {
    prototype = Object.getPrototypeOf(prototype) as object;
  }
  return prototype.constructor.name;
};

/** A refusal keeps its class of the domain across threads, so its HTTP status does not depend on the thread that refused. */
const errorOf = ({ kind, message }: Failure): Error => {
  const Class = classes[kind] ?? Error;
  return new Class(message);
};
