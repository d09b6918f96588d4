/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An operation by its name, as a person asked for it on the command line. */
export type OperationRequest = { readonly name: string; readonly options: Readonly<Record<string, Json>> };

export type QueuedOperation = { readonly id: string; readonly operation: OperationRequest };

/** Where a request stands; `progress` is the last that was told, `outcome` what whoever ran it said at its end. */
export type OperationStatus = QueuedOperation &
  (
    | { readonly state: 'waiting' }
    | { readonly state: 'running'; readonly progress: Json | undefined }
    | { readonly state: 'finished'; readonly outcome: Json }
  );

/**
 * Operations asked of whichever process has the right to project, where several share the stores. An operation may be begun a second time
 * when its taker died or was frozen, so whatever it does must be harmless when done twice.
 */
export type OperationRequests = {
  /** Puts an operation in the queue and returns the request's id. */
  readonly enqueue: (operation: OperationRequest) => Promise<string>;
  /**
   * Takes the oldest request that waits, or one whose taker has died; undefined where there is none. No two processes take the same one while
   * its taker lives, which is made known until it is finished.
   */
  readonly take: () => Promise<QueuedOperation | undefined>;
  /** Tells how far it has come; nothing happens where another has taken it meanwhile. */
  readonly progress: (id: string, progress: Json) => Promise<void>;
  /** Tells how it ended; nothing happens where another has taken it meanwhile. What has finished can be found for a day. */
  readonly finish: (id: string, outcome: Json) => Promise<void>;
  /** Undefined where there is no such request, or it was forgotten. */
  readonly find: (id: string) => Promise<OperationStatus | undefined>;
};
