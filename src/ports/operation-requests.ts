/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An operation as it was requested on the command line. */
export type OperationRequest = { readonly name: string; readonly options: Readonly<Record<string, Json>> };

export type QueuedOperation = { readonly id: string; readonly operation: OperationRequest };

/** The status of a request: `progress` is the last one recorded, `outcome` the final one. Of a finished one it is forgotten what was asked for. */
export type OperationStatus =
  | (QueuedOperation & { readonly state: 'waiting' })
  | (QueuedOperation & { readonly state: 'running'; readonly progress: Json | undefined })
  | { readonly id: string; readonly state: 'finished'; readonly outcome: Json };

/**
 * The queue of operations for the leader, if several processes share the stores. An operation is started again if the process that took it died or was
 * frozen, so that it must be idempotent.
 */
export type OperationRequests = {
  /** Puts an operation in the queue and returns the request's id. */
  readonly enqueue: (operation: OperationRequest) => Promise<string>;
  /**
   * Takes the oldest waiting request, or one of a process that has died; undefined if there is none. The process sends heartbeats until it has
   * finished the request, and no other takes it meanwhile.
   */
  readonly take: () => Promise<QueuedOperation | undefined>;
  /** Records progress; no effect if another process has taken the request meanwhile. */
  readonly progress: (id: string, progress: Json) => Promise<void>;
  /** Records the outcome, which is kept for a day, and forgets the options, which may hold texts and hashes; no effect if another process has taken the request meanwhile. */
  readonly finish: (id: string, outcome: Json) => Promise<void>;
  /** Undefined if there is no such request, or it was deleted. */
  readonly find: (id: string) => Promise<OperationStatus | undefined>;
};
