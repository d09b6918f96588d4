/** The state of one store and details such as its lag; no addresses, no versions. */
export type StoreState = { readonly state: 'ready' | 'rebuilding' | 'failing'; readonly [detail: string]: unknown };

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
export type ProjectionFigures = {
  readonly projection: string;
  /** Counted up to 1 000. */
  readonly eventsBehind: number;
  readonly secondsBehind: number;
  readonly parked: number;
  readonly retrying: boolean;
};
