/** The state of one store; no addresses, no versions. */
export type StoreState = {
  /** `degraded`: the service goes on without it. */
  readonly state: 'ready' | 'degraded' | 'rebuilding' | 'failing';
  /** Events whose content the read model refused. */
  readonly parked?: number;
  /** How far a read model is behind the log: events, counted up to 1 000, and the age of the oldest in seconds. */
  readonly lag?: { readonly events: number; readonly seconds: number };
  /** The name of the error. */
  readonly reason?: string;
};

export type Readiness = {
  readonly stores: Readonly<Record<string, StoreState>>;
  /** The model in use; `configured` and `advice` are set if another model is configured. */
  readonly model: {
    readonly model: string;
    readonly dimensions?: number | null;
    readonly configured?: string;
    readonly advice?: string;
  };
};

/** Metrics of one projection at the time of a scrape. */
export type ProjectionMetrics = {
  readonly projection: string;
  /** Counted up to 1 000. */
  readonly eventsBehind: number;
  readonly secondsBehind: number;
  readonly parked: number;
  readonly retrying: boolean;
};

/** The work that a limit lets run at a time, and what waits for it, at the time of a scrape. */
export type QueueMetrics = { readonly queue: string; readonly running: number; readonly waiting: number };

/** The values of a scrape that are not counters; unreadable ones are left out. */
export type ScrapedMetrics = {
  readonly projections: readonly ProjectionMetrics[];
  readonly queues: readonly QueueMetrics[];
  /** Calls of each thread that have no answer yet. */
  readonly calls: readonly { readonly thread: string; readonly unanswered: number }[];
};
